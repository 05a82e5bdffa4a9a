package competitions

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/competition"
	"carteado/engine/pairing"
	"carteado/engine/role"
)

// Competitions is the room of competitions.
type Competitions struct{ *base.DB }

// New returns the room.
func New(shared *base.DB) *Competitions { return &Competitions{shared} }

// A Competition is one of a club's, with all of its rounds.
type Competition struct {
	ID         int64
	Name       string
	Charter    competition.Charter // as it holds now, amendments included
	Founded    competition.Charter // before the first amendment
	By         base.Person
	Over       time.Time // zero: it goes on
	Amendments []Amendment
	Entrants   []Entrant // by seed
	Rounds     []Round
}

// An Amendment is a change to the charter of a competition that had rounds.
type Amendment struct {
	Charter competition.Charter
	Due     time.Time // of the last round then; zero: it stayed
	Reason  string
	By      base.Person
	At      time.Time
}

// An Entrant is a player who takes part.
type Entrant struct {
	competition.Entrant
	base.Person
}

// A Round is tables that were drawn together.
type Round struct {
	Number int
	Lot    int64
	Drawn  time.Time
	Due    time.Time // zero: none
	Tables []Table
	Byes   []pairing.Out
}

// A Table is players who meet.
type Table struct {
	Number  int
	Table   int   // number of the club's table where it is played; 0: it is not open
	Closed  int   // number of the club's table that was closed before it had a result; 0: none
	Match   int64 // with the result, 0 for none
	Begun   bool  // somebody has moved at the table that is open
	Decided bool  // the result is a host's, or the charter's
	Reasons []pairing.Reason
	Players []int64
	Placing []int       // nil: no result
	Hours   []time.Time // by seat, when each has said that they can play; zero for no answer
}

// Arranged is the hour that all of the table have named; zero for none.
func (t Table) Arranged() time.Time {
	for _, at := range t.Hours {
		if !at.Equal(t.Hours[0]) {
			return time.Time{}
		}
	}
	return t.Hours[0]
}

// there are those who have named an hour.
func (t Table) there() (list []int64) {
	for seat, at := range t.Hours {
		if !at.IsZero() {
			list = append(list, t.Players[seat])
		}
	}
	return list
}

// Pure is the competition as engine/competition reads it.
func (c Competition) Pure() (entrants []competition.Entrant, rounds []competition.Round) {
	for _, e := range c.Entrants {
		entrants = append(entrants, e.Entrant)
	}
	for _, r := range c.Rounds {
		round := competition.Round{Byes: r.Byes}
		for _, t := range r.Tables {
			round.Tables = append(round.Tables, competition.Table{Players: t.Players, Reasons: t.Reasons,
				Placing: t.Placing})
		}
		rounds = append(rounds, round)
	}
	return entrants, rounds
}

// Last is the last round; nil before the first.
func (c Competition) Last() *Round {
	if len(c.Rounds) == 0 {
		return nil
	}
	return &c.Rounds[len(c.Rounds)-1]
}

const charterSQL = `coalesce((SELECT a.charter FROM competition_amendments a WHERE a.competition_id = c.id
	ORDER BY a.id DESC LIMIT 1), c.charter)`

// selectCompetition reads a competition of a club: base.ErrNotFound.
func selectCompetition(ctx context.Context, q pg.Querier, club, id int64) (c Competition, err error) {
	if err := q.QueryRow(ctx, `
		SELECT c.id, c.name, `+charterSQL+`, c.charter, p.id, coalesce(p.name, ''), p.face,
			coalesce(c.over_at, '0001-01-01')
		FROM competitions c JOIN players p ON p.id = c.created_by WHERE c.club_id = $1 AND c.id = $2`, club, id).Scan(
		&c.ID, &c.Name, &c.Charter, &c.Founded, &c.By.ID, &c.By.Name, &c.By.Face, &c.Over); err != nil {
		return c, err
	}
	c.Amendments, err = pg.Collect(ctx, q, func(row pgx.CollectableRow) (a Amendment, err error) {
		return a, row.Scan(&a.Charter, &a.Due, &a.Reason, &a.By.ID, &a.By.Name, &a.By.Face, &a.At)
	}, `
		SELECT a.charter, coalesce(a.due_at, '0001-01-01'), a.reason, p.id, coalesce(p.name, ''), p.face, a.created_at
		FROM competition_amendments a JOIN players p ON p.id = a.created_by WHERE a.competition_id = $1
			ORDER BY a.id`, id)
	if err != nil {
		return c, err
	}
	c.Entrants, err = pg.Collect(ctx, q, func(row pgx.CollectableRow) (e Entrant, err error) {
		err = row.Scan(&e.Player, &e.Name, &e.Face, &e.Seed, &e.From, &e.Left)
		e.ID = e.Player
		return e, err
	}, `
		SELECT p.id, coalesce(p.name, ''), p.face, e.seed, e.from_round, coalesce(e.left_round, 0)
		FROM competitors e JOIN players p ON p.id = e.player_id WHERE e.competition_id = $1
			ORDER BY e.seed, e.player_id`, id)
	if err == nil {
		c.Rounds, err = selectRounds(ctx, q, id)
	}
	return c, err
}

// resultSQL is the first match that counts at the table t: one that was closed, or is void, counts for nobody. A
// rematch is nothing to the competition.
const resultSQL = `LEFT JOIN LATERAL (
	SELECT m.id, coalesce(c.places, (SELECT array_agg(value::int ORDER BY place)
		FROM jsonb_array_elements_text(m.outcome->'placing') WITH ORDINALITY AS p (value, place))) AS places
	FROM matches m
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE m.table_id = t.table_id AND m.status = 'over' AND m.outcome->>'how' <> 'closed'
		AND coalesce(c.kind, '') <> 'void'
	ORDER BY m.id LIMIT 1) m ON true
	LEFT JOIN match_seats q ON q.match_id = m.id AND q.player_id = s.player_id`

// roundsSQL are the seats of the rounds of the competition $1, in order, each with its table and what came of it.
const roundsSQL = `
	SELECT r.number, r.lot, r.drawn_at, coalesce(r.due_at, '0001-01-01'), s.number, coalesce(k.number, 0),
		CASE WHEN s.place IS NULL THEN coalesce(m.id, 0) ELSE 0 END,
		coalesce(k.status = 'closed', false) AND m.id IS NULL,
		EXISTS (SELECT FROM matches b WHERE b.table_id = t.table_id AND b.version > 0), s.place IS NOT NULL,
		coalesce(t.reasons, '[]'), s.reasons, s.player_id, coalesce(s.place, m.places[q.seat + 1], 0),
		coalesce(h.at, '0001-01-01')
	FROM competition_rounds r
	JOIN competition_seats s ON s.competition_id = r.competition_id AND s.round = r.number
	LEFT JOIN competition_tables t ON t.competition_id = s.competition_id AND t.round = s.round
		AND t.number = s.number
	LEFT JOIN tables k ON k.id = t.table_id
	LEFT JOIN appointments h ON h.competition_id = s.competition_id AND h.round = s.round AND h.number = s.number
		AND h.player_id = s.player_id
	` + resultSQL + `
	WHERE r.competition_id = $1 ORDER BY r.number, s.number, s.seat`

func selectRounds(ctx context.Context, q pg.Querier, id int64) (list []Round, err error) {
	rows, err := q.Query(ctx, roundsSQL, id)
	if err != nil {
		return nil, err
	}
	var r Round
	var t Table
	var why *pairing.Reason
	var player int64
	var place int
	var hour time.Time
	var closed bool
	_, err = pgx.ForEachRow(rows, []any{&r.Number, &r.Lot, &r.Drawn, &r.Due, &t.Number, &t.Table, &t.Match, &closed,
		&t.Begun, &t.Decided, &t.Reasons, &why, &player, &place, &hour}, func() error {
		if len(list) == 0 || list[len(list)-1].Number != r.Number {
			list = append(list, r)
		}
		to := &list[len(list)-1]
		if t.Number == 0 {
			out := pairing.Out{Player: player}
			if why != nil {
				out.Reason = *why
			}
			to.Byes, why = append(to.Byes, out), nil
			return nil
		}
		if len(to.Tables) == 0 || to.Tables[len(to.Tables)-1].Number != t.Number {
			table := t
			table.Reasons, table.Players, table.Placing, table.Hours = slices.Clone(t.Reasons), nil, nil, nil
			if closed {
				table.Table, table.Closed, table.Begun = 0, t.Table, false
			}
			to.Tables = append(to.Tables, table)
		}
		last := &to.Tables[len(to.Tables)-1]
		last.Players, last.Hours = append(last.Players, player), append(last.Hours, hour)
		if place > 0 {
			last.Placing = append(last.Placing, place)
		}
		return nil
	})
	for _, r := range list {
		for i, t := range r.Tables {
			if len(t.Placing) != len(t.Players) { // somebody else has played for one of them
				r.Tables[i].Placing = nil
			}
		}
	}
	return list, err
}

// A Brief is a competition in the list of a club.
type Brief struct {
	ID       int64
	Name     string
	Charter  competition.Charter
	Over     time.Time // zero: it goes on
	Entrants int
	Started  int // how many were there for the first round
	Rounds   int // drawn
	Due      time.Time
	Mine     bool
	Against  []string // whom the reader has to play in the last round
	Winners  []base.Person
}

// listed is how many competitions the list has.
const listed = 100

// CompetitionsOf lists a club's competitions to a member: those that go on, then those that are over, the latest first.
func (s *Competitions) CompetitionsOf(ctx context.Context, club, viewer int64) (list []Brief, err error) {
	err = s.ReadAs(ctx, "competitions", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, func(row pgx.CollectableRow) (b Brief, err error) {
			return b, row.Scan(&b.ID, &b.Name, &b.Charter, &b.Over, &b.Entrants, &b.Started, &b.Rounds, &b.Due, &b.Mine,
				&b.Against, &b.Winners)
		}, `
			SELECT c.id, c.name, `+charterSQL+`, coalesce(c.over_at, '0001-01-01'), e.n, e.started, coalesce(r.number, 0),
				coalesce(r.due_at, '0001-01-01'), e.mine,
				coalesce((SELECT array_agg(coalesce(p.name, '') ORDER BY o.seat)
					FROM competition_seats s JOIN competition_tables t USING (competition_id, round, number)
					JOIN competition_seats o ON o.competition_id = s.competition_id AND o.round = s.round
						AND o.number = s.number AND o.player_id <> s.player_id
					JOIN players p ON p.id = o.player_id
					WHERE s.competition_id = c.id AND s.round = r.number AND s.player_id = $2 AND s.place IS NULL
						AND NOT EXISTS (SELECT FROM matches m WHERE m.table_id = t.table_id
							AND m.status = 'over' AND m.outcome->>'how' <> 'closed')), '{}'),
				coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', coalesce(p.name, ''), 'face', p.face)
						ORDER BY n)
					FROM jsonb_array_elements(c.list) WITH ORDINALITY AS l (line, n)
					JOIN players p ON p.id = (line->'player')::bigint
					WHERE c.over_at IS NOT NULL AND (line->'place')::int = 1), '[]')
			FROM competitions c
			LEFT JOIN LATERAL (SELECT number, due_at FROM competition_rounds WHERE competition_id = c.id
				ORDER BY number DESC LIMIT 1) r ON true
			CROSS JOIN LATERAL (SELECT count(*) AS n, count(*) FILTER (WHERE from_round = 1) AS started,
				coalesce(bool_or(player_id = $2 AND left_round IS NULL), false) AS mine
				FROM competitors WHERE competition_id = c.id) e
			WHERE c.club_id = $1 ORDER BY c.over_at DESC NULLS FIRST, c.id DESC LIMIT $3`, club, viewer, listed)
		return err
	})
	return list, err
}

// CompetitionOf is a club's competition, to a member.
func (s *Competitions) CompetitionOf(ctx context.Context, club, viewer, id int64) (c Competition, err error) {
	err = s.ReadAs(ctx, "competition", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		c, err = selectCompetition(ctx, conn, club, id)
		return err
	})
	return c, err
}

// FoundCompetition adds a competition that one can enter: base.ErrForbidden, *base.ErrQuota.
func (s *Competitions) FoundCompetition(ctx context.Context, club, by int64, name string, charter competition.Charter,
	idem string) (id int64, err error) {
	form := base.KeyOf("competition", club, idem)
	err = s.InTxAs(ctx, "found competition", club, by, role.Season, func(ctx context.Context, tx *pg.Tx) error {
		if id, err = base.MadeBefore(ctx, tx, by, form); err != nil || id != 0 {
			return err
		}
		if err := s.Quota(ctx, tx, "competitions", 1,
			`competitions WHERE club_id = $1 AND created_at > now() - interval '1 day'`, club); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `INSERT INTO competitions (club_id, name, charter, created_by)
			VALUES ($1, $2, $3, $4) RETURNING id`, club, name, charter, by).Scan(&id); err != nil {
			return err
		}
		base.HasMade(ctx, tx, by, form, id)
		base.NotifyClub(tx, club)
		return base.Note(ctx, tx, club, by, "competition_founded", base.Details{"competition": id, "name": name})
	})
	return id, err
}

// change runs do with a competition that nobody else changes meanwhile, and counts it anew.
func (s *Competitions) change(ctx context.Context, op string, club, by, id int64, right role.Right,
	do func(context.Context, *pg.Tx, Competition) error) error {
	return s.InTxAs(ctx, op, club, by, right, func(ctx context.Context, tx *pg.Tx) error {
		c, err := lock(ctx, tx, club, id)
		if err != nil {
			return err
		}
		if err := do(ctx, tx, c); err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		return compute(ctx, tx, club, id)
	})
}

func lock(ctx context.Context, tx *pg.Tx, club, id int64) (Competition, error) {
	tx.Do(ctx, `SELECT FROM competitions WHERE club_id = $1 AND id = $2 FOR NO KEY UPDATE`, club, id)
	return selectCompetition(ctx, tx, club, id)
}

// ChangeCompetition gives a competition another name, and before its first round another charter. Afterwards the
// charter is amended with a reason, and with it, unless it is zero, the time until which the last round has to be
// played: base.ErrStale for another game, format, size of tables or seeding then.
func (s *Competitions) ChangeCompetition(ctx context.Context, club, by, id int64, name string,
	charter competition.Charter, due time.Time, reason string) error {
	return s.change(ctx, "change competition", club, by, id, role.Season, func(ctx context.Context, tx *pg.Tx,
		c Competition) error {
		tx.Do(ctx, `UPDATE competitions SET name = $2 WHERE id = $1`, id, name)
		details := base.Details{"competition": id, "name": name}
		last := c.Last()
		if last == nil {
			tx.Do(ctx, `UPDATE competitions SET charter = $2 WHERE id = $1`, id, charter)
			return base.Note(ctx, tx, club, by, "competition_changed", details)
		}
		old := c.Charter
		if charter.Format != old.Format || charter.Game != old.Game || charter.Size != old.Size ||
			charter.Seeding != old.Seeding || charter.Advance != old.Advance {
			return base.ErrStale
		}
		var until *time.Time
		if !due.IsZero() && !due.Equal(last.Due) {
			until = &due
			tx.Do(ctx, `UPDATE competition_rounds SET due_at = $3, closed_at = NULL WHERE competition_id = $1
				AND number = $2`, id, last.Number, due)
		}
		tx.Do(ctx, `INSERT INTO competition_amendments (competition_id, charter, due_at, reason, created_by)
			VALUES ($1, $2, $3, $4, $5)`, id, charter, until, reason, by)
		details["reason"] = reason
		return base.Note(ctx, tx, club, by, "competition_amended", details)
	})
}

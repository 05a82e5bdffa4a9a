package results

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// Standings are a season as its club sees it.
type Standings struct {
	Season
	Seasons    []Season         // all of the club's, the latest first
	Founded    standing.Charter // the charter before the first amendment
	Amendments []Amendment      // oldest first
	Lines      []standing.Line
	Players    map[int64]base.Person // those in Lines
	Matches    int                   // that count
}

// StandingsOf returns a season's standings to a member; season 0 is the running
// one, or else the latest. base.ErrNotFound where there is none.
func (s *Results) StandingsOf(ctx context.Context, club, viewer, season int64) (st Standings, err error) {
	err = s.ReadAs(ctx, "standings", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		var err error
		if st.Seasons, err = SelectSeasons(ctx, conn, club); err != nil || len(st.Seasons) == 0 && season == 0 {
			return err
		}
		at := chosenSeason(st.Seasons, season)
		if at < 0 {
			return pg.ErrNotFound
		}
		st.Season = st.Seasons[at]
		var read places
		known := s.places.of(st.ID)
		if err := conn.QueryRow(ctx, `
			SELECT s.charter, coalesce(g.computed_at, '0001-01-01'), CASE WHEN g.computed_at <> $2 THEN g.list END
			FROM seasons s LEFT JOIN standings g ON g.season_id = s.id WHERE s.id = $1`,
			st.ID, known.at).Scan(&st.Founded, &read.at, &read.lines); err != nil {
			return err
		}
		if read.at.Equal(known.at) {
			read = known
		} else {
			s.places.keep(st.ID, read)
		}
		st.Lines = read.lines
		st.Amendments, err = pg.All[Amendment](ctx, conn, `
			SELECT a.charter, coalesce(a.ends_at, '0001-01-01') AS ends_at, a.reason, a.created_by AS by,
				coalesce(p.name, '') AS name, a.created_at AS at
			FROM amendments a JOIN players p ON p.id = a.created_by WHERE a.season_id = $1 ORDER BY a.id`, st.ID)
		if err != nil {
			return err
		}
		st.Players, err = PlayersIn(ctx, conn, st.Lines)
		return err
	})
	return st, err
}

// places are a season's lines as they were computed at a time: to read them from their text takes
// longer than the rest of a page. Callers do not change them.
type places struct {
	at    time.Time
	lines []standing.Line
}

// maxPlaces bounds how many seasons are kept.
const maxPlaces = 50

// A placesBySeason keeps what was read last. The database says by the time if that is
// still so.
type placesBySeason struct {
	mu   sync.Mutex
	kept map[int64]places
}

func (b *placesBySeason) of(season int64) places {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept[season]
}

func (b *placesBySeason) keep(season int64, p places) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.kept == nil || len(b.kept) == maxPlaces {
		b.kept = map[int64]places{}
	}
	b.kept[season] = p
}

// PlayersIn are the players of lines.
func PlayersIn(ctx context.Context, q pg.Querier, lines []standing.Line) (map[int64]base.Person, error) {
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Player
	}
	list, err := pg.Collect(ctx, q, pgx.RowToStructByName[base.Person], `SELECT id, coalesce(name, '') AS name, face
		FROM players WHERE id = ANY($1)`, ids)
	found := map[int64]base.Person{}
	for _, p := range list {
		found[p.ID] = p
	}
	return found, err
}

// placesSQL are the places of the match m by seat: those of its last correction c, or else those that it came to.
const placesSQL = `coalesce(c.places, (SELECT array_agg(value::int ORDER BY place)
	FROM jsonb_array_elements_text(m.outcome->'placing') WITH ORDINALITY AS p (value, place)))`

// resultsOfSQL selects the results of a season: matches that count and ended in its
// time, with the last correction of each, and recorded ones. Guests, and people of score books who are no members, have
// negative numbers.
var resultsOfSQL = `
	SELECT m.id, (extract(epoch FROM m.ended_at) * 1000000)::bigint, t.game, array_agg(CASE
		WHEN ` + base.VisitorSQL("s.player_id") + ` THEN -1 - s.seat ELSE coalesce(s.player_id, 0) END ORDER BY s.seat),
		array_agg(coalesce(w.moves, 0) ORDER BY s.seat), array_agg(coalesce(w.by_bot, 0) ORDER BY s.seat),
		` + placesSQL + `,
		m.outcome->>'how' = 'closed' OR coalesce(c.kind, '') = 'void', false,
		coalesce((SELECT night_id FROM draw_tables WHERE table_id = m.table_id LIMIT 1), 0),
		EXISTS (SELECT FROM competition_tables WHERE table_id = m.table_id)
	FROM seasons y
	JOIN matches m ON m.club_id = y.club_id AND m.status = 'over' AND m.ended_at >= y.starts_at
		AND m.ended_at < y.ends_at
	JOIN tables t ON t.id = m.table_id
	JOIN match_seats s ON s.match_id = m.id
	LEFT JOIN away w ON w.match_id = m.id AND w.seat = s.seat
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE y.id = $1 AND ` + countsSQL + `
	GROUP BY m.id, t.game, c.kind, c.places
	UNION ALL
	SELECT m.id, (extract(epoch FROM m.ended_at) * 1000000)::bigint, m.game,
		array_agg(coalesce(s.player_id, -1 - s.seat) ORDER BY s.seat), array_agg(0), array_agg(0),
		coalesce(c.places, array_agg(s.place::integer ORDER BY s.seat)), coalesce(c.kind, '') = 'void',
		m.night_id IS NOT NULL, coalesce(m.night_id, 0), false
	FROM seasons y
	JOIN recorded_matches m ON m.club_id = y.club_id AND m.ended_at >= y.starts_at AND m.ended_at < y.ends_at
		AND m.counts AND m.game <> ''
	JOIN recorded_seats s ON s.match_id = m.id
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE recorded_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE y.id = $1
	GROUP BY m.id, c.kind, c.places`

// computeStandings computes a season's standings anew from charter and results.
func (s *Results) computeStandings(ctx context.Context, tx *pg.Tx, season int64) error {
	var charter standing.Charter
	// The lock makes two computations wait for each other. What another one has amended meanwhile is for a statement
	// that begins after the wait.
	if err := tx.QueryRow(ctx, `SELECT FROM seasons WHERE id = $1 FOR UPDATE`, season).Scan(); err != nil {
		return err
	}
	if err := tx.QueryRow(ctx, `
		SELECT coalesce((SELECT a.charter FROM amendments a WHERE a.season_id = s.id ORDER BY a.id DESC LIMIT 1),
			s.charter)
		FROM seasons s WHERE s.id = $1`, season).Scan(&charter); err != nil {
		return err
	}
	results, err := pg.Collect(ctx, tx, func(row pgx.CollectableRow) (r standing.Result, err error) {
		return r, row.Scan(&r.Match, &r.Ended, &r.Game, &r.Players, &r.Moves, &r.ByBot, &r.Placing, &r.Void,
			&r.Paper, &r.Night, &r.Cup)
	}, resultsOfSQL, season)
	if err != nil {
		return err
	}
	lines := standing.Compute(charter, results)
	if lines == nil {
		lines = []standing.Line{}
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO standings (season_id, list) VALUES ($1, $2)
		ON CONFLICT (season_id) DO UPDATE SET list = excluded.list, computed_at = now() WHERE standings.list IS DISTINCT
			FROM excluded.list`, season, lines)
	tellStandings(tx, season)
	return err
}

// tellStandings has the pages of the club look at a season again.
func tellStandings(tx *pg.Tx, season int64) {
	tx.After.Queue(`SELECT pg_notify($1, club_id || ' 0 standings') FROM seasons WHERE id = $2`, base.Channel, season)
}

// RecomputeStandings computes all standings anew and returns how many differ from
// those kept: none, unless somebody changed rows by hand.
func (s *Results) RecomputeStandings(ctx context.Context) (computed, changed int, err error) {
	var seasons []int64
	err = s.Read(ctx, "seasons", func(ctx context.Context, conn *pgxpool.Conn) error {
		seasons, err = pg.Collect(ctx, conn, pgx.RowTo[int64], `SELECT id FROM seasons ORDER BY id`)
		return err
	})
	for _, season := range seasons {
		if err != nil {
			break
		}
		err = s.InTx(ctx, fmt.Sprintf("recompute season %d", season), func(ctx context.Context, tx *pg.Tx) error {
			const kept = `SELECT coalesce((SELECT md5(list::text) FROM standings WHERE season_id = $1), '')`
			var before, after string
			if err := tx.QueryRow(ctx, kept, season).Scan(&before); err != nil {
				return err
			}
			if err := s.computeStandings(ctx, tx, season); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx, kept, season).Scan(&after); err != nil {
				return err
			}
			if before != after {
				changed++
			}
			computed++
			return nil
		})
	}
	return computed, changed, err
}

// SeasonCompute is the job that computes standings anew after a match has ended, or, without a match, those of a club
// for a time from which results have come or gone.
type SeasonCompute struct {
	Match int64     `json:"match"`
	Club  int64     `json:"club,omitempty"`
	From  time.Time `json:"from,omitzero"`
	Until time.Time `json:"until,omitzero"`
}

// Kind names the job in the queue.
func (SeasonCompute) Kind() string { return "season_compute" }

// QueueStandings queues the computation of the standings for which a match
// counts.
func QueueStandings(ctx context.Context, tx *pg.Tx, match int64) error {
	return tx.AddJobs(ctx, river.InsertManyParams{Args: SeasonCompute{Match: match}})
}

// ComputeStandingsFor computes anew the standings for which a match counts.
func (s *Results) ComputeStandingsFor(ctx context.Context, match int64) error {
	return s.ComputeSeasons(ctx, SeasonCompute{Match: match})
}

// ComputeSeasons does what a job is for.
func (s *Results) ComputeSeasons(ctx context.Context, job SeasonCompute) error {
	return s.InTx(ctx, "compute standings", func(ctx context.Context, tx *pg.Tx) error {
		seasons, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
			SELECT y.id FROM seasons y JOIN matches m ON m.club_id = y.club_id AND m.ended_at >= y.starts_at
				AND m.ended_at < y.ends_at
			WHERE m.id = $1
			UNION SELECT id FROM seasons WHERE club_id = $2 AND starts_at <= $4 AND ends_at > $3
			ORDER BY 1`, job.Match, job.Club, job.From, job.Until)
		if err != nil {
			return err
		}
		for _, season := range seasons {
			if err := s.computeStandings(ctx, tx, season); err != nil {
				return err
			}
		}
		return nil
	})
}

// A StandingsBrief is the head of a season's standings, and the player's line.
type StandingsBrief struct {
	Season  Season
	Lines   []standing.Line // the first, and the player's own
	Players map[int64]base.Person
	At      string // changes with each computation
}

// headOfStandings is how many places a brief shows.
const headOfStandings = 5

// standingsHeadSQL is the first $3 lines of the standings of a club's season that chosenSeason would choose, and
// the line of the player $2.
const standingsHeadSQL = `
	SELECT s.*, coalesce(head.lines, '[]'), coalesce(head.players, '{}'), coalesce(head.computed, '')
	FROM (SELECT ` + seasonColumnsSQL + ` FROM seasons s WHERE s.club_id = $1
		ORDER BY s.starts_at <= now() AND s.ends_at > now() DESC, s.starts_at <= now() DESC, s.starts_at DESC, s.id DESC
			LIMIT 1) s
	LEFT JOIN LATERAL (
		SELECT jsonb_agg(line ORDER BY n) AS lines,
			jsonb_object_agg(p.id, jsonb_build_object('id', p.id, 'name', coalesce(p.name, ''), 'face',
				p.face)) AS players,
			max(g.season_id || ' ' || g.computed_at) AS computed
		FROM standings g, jsonb_array_elements(g.list) WITH ORDINALITY AS l (line, n)
		JOIN players p ON p.id = (line->'player')::bigint
		WHERE g.season_id = s.id AND (n <= $3 OR p.id = $2)
	) head ON true`

// QueueStandingsBrief adds a query to a batch; list is filled with the brief for a player, or with none where the club
// has no season.
func QueueStandingsBrief(batch *pgx.Batch, list *[]StandingsBrief, club, player int64) {
	pg.Queue(batch, list, func(row pgx.CollectableRow) (b StandingsBrief, err error) {
		return b, row.Scan(append(b.Season.Fields(), &b.Lines, &b.Players, &b.At)...)
	}, standingsHeadSQL, club, player, headOfStandings)
}

package results

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/db/scorebook"
	"carteado/engine"
	"carteado/engine/role"
)

// A Recorded is a result that was played with real cards and written down. It has a score sheet and no replay.
type Recorded struct {
	ID     int64          `json:"-"`
	Import int64          `json:"-"`
	Line   int            `json:"line"` // of the file
	Game   string         `json:"game"` // "": how a whole night ended
	Ended  time.Time      `json:"ended"`
	Timed  bool           `json:"timed"` // the time of the day is known
	Label  string         `json:"label"` // of the night, or a number
	Ends   [][]int        `json:"ends"`  // points of each round by seat; nil where only the result is known
	Seats  []RecordedSeat `json:"seats"`
	Counts bool           `json:"-"` // for seasons; of a sheet, once it is confirmed
	Sheet  SheetPlace     `json:"-"` // of a match that a table of a game night has written down
	Last   *Correction    `json:"-"` // the last one; nil where there is none
}

// A SheetPlace is where a sheet is: at a table of a round of a night. It is zero for a match of an old score book.
type SheetPlace struct {
	Night              int64
	Round, Table       int
	Options            engine.Options
	By, ConfirmedBy    base.Person
	Written, Confirmed time.Time
}

// A RecordedSeat is a member, or somebody with a name only.
type RecordedSeat struct {
	Player int64  `json:"player"` // 0: no member
	Name   string `json:"name"`   // of a member, that of today, which is not stored
	Face   string `json:"face"`
	Points *int   `json:"points"`
	Place  int    `json:"place"`
}

func (r *Recorded) Fields() []any {
	return []any{&r.ID, &r.Import, &r.Line, &r.Game, &r.Ended, &r.Timed, &r.Label, &r.Ends, &r.Counts, &r.Seats,
		&r.Sheet, &r.Last}
}

// line is a recorded match among others, for a viewer.
func (r Recorded) line(viewer int64) MatchLine {
	l := MatchLine{ID: r.ID, Game: r.Game, Status: base.MatchOver, Mine: engine.Nobody, Rounds: len(r.Ends),
		Outcome: &engine.Outcome{}, StartedAt: r.Ended, EndedAt: r.Ended, Paper: true, Label: r.Label}
	for i, s := range r.Seats {
		l.Seats = append(l.Seats, base.Seat{Seat: engine.Seat(i), Player: s.Player, Name: s.Name, Face: s.Face})
		l.Outcome.Placing = append(l.Outcome.Placing, s.Place)
		if s.Points != nil && len(l.Totals) == i {
			l.Totals = append(l.Totals, *s.Points)
		}
		if s.Player == viewer {
			l.Mine = engine.Seat(i)
		}
	}
	if len(l.Totals) < len(l.Seats) {
		l.Totals = nil // not all are known
	}
	l.Unconfirmed = r.Sheet.Night != 0 && !r.Counts
	if c := r.Last; c != nil && c.Kind == CorrectVoid {
		l.Void = &Void{By: c.By, Name: c.Name, Reason: c.Reason}
	}
	return l
}

const recordedColumnsSQL = `m.id, coalesce(m.import_id, 0), m.line, m.game, m.ended_at, m.timed,
	m.label, m.ends, m.counts,
	(SELECT json_agg(json_build_object('player', coalesce(s.player_id, 0), 'name', coalesce(p.name, s.name), 'face',
		coalesce(p.face, ''), 'points', s.points, 'place', coalesce((SELECT places[s.seat + 1] FROM corrections
			WHERE recorded_id = m.id ORDER BY id DESC LIMIT 1), s.place)) ORDER BY s.seat)
		FROM recorded_seats s LEFT JOIN players p ON p.id = s.player_id WHERE s.match_id = m.id),
	coalesce((SELECT json_build_object('night', h.night_id, 'round', h.round, 'table', h.number, 'options', d.options,
		'by', json_build_object('id', p.id, 'name', coalesce(p.name, ''), 'face', p.face), 'written', h.written_at,
		'confirmed', coalesce(h.confirmed_at, '0001-01-01'), 'confirmedby', json_build_object('id', coalesce(q.id, 0),
		'name', coalesce(q.name, ''), 'face', coalesce(q.face, '')))
		FROM sheets h JOIN draws d ON d.night_id = h.night_id AND d.number = h.round JOIN players p ON p.id = h.by_id
		LEFT JOIN players q ON q.id = h.confirmed_by WHERE h.match_id = m.id), '{}'),
	(SELECT json_build_object('kind', c.kind, 'places', c.places, 'reason', c.reason, 'by', c.created_by, 'name',
		coalesce(p.name, ''), 'at', c.created_at) FROM corrections c JOIN players p ON p.id = c.created_by
		WHERE c.recorded_id = m.id ORDER BY c.id DESC LIMIT 1)`

// RecordedPerPage is the length of a page of an import.
const RecordedPerPage = 50

// RecordedIn lists what an import has brought, the latest first, to a member; page counts from 0.
func (s *Results) RecordedIn(ctx context.Context, club, viewer, id int64, page int) (list []Recorded, err error) {
	err = s.ReadAs(ctx, "recorded", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pg.Scanned[Recorded], `SELECT `+recordedColumnsSQL+` FROM recorded_matches m
			WHERE m.club_id = $1 AND m.import_id = $2 ORDER BY m.ended_at DESC, m.id DESC LIMIT $3 OFFSET $4`, club, id,
			RecordedPerPage, page*RecordedPerPage)
		return err
	})
	return list, err
}

// RecordedMatch is the score sheet of a recorded match, for a member, and the import that it comes of, if it does:
// base.ErrNotFound.
func (s *Results) RecordedMatch(ctx context.Context, club, viewer, id int64) (m Recorded, by Import, err error) {
	err = s.ReadAs(ctx, "recorded match", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		if err := conn.QueryRow(ctx, `SELECT `+recordedColumnsSQL+` FROM recorded_matches m
			WHERE m.club_id = $1 AND m.id = $2`, club, id).Scan(m.Fields()...); err != nil || m.Import == 0 {
			return err
		}
		return conn.QueryRow(ctx, `SELECT `+importColumnsSQL+` FROM `+importSQL+` AND i.id = $3`, club, viewer,
			m.Import).Scan(by.Fields()...)
	})
	return m, by, err
}

// WithoutDoubles are those of the matches that the club does not have yet, for a member.
func (s *Results) WithoutDoubles(ctx context.Context, club, viewer int64, matches []Recorded) (left []Recorded,
	err error) {
	err = s.ReadAs(ctx, "doubles", club, viewer, role.Import, func(ctx context.Context, conn *pgxpool.Conn) error {
		left, err = withoutDoubles(ctx, conn, club, matches)
		return err
	})
	return left, err
}

// withoutDoubles leaves out matches that are stored: the same people on the same day of the club's time zone at the
// same game with the same result, be it played here or recorded.
func withoutDoubles(ctx context.Context, q pg.Querier, club int64, matches []Recorded) (left []Recorded, err error) {
	if len(matches) == 0 {
		return nil, nil
	}
	var name string
	if err := q.QueryRow(ctx, `SELECT time_zone FROM clubs WHERE id = $1`, club).Scan(&name); err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		zone = time.UTC
	}
	byEnd := func(a, b Recorded) int { return a.Ended.Compare(b.Ended) }
	from, until := slices.MinFunc(matches, byEnd).Ended, slices.MaxFunc(matches, byEnd).Ended
	stored := map[string]bool{}
	rows, err := q.Query(ctx, `
		SELECT m.ended_at, m.game, m.label, s.players, s.names, s.points, s.places FROM recorded_matches m
		CROSS JOIN LATERAL (SELECT array_agg(coalesce(player_id, 0) ORDER BY seat) AS players,
			array_agg(name ORDER BY seat) AS names, array_agg(points ORDER BY seat) AS points,
			array_agg(place ORDER BY seat) AS places FROM recorded_seats WHERE match_id = m.id) s
		WHERE m.club_id = $1 AND m.ended_at BETWEEN $2 AND $3
		UNION ALL
		SELECT m.ended_at, t.game, '', s.players, s.names, m.totals, s.places
		FROM matches m JOIN tables t ON t.id = m.table_id AND t.reach = 'club'
		CROSS JOIN LATERAL (SELECT array_agg(coalesce(player_id, 0) ORDER BY seat) AS players,
			array_agg(coalesce(bot, '') ORDER BY seat) AS names,
			array_agg((m.outcome->'placing'->>seat::int)::smallint ORDER BY seat) AS places
			FROM match_seats WHERE match_id = m.id) s
		WHERE m.club_id = $1 AND m.status = 'over' AND m.ended_at BETWEEN $2 AND $3`, club,
		from.AddDate(0, 0, -1), until.AddDate(0, 0, 1))
	if err != nil {
		return nil, err
	}
	var m Recorded
	var players []int64
	var names []string
	var points []*int
	var places []int
	_, err = pgx.ForEachRow(rows, []any{&m.Ended, &m.Game, &m.Label, &players, &names, &points, &places}, func() error {
		m.Seats = nil
		for i, player := range players {
			seat := RecordedSeat{Player: player, Name: names[i], Place: places[i]}
			if i < len(points) {
				seat.Points = points[i]
			}
			m.Seats = append(m.Seats, seat)
		}
		for _, byPoints := range []bool{true, false} {
			stored[m.key(zone, m.Label, byPoints)] = true
		}
		return nil
	})
	for _, m := range matches {
		if !stored[m.key(zone, m.Label, true)] && !stored[m.key(zone, "", true)] {
			left = append(left, m)
		}
	}
	return left, err
}

// key is equal for results that are the same; by points where they are known, or by places.
func (r Recorded) key(zone *time.Location, label string, byPoints bool) string {
	var people []string
	for _, s := range r.Seats {
		who := "player " + strconv.FormatInt(s.Player, 10)
		if s.Player == 0 {
			who = scorebook.Fold(s.Name)
		}
		points := s.Points
		if !byPoints {
			points = nil
		}
		people = append(people, scorebook.KeyOf(who, points, s.Place))
	}
	return scorebook.MatchKey(r.Ended.In(zone).Format(time.DateOnly), r.Game, label, people)
}

// MembersNamed are the members of a club by what their names, of today and before, have in common with others.
func (s *Results) MembersNamed(ctx context.Context, club, viewer int64) (called map[string]base.Person,
	list []base.Person, err error) {
	err = s.ReadAs(ctx, "members named", club, viewer, role.Import, func(ctx context.Context,
		conn *pgxpool.Conn) error {
		called, list = map[string]base.Person{}, nil
		rows, err := conn.Query(ctx, `
			SELECT p.id, p.name, p.face, n.name, n.now FROM members m JOIN players p ON p.id = m.player_id
			CROSS JOIN LATERAL (SELECT p.name, true AS now
				UNION ALL SELECT name, false FROM names WHERE player_id = p.id) n
			WHERE m.club_id = $1 AND m.role <> 'guest' AND p.name IS NOT NULL ORDER BY n.now, p.id`, club)
		if err != nil {
			return err
		}
		var p base.Person
		var name string
		var now bool
		_, err = pgx.ForEachRow(rows, []any{&p.ID, &p.Name, &p.Face, &name, &now}, func() error {
			called[scorebook.Fold(name)] = p // names of today come last, and hold
			if now {
				list = append(list, p)
			}
			return nil
		})
		return err
	})
	base.InNameOrder(list, func(p base.Person) string { return p.Name })
	return called, list, err
}

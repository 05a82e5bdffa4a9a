package results

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/role"
)

// A MatchLine is a match in a list.
type MatchLine struct {
	ID        int64
	Table     int // number
	Game      string
	Options   engine.Options
	Status    base.MatchStatus
	Seats     []base.Seat
	Mine      engine.Seat
	Totals    []int           // by seat
	Rounds    int             // finished
	Outcome   *engine.Outcome // nil while the match goes on
	Void      *Void           // nil for one that counts
	Practice  bool            // it counts nowhere
	StartedAt time.Time       // the first deal
	EndedAt   time.Time       // zero while the match goes on
	Away      []Away          // of a match that is over: players for whom a bot has moved
	Paper     bool            // played with real cards
	Label     string          // of one on paper: the night, or a number
	// Unconfirmed says of one on paper that only who wrote it has said so. It counts nowhere.
	Unconfirmed bool
}

// An Away says how much of a match a bot has played for a player.
type Away struct {
	Seat         engine.Seat
	Moves, ByBot int
}

// A Void says who has taken it from a match that it counts, and why.
type Void struct {
	Closed bool // its table was closed; else its result was voided
	By     int64
	Name   string // "" where the account is gone
	Reason string
}

// A MatchPage is one page of a player's matches.
type MatchPage struct {
	Lines   []MatchLine   // those that go on, then what ended last first
	Newer   Mark          // mark of the page before; zero on the first page
	Older   Mark          // mark of the next page; zero on the last page
	Total   int           // of all pages; 0 for a filtered list
	Found   Found         // on the first page of a filtered list, and of somebody else's
	Looked  int           // how many matches such a page looks at
	Whose   base.Person   // of somebody else's list
	Met     []base.Person // to narrow to
	Seasons []Season      // of the club, newest first
	Nights  []DrawnNight  // of the club, the last ones
	Presets []KeptRules   // of the club
}

// A Mark is a place in a list of matches: that of one that is over.
type Mark struct {
	Ended time.Time
	Match int64
}

// String writes a mark for an address; "" for none.
func (m Mark) String() string {
	if m == (Mark{}) {
		return ""
	}
	return fmt.Sprintf("%d-%d", m.Ended.UnixMicro(), m.Match)
}

// ParseMark is the inverse of String.
func ParseMark(text string) (m Mark, err error) {
	ended, match, _ := strings.Cut(text, "-")
	micros, err := strconv.ParseInt(ended, 10, 64)
	if err != nil {
		return m, err
	}
	if m.Ended = time.UnixMicro(micros).UTC(); m.Ended.Year() < 1 || m.Ended.After(endOfTime) {
		return m, strconv.ErrRange
	}
	m.Match, err = strconv.ParseInt(match, 10, 64)
	return m, err
}

// A MatchRange is where a page of matches begins: behind the mark Before, or it
// ends ahead of the mark After. The zero range is the first page.
type MatchRange struct{ Before, After Mark }

// A Sheet is a match's score sheet.
type Sheet struct {
	MatchLine
	Scores     []engine.RoundScore
	Left       []engine.Seat // seats whose players left
	Moves      int           // made so far
	Commitment string
	Seed       string       // in hexadecimal; "" until the match is over, and where its key was lost
	Closed     base.Closing // zero for a match that was played to its end
	Made       []Made       // for players who were away
	Levels     []Level      // of bots that its host has changed, in order
	Luck       []RoundLuck  // of rounds, once it is worked out

	Rules int // version of the game's rules it was played by

	DealtAs       int64               // the number by which it was committed to its secret, in another house perhaps
	Shuffle       string              // version of the method by which its deals follow from the seed
	Sealed        time.Time           // when its secret was committed to
	Contributions []base.Contribution // by seat; none where the method takes none, and before the deal
}

// Made counts the moves that were made for a seat's player.
type Made struct {
	Seat  engine.Seat
	How   string // as MadeByClock
	Moves int
}

// A Level is how well a bot played from a round on, and before.
type Level struct {
	Seat          engine.Seat
	Round         int
	Before, Level string
}

// levelsSQL is []Level of the match m, as JSON.
const levelsSQL = `SELECT coalesce(json_agg(json_build_object('seat', seat, 'round', n, 'level', level, 'before',
		before) ORDER BY number), '[]')
	FROM (SELECT a.seat, a.n, a.number, a.level,
			coalesce(lag(a.level) OVER (PARTITION BY a.seat ORDER BY a.number), s.bot) AS before
		FROM asides a JOIN match_seats s USING (match_id, seat)
		WHERE a.match_id = m.id AND a.level IS NOT NULL) l`

// matchColumnsSQL go with MatchLine.Fields, for the viewer $2 of the club $1.
var matchColumnsSQL = `m.id, t.number, t.game, t.options, m.status, (` + base.SeatsCalledSQL(
	base.NameThenSQL("p", "m.started_at")) + `),
	` + base.MySeatSQL("$2") + `,
	m.totals, (SELECT count(*) FROM rounds WHERE match_id = m.id), m.outcome,
	CASE WHEN m.outcome->>'how' = 'closed' THEN
		(SELECT json_build_object('closed', true, 'by', coalesce(t.closed_by, 0), 'name', p.name, 'reason',
		t.closed_reason) FROM (SELECT) one LEFT JOIN players p ON p.id = t.closed_by)
	ELSE (SELECT json_build_object('by', k.created_by, 'name', p.name, 'reason', k.reason)
		FROM (SELECT kind, created_by, reason FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) k
		JOIN players p ON p.id = k.created_by WHERE k.kind = 'void') END,
	m.started_at, coalesce(m.ended_at, '0001-01-01'), t.practice,
	(SELECT json_agg(json_build_object('seat', seat, 'moves', moves, 'bybot', by_bot) ORDER BY seat) FROM away
	WHERE match_id = m.id)`

// matchFromSQL is every dealt match of a club, for its members who may see the
// table; for a suspended one their own.
var matchFromSQL = `matches m
	JOIN tables t ON t.id = m.table_id
	JOIN entrants v ON v.club_id = m.club_id AND v.player_id = $2 AND ` + base.SeesSQL + `
		AND (v.role NOT IN ('paused', 'guest')
			OR EXISTS (SELECT FROM match_seats WHERE match_id = m.id AND player_id = $2))
	WHERE m.club_id = $1 AND m.status <> 'waiting'`

func (l *MatchLine) Fields() []any {
	return []any{&l.ID, &l.Table, &l.Game, &l.Options, &l.Status, &l.Seats, &l.Mine,
		&l.Totals, &l.Rounds, &l.Outcome, &l.Void, &l.StartedAt, &l.EndedAt, &l.Practice, &l.Away}
}

// MatchesPerPage is the length of a full page of matches.
const MatchesPerPage = 25

// maxMatchesWalked bounds how many matches a page of a narrowed list looks at. A page
// that finds too few among them says where the next one goes on.
const maxMatchesWalked = 1000

// MatchesOf lists the matches a player has played in a club, with the choices for
// filters. The cost does not grow with their number.
func (s *Results) MatchesOf(ctx context.Context, club, player int64, f MatchFilter, at MatchRange) (
	p MatchPage, err error) {
	err = s.Read(ctx, "matches", func(ctx context.Context, conn *pgxpool.Conn) error {
		p, err = s.matchesOf(ctx, conn, club, player, player, f, at)
		return err
	})
	return p, err
}

// MatchesFor lists the matches that are over of somebody who is or was in a club, at tables that all members may see,
// to a member: base.ErrNotFound for anybody else's.
func (s *Results) MatchesFor(ctx context.Context, club, viewer, player int64, f MatchFilter, at MatchRange) (
	p MatchPage, err error) {
	err = s.ReadAs(ctx, "matches for", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		var whose base.Person
		if err := conn.QueryRow(ctx, `SELECT p.id, coalesce(p.name, ''), p.face FROM players p WHERE p.id = $2
			AND (EXISTS (SELECT FROM memberships WHERE club_id = $1 AND player_id = $2)
				OR EXISTS (SELECT FROM tallies WHERE club_id = $1 AND player_id = $2))`, club, player).
			Scan(&whose.ID, &whose.Name, &whose.Face); err != nil {
			return err
		}
		p, err = s.matchesOf(ctx, conn, club, viewer, player, f, at)
		p.Whose = whose
		return err
	})
	return p, err
}

func (s *Results) matchesOf(ctx context.Context, conn *pgxpool.Conn, club, viewer, player int64, f MatchFilter,
	at MatchRange) (p MatchPage, err error) {
	mine := viewer == player
	with, err := peopleIn(ctx, conn, club, player, f)
	if err != nil {
		return p, err
	}
	over, err := walkPage(&at, func(at MatchRange) (walk, error) {
		return s.walkResults(ctx, conn, club, player, f, with, at, mine)
	})
	if err != nil {
		return p, err
	}
	p.Newer, p.Older, p.Found, p.Looked = over.newer, over.older, over.found, f.most(with)
	var batch pgx.Batch
	var running []MatchLine
	if at == (MatchRange{}) && mine && f.running() {
		pg.Queue(&batch, &running, pg.Scanned[MatchLine], `
			SELECT `+matchColumnsSQL+` FROM `+matchFromSQL+` AND m.status <> 'over'
				AND ($3 = '' OR t.game = $3) AND EXISTS (SELECT FROM match_seats WHERE match_id = m.id
					AND player_id = $2)
				AND `+satWithSQL("m.id", "$4", "$5", "$6")+`
			ORDER BY m.id DESC`, club, player, f.Game, with.groups, with.ids, with.of)
	}
	var papers []Recorded
	if f.Medium == OnPaper {
		pg.Queue(&batch, &papers, pg.Scanned[Recorded], `SELECT `+recordedColumnsSQL+` FROM recorded_matches m
			WHERE m.club_id = $1 AND m.id = ANY ($2) ORDER BY m.ended_at DESC, m.id DESC`, club, over.page)
	} else {
		pg.Queue(&batch, &p.Lines, pg.Scanned[MatchLine], matchListSQL(`SELECT unnest($3::bigint[])`), club, viewer,
			over.page)
	}
	queueChoices(&batch, &p, club, player, f, mine)
	if mine && f == (MatchFilter{}) {
		batch.Queue(`SELECT coalesce(sum(ended), 0) FROM tallies WHERE club_id = $1 AND player_id = $2`, club, player).
			QueryRow(func(row pgx.Row) error { return row.Scan(&p.Total) })
	}
	if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
		return p, err
	}
	if mine && f == (MatchFilter{}) {
		p.Total += len(running)
	} else {
		p.Found.Matches += len(running)
	}
	for _, m := range papers {
		p.Lines = append(p.Lines, m.line(viewer))
	}
	p.Lines = append(running, p.Lines...)
	base.InNameOrder(p.Met, func(p base.Person) string { return p.Name })
	latestFirst(p.Nights)
	return p, nil
}

// endOfTime is later than the end of any match.
var endOfTime = time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)

// way is where the walk for a page begins, and how it goes on.
func (at MatchRange) way() (from Mark, beyond, order string) {
	switch {
	case at.After != (Mark{}):
		return at.After, `>`, `ASC`
	case at.Before != (Mark{}):
		return at.Before, `<`, `DESC`
	}
	return Mark{Ended: endOfTime}, `<`, `DESC`
}

// A walk is what a page was made from.
type walk struct {
	page         []int64 // matches, in the order of the walk
	newer, older Mark    // where the pages beside it go on
	found        Found   // on the first page
}

// walkPage walks to a page, or to the first one, which is as long as any, where
// there is nothing ahead of it.
func walkPage(at *MatchRange, to func(MatchRange) (walk, error)) (walk, error) {
	w, err := to(*at)
	if err == nil && at.After != (Mark{}) && w.newer == (Mark{}) {
		*at = MatchRange{}
		return to(*at)
	}
	return w, err
}

// pageOf reads the matches that a walk has found: their marks, and whether they are
// what a narrowed list is for. The walk has looked at as many as most.
func pageOf(rows pgx.Rows, at MatchRange, narrowed bool, most int) (w walk, err error) {
	var first, last, here Mark // of the page, and where the walk is
	var hit, more bool
	walked, hits := 0, 0
	_, err = pgx.ForEachRow(rows, []any{&here.Ended, &here.Match, &hit}, func() error {
		walked++
		if !hit {
			return nil
		}
		hits++
		if len(w.page) == MatchesPerPage {
			more = true
			return nil
		}
		w.page, last = append(w.page, here.Match), here
		if len(w.page) == 1 {
			first = here
		}
		return nil
	})
	if !more && narrowed && walked == most {
		more, last = true, here
	}
	if len(w.page) == 0 {
		first, _, _ = at.way()
	}
	if !more {
		last = Mark{}
	}
	switch {
	case at.After != (Mark{}):
		w.newer, w.older = last, first
	case at.Before != (Mark{}):
		w.newer, w.older = first, last
	default:
		w.older = last
		if narrowed {
			w.found.Matches = hits
		}
		if narrowed && walked == most {
			w.found.Among = walked
		}
	}
	return w, err
}

// matchListSQL selects the matches whose ids another query selects, those that ended
// last first.
func matchListSQL(ids string) string {
	return `SELECT ` + matchColumnsSQL + ` FROM ` + matchFromSQL + ` AND m.id IN (` + ids + `)
		ORDER BY m.ended_at DESC, m.id DESC`
}

// LastResultsSQL is matchListSQL of a player's last matches, at most $3; which says whose.
func LastResultsSQL(which string) string {
	return matchListSQL(`SELECT match_id FROM results WHERE club_id = $1 AND ` + which + `
		ORDER BY ended_at DESC, match_id DESC LIMIT $3`)
}

// Match returns a dealt match's score sheet to a member of the club.
func (s *Results) Match(ctx context.Context, club, id, viewer int64) (sheet Sheet, err error) {
	err = s.Read(ctx, "match", func(ctx context.Context, conn *pgxpool.Conn) error {
		sheet, err = SelectSheet(ctx, conn, club, id, viewer)
		return err
	})
	return sheet, err
}

// SelectSheet reveals the seed only once the match is over: the query decides.
func SelectSheet(ctx context.Context, q pg.Querier, club, id, viewer int64) (sheet Sheet, err error) {
	err = q.QueryRow(ctx, `
		SELECT `+matchColumnsSQL+`, m.version, m.commitment, m.rules_version,
			coalesce(m.dealt_as, m.id), m.shuffle_version,
			coalesce(m.sealed_at, m.created_at), (`+base.ContributionsSQL+`),
			CASE WHEN m.status = 'over' THEN coalesce(encode(m.seed, 'hex'), '') ELSE '' END,
			(SELECT coalesce(array_agg(seat ORDER BY seat), '{}') FROM moves WHERE match_id = m.id AND move = $4),
			(SELECT coalesce(json_agg(json_build_object('seat', seat, 'how', made, 'moves', n) ORDER BY seat, made),
			'[]')
				FROM (SELECT seat, made, count(*) AS n FROM moves WHERE match_id = m.id AND made IS NOT NULL
					GROUP BY seat, made) AS away),
			(`+levelsSQL+`), (`+roundLucksSQL+`),
			`+base.ClosingColumnsSQL+`
		FROM `+matchFromSQL+` AND m.id = $3`, club, viewer, id, engine.VerbLeave).
		Scan(append(append(sheet.Fields(), &sheet.Moves, &sheet.Commitment, &sheet.Rules,
			&sheet.DealtAs, &sheet.Shuffle, &sheet.Sealed, &sheet.Contributions, &sheet.Seed, &sheet.Left, &sheet.Made,
			&sheet.Levels, &sheet.Luck), sheet.Closed.Fields()...)...)
	if err != nil {
		return sheet, err
	}
	if sheet.Outcome == nil || sheet.Outcome.How != engine.ByClose {
		sheet.Closed = base.Closing{} // a match before the one that was closed
	}
	sheet.Scores, err = SelectScores(ctx, q, id)
	return sheet, err
}

// RecentMatches is how many of a player's last matches the home page shows.
const RecentMatches = 5

package db

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine"
)

// A MatchLine is a match in a list.
type MatchLine struct {
	ID        int64
	Table     int // number
	Game      string
	Options   engine.Options
	Status    MatchStatus
	Seats     []Seat
	Mine      engine.Seat
	Totals    []int           // by seat
	Rounds    int             // finished
	Outcome   *engine.Outcome // nil while the match goes on
	StartedAt time.Time       // the first deal
	EndedAt   time.Time       // zero while the match goes on
}

// A MatchPage is one page of a player's matches.
type MatchPage struct {
	Lines   []MatchLine // newest first
	Page    int         // from 1
	Pages   int         // at least 1
	Total   int
	Met     []Person // whom the player has played with
	Seasons []Season // of the club, newest first
}

// A list of matches can be narrowed to those that the player won or lost.
const (
	MatchesWon  = "won"
	MatchesLost = "lost"
)

// A MatchFilter narrows a list of matches. A zero field narrows nothing.
type MatchFilter struct {
	Game   string
	With   int64  // somebody who sat there too
	Result string // MatchesWon or MatchesLost: over, and not closed
	Season int64  // of which the match counts
}

// where are the conditions for matchFrom, their arguments counted from first.
func (f MatchFilter) where(first int) (text string, args []any) {
	narrow := func(condition string, value any) {
		text += " AND " + strings.ReplaceAll(condition, "?", "$"+strconv.Itoa(first+len(args)))
		args = append(args, value)
	}
	if f.Game != "" {
		narrow(`t.game = ?`, f.Game)
	}
	if f.With != 0 {
		narrow(`EXISTS (SELECT FROM match_seats WHERE match_id = m.id AND player_id = ?)`, f.With)
	}
	if f.Result != "" {
		narrow(`m.status = 'over' AND m.outcome->>'how' <> 'closed'
			AND ((m.outcome->'placing'->>`+mySeat("$2")+`::int)::int = 1) = ?`, f.Result == MatchesWon)
	}
	if f.Season != 0 {
		narrow(`EXISTS (SELECT FROM seasons WHERE id = ? AND club_id = m.club_id AND m.ended_at >= starts_at AND m.ended_at < ends_at)`, f.Season)
	}
	return text, args
}

// A Sheet is a match's score sheet.
type Sheet struct {
	MatchLine
	Scores     []engine.RoundScore
	Left       []engine.Seat // whose players left
	Moves      int           // made so far
	Commitment string
	Seed       string  // in hexadecimal; "" until the match is over
	Closed     Closing // zero for a match that was played to its end

	rules int // version of the game's rules it was played by
}

// matchColumns go with MatchLine.fields, for the viewer $2 of the club $1.
var matchColumns = `m.id, t.number, t.game, t.options, m.status, (` + seatList + `),
	` + mySeat("$2") + `,
	m.totals, (SELECT count(*) FROM rounds WHERE match_id = m.id), m.outcome,
	m.started_at, coalesce(m.ended_at, '0001-01-01')`

// matchFrom is every dealt match of a club, for its members who may see the
// table.
var matchFrom = `matches m
	JOIN tables t ON t.id = m.table_id
	JOIN members v ON v.club_id = m.club_id AND v.player_id = $2 AND ` + sees + `
	WHERE m.club_id = $1 AND m.status <> 'waiting'`

func (l *MatchLine) fields() []any {
	return []any{&l.ID, &l.Table, &l.Game, &l.Options, &l.Status, &l.Seats, &l.Mine,
		&l.Totals, &l.Rounds, &l.Outcome, &l.StartedAt, &l.EndedAt}
}

// playedIn narrows matchFrom to the viewer's own.
const playedIn = ` AND m.id IN (SELECT match_id FROM match_seats WHERE player_id = $2)`

// ended narrows matchFrom to matches that are over.
const ended = ` AND m.status = 'over'`

// MatchesPerPage is the length of a full page of matches.
const MatchesPerPage = 20

// MatchesOf lists the matches a player has played in a club, newest first, with
// the choices for filters. A page beyond the last is the last.
func (s *Store) MatchesOf(ctx context.Context, club, player int64, f MatchFilter, page int) (p MatchPage, err error) {
	err = s.read(ctx, "matches", func(ctx context.Context, conn *pgxpool.Conn) error {
		which, args := f.where(3)
		err := conn.QueryRow(ctx, `SELECT count(*) FROM `+matchFrom+playedIn+which, append([]any{club, player}, args...)...).Scan(&p.Total)
		if err != nil {
			return err
		}
		p.Pages = max(1, (p.Total+MatchesPerPage-1)/MatchesPerPage)
		p.Page = min(max(page, 1), p.Pages)
		which, args = f.where(5)
		p.Lines, err = selectMatches(ctx, conn, playedIn+which, club, player, MatchesPerPage, (p.Page-1)*MatchesPerPage, args...)
		if err != nil {
			return err
		}
		if p.Seasons, err = selectSeasons(ctx, conn, club); err != nil {
			return err
		}
		p.Met, err = all[Person](ctx, conn, `
			SELECT DISTINCT s.player_id AS id, coalesce(p.name, '') AS name
			FROM match_seats s JOIN players p ON p.id = s.player_id
			WHERE s.player_id <> $2 AND s.match_id IN (SELECT m.id FROM `+matchFrom+playedIn+`)
			ORDER BY id`, club, player)
		inNameOrder(p.Met, func(p Person) string { return p.Name })
		return err
	})
	return p, err
}

// selectMatches lists matches, newest first. The arguments of which begin with
// $5.
func selectMatches(ctx context.Context, q querier, which string, club, player int64, limit, offset int, more ...any) ([]MatchLine, error) {
	return collect(ctx, q, scanned[MatchLine], `
		SELECT `+matchColumns+` FROM `+matchFrom+which+`
		ORDER BY m.id DESC LIMIT $3 OFFSET $4`, append([]any{club, player, limit, offset}, more...)...)
}

// Match returns a dealt match's score sheet to a member of the club.
func (s *Store) Match(ctx context.Context, club, id, viewer int64) (sheet Sheet, err error) {
	err = s.read(ctx, "match", func(ctx context.Context, conn *pgxpool.Conn) error {
		sheet, err = s.selectSheet(ctx, conn, club, id, viewer)
		return err
	})
	return sheet, err
}

// selectSheet reveals the seed only once the match is over: the query decides.
func (s *Store) selectSheet(ctx context.Context, q querier, club, id, viewer int64) (sheet Sheet, err error) {
	err = q.QueryRow(ctx, `
		SELECT `+matchColumns+`, m.version, m.commitment, m.rules_version,
			CASE WHEN m.status = 'over' THEN encode(m.seed, 'hex') ELSE '' END,
			(SELECT coalesce(array_agg(seat ORDER BY seat), '{}') FROM moves WHERE match_id = m.id AND move = $4),
			`+closingColumns+`
		FROM `+matchFrom+` AND m.id = $3`, club, viewer, id, engine.VerbLeave).
		Scan(append(append(sheet.fields(), &sheet.Moves, &sheet.Commitment, &sheet.rules, &sheet.Seed, &sheet.Left), sheet.Closed.fields()...)...)
	if err != nil {
		return sheet, err
	}
	if sheet.Outcome == nil || sheet.Outcome.How != engine.ByClose {
		sheet.Closed = Closing{} // a match before the one that was closed
	}
	sheet.Scores, err = collect(ctx, q, func(row pgx.CollectableRow) (r engine.RoundScore, err error) {
		return r, row.Scan(&r.Number, &r.Dealer, &r.Totals, &r.Result)
	}, `SELECT number, dealer, totals, result FROM rounds WHERE match_id = $1 ORDER BY number`, id)
	return sheet, err
}

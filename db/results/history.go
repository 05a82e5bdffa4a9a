package results

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// How the matches of a club's history ended. HistoryRunning are those that have not.
const (
	HistoryRunning = "running"
	HistoryPlayed  = "played" // to the end, and they count
	HistoryLeft    = "left"   // the others gave up
	HistoryVoided  = "voided"
	HistoryClosed  = "closed"
)

// A HistoryFilter narrows a club's history. A zero field narrows nothing.
type HistoryFilter struct {
	Search string // a table's number, or part of the name of somebody who sat there
	Game   string
	Ended  string // one of the above
	Season int64
	From   time.Time // matches that ended then or later
	Until  time.Time // matches that ended before
}

// narrowed reports that a page may have to look at more matches than it lists.
func (f HistoryFilter) narrowed() bool { return f.Search != "" || f.Game != "" || f.Ended != "" }

// running reports that matches that go on belong to it.
func (f HistoryFilter) running() bool {
	return (f.Ended == "" || f.Ended == HistoryRunning) && f.Season == 0 && f.From.IsZero() && f.Until.IsZero()
}

// A History is one page of a club's matches.
type History struct {
	Lines   []MatchLine // those that go on, then what ended last first
	Newer   Mark        // as in a MatchPage
	Older   Mark
	Running int      // in all, whatever the filter is, up to MaxCounted and one
	Seasons []Season // of the club, newest first
}

const (
	// maxHistoryWalked bounds how many matches a page of a narrowed history looks at.
	maxHistoryWalked = 500

	// maxRunning bounds how many matches that go on stand on its first page.
	maxRunning = 100

	// MaxCounted bounds how many matches that go on are counted.
	MaxCounted = 500
)

// HistoryOf lists all of a club's matches to a member who looks after its tables:
// base.ErrForbidden for others. What a page costs does not depend on how many there are.
func (s *Results) HistoryOf(ctx context.Context, club, viewer int64, f HistoryFilter, at MatchRange) (
	h History, err error) {
	err = s.ReadAs(ctx, "history", club, viewer, role.Close, func(ctx context.Context, conn *pgxpool.Conn) error {
		h = History{}
		number, err := strconv.ParseInt(f.Search, 10, 32)
		table := int(number)
		if err != nil {
			table = 0 // a name
		}
		people := []int64{}
		if f.Search != "" && table == 0 {
			if people, err = playersNamed(ctx, conn, club, f.Search); err != nil {
				return err
			}
		}
		var over walk
		if f.Ended != HistoryRunning {
			over, err = walkPage(&at, func(at MatchRange) (walk, error) {
				return walkHistory(ctx, conn, club, f, table, people, at)
			})
			if err != nil {
				return err
			}
			h.Newer, h.Older = over.newer, over.older
		}
		var batch pgx.Batch
		var running []MatchLine
		if at == (MatchRange{}) && f.running() {
			pg.Queue(&batch, &running, pg.Scanned[MatchLine], `
				SELECT `+matchColumnsSQL+` FROM `+matchFromSQL+` AND m.status <> 'over' AND ($3 = '' OR t.game = $3)
					AND `+historySearchSQL("$4", "$5", "$6")+`
				ORDER BY m.changed_at DESC, m.id DESC LIMIT $7`, club, viewer, f.Game, f.Search, table, people,
				maxRunning)
		}
		pg.Queue(&batch, &h.Lines, pg.Scanned[MatchLine], matchListSQL(`SELECT unnest($3::bigint[])`), club, viewer,
			over.page)
		queueSeasons(&batch, &h.Seasons, club)
		batch.Queue(`SELECT count(*) FROM (SELECT FROM matches WHERE club_id = $1 AND status = 'playing'
			LIMIT $2) AS running`, club, MaxCounted+1).
			QueryRow(func(row pgx.Row) error { return row.Scan(&h.Running) })
		if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
			return err
		}
		h.Lines = append(running, h.Lines...)
		return nil
	})
	return h, err
}

// historySearchSQL is the condition that a match m at a table t is what somebody looks
// for: all of it, the table's, or that of one of the people.
func historySearchSQL(search, table, people string) string {
	return `(` + search + ` = '' OR t.number = ` + table + ` OR (SELECT bool_or(player_id = ANY (` + people +
		`::bigint[])) FROM match_seats WHERE match_id = m.id))`
}

// walkHistory finds the matches of a page by the index of their ends, and where the
// pages beside it go on.
func walkHistory(ctx context.Context, q pg.Querier, club int64, f HistoryFilter, table int, people []int64,
	at MatchRange) (walk, error) {
	from, beyond, order := at.way()
	most := MatchesPerPage + 1
	if f.narrowed() {
		most = maxHistoryWalked
	}
	until := f.Until
	if until.IsZero() {
		until = endOfTime
	}
	rows, err := q.Query(ctx, `
		SELECT m.ended_at, m.id, ($2 = '' OR t.game = $2) AND `+historySearchSQL("$3", "$4", "$5")+`
			AND ($6 = '' OR $6 = `+endedSQL+`)
		FROM matches m JOIN tables t ON t.id = m.table_id
		WHERE m.club_id = $1 AND m.status = 'over' AND m.ended_at >= $7 AND m.ended_at < $8
			AND m.ended_at >= (SELECT starts_at FROM seasons WHERE id = $9 AND club_id = $1 UNION ALL SELECT '-infinity'
				WHERE $9 = 0)
			AND m.ended_at < (SELECT ends_at FROM seasons WHERE id = $9 AND club_id = $1 UNION ALL SELECT 'infinity'
				WHERE $9 = 0)
			AND (m.ended_at, m.id) `+beyond+` ($11, $12)
		ORDER BY m.ended_at `+order+`, m.id `+order+` LIMIT $10`,
		club, f.Game, f.Search, table, people, f.Ended, f.From, until, f.Season, most, from.Ended, from.Match)
	if err != nil {
		return walk{}, err
	}
	return pageOf(rows, at, f.narrowed(), most)
}

// playersNamed are those who are or were in a club and whose name contains a text.
func playersNamed(ctx context.Context, q pg.Querier, club int64, text string) (ids []int64, err error) {
	called, err := pg.Collect(ctx, q, pgx.RowToStructByName[base.Person], `
		SELECT id, name, face FROM players WHERE name IS NOT NULL AND id IN (
			SELECT player_id FROM memberships WHERE club_id = $1 UNION SELECT player_id FROM tallies
				WHERE club_id = $1)`, club)
	ids = []int64{}
	for _, p := range called {
		if base.NameHas(p.Name, text) {
			ids = append(ids, p.ID)
		}
	}
	return ids, err
}

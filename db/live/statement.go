package live

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"carteado/db/accounts"
	"carteado/engine"
)

// One statement writes the rows of moves: each becomes a row of moves, and changes the row of its match. It travels
// with COMMIT. For a batch it also finds out whether each match is as the program remembers it, and is not locked.

// A field is a value of each move that is written.
type field struct {
	name, kind string // its type in PostgreSQL
	of         func([]*batchedMove) any
}

// fieldOf is the value itself for one move, and an array for several.
func fieldOf[T any](name, kind string, of func(*batchedMove) T) field {
	return field{name, kind, func(list []*batchedMove) any {
		if len(list) == 1 {
			return of(list[0])
		}
		values := make([]T, len(list))
		for i, w := range list {
			values[i] = of(w)
		}
		return values
	}}
}

var fields = []field{
	fieldOf("match", "bigint", func(m *batchedMove) int64 { return m.next.Match }),
	fieldOf("club", "bigint", func(m *batchedMove) int64 { return m.Club }),
	fieldOf("table", "integer", func(m *batchedMove) int { return m.Table }),
	fieldOf("player", "bigint", func(m *batchedMove) int64 { return m.Player }),
	fieldOf("session", "bigint", func(m *batchedMove) int64 { return m.Session }),
	fieldOf("row", "text", func(m *batchedMove) string { return m.row }),
	fieldOf("table version", "bigint", func(m *batchedMove) int { return m.next.TableVersion }),
	fieldOf("version", "integer", func(m *batchedMove) int { return m.next.Version }),
	fieldOf("state", "jsonb", func(m *batchedMove) []byte { return m.next.Step.state }),
	fieldOf("to move", "text", func(m *batchedMove) string { return arrayText(m.next.Step.match.Awaited()) }),
	fieldOf("totals", "text", func(m *batchedMove) string { return arrayText(m.next.Step.match.Totals()) }),
	fieldOf("seat", "smallint", func(m *batchedMove) engine.Seat { return m.next.Step.seat }),
	fieldOf("idem", "text", func(m *batchedMove) string { return m.Idem }),
	fieldOf("move", "text", func(m *batchedMove) string { return SealMove(m.next.Key, m.Move) }),
	fieldOf("events", "jsonb", func(m *batchedMove) []byte { return m.next.Step.events }),
	fieldOf("clock", "jsonb", func(m *batchedMove) []byte { return m.next.Step.clock }),
	fieldOf("made", "text", func(m *batchedMove) string { return m.next.Step.made }),
}

// arrayText is a list as PostgreSQL writes an array: one of arrays has all of the same length.
func arrayText[T ~int | ~int8](list []T) string {
	text := []byte{'{'}
	for i, v := range list {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(v), 10)
	}
	return string(append(text, '}'))
}

// queueMoves queues the statement for a batch. It answers with a row for each move that is made.
func queueMoves(list []*batchedMove, batch *pgx.Batch) *pgx.QueuedQuery {
	if len(list) == 1 {
		return writeOne.queue(list, batch)
	}
	return writeSeveral.queue(list, batch)
}

// queueMove queues the statement for a move of a match that is locked. It goes to the position p.
func queueMove(p *MatchPosition, move engine.Move, idem string, batch *pgx.Batch) {
	m := &batchedMove{PlayInput: PlayInput{Idem: idem, Move: move}, next: p}
	writeLocked.queue([]*batchedMove{m}, batch).QueryRow(func(row pgx.Row) error {
		var n int
		return row.Scan(&n, &p.Row, &p.Step.time)
	})
}

// A moveStatement writes moves. It names only some of the fields.
type moveStatement struct {
	sql    string
	fields []field
}

func (s moveStatement) queue(list []*batchedMove, batch *pgx.Batch) *pgx.QueuedQuery {
	args := make([]any, len(s.fields))
	for i, f := range s.fields {
		args[i] = f.of(list)
	}
	return batch.Queue(s.sql, args...)
}

var (
	writeOne     = newMoveStatement(lockedSQL(`(SELECT {match} AS match, 1 AS n)`), "$%d::%s")
	writeSeveral = newMoveStatement(lockedSQL(`unnest($1::bigint[]) WITH ORDINALITY`), "($%d::%s[])[n]")
	writeLocked  = newMoveStatement(`SELECT {match} AS id, 1 AS n`, "$%d::%s")
)

// MoveSQL are the statements that write ordinary moves, of one match and of several, for those who look at their plans.
func MoveSQL() (one, several string) { return writeOne.sql, writeSeveral.sql }

// lockedSQL locks the matches of a list that are as remembered. It waits for no lock: of transactions that hold several
// locks, none waits for another. What else must hold stands in subqueries that find one row each, so that PostgreSQL
// has one way to run them.
func lockedSQL(from string) string {
	return `
			SELECT m.id, n FROM ` + from + ` AS w (match, n) JOIN matches m ON m.id = w.match
			WHERE ` + rowOfMatch + ` = {row}
				AND (SELECT t.club_id = {club} AND t.number = {table} AND ` + tableVersion + ` = {table version}
					FROM tables t WHERE t.id = m.table_id)
				AND (SELECT suspended_at IS NULL FROM memberships WHERE club_id = {club} AND player_id = {player})
				AND ({session} = 0 OR (SELECT s.player_id = {player} AND ` + accounts.SessionAlive + ` FROM sessions s
					WHERE s.id = {session}))
			FOR UPDATE OF m SKIP LOCKED`
}

// newMoveStatement is the statement for the matches that are locked, with each value in the form given.
func newMoveStatement(locked, value string) (s moveStatement) {
	s.sql = `
		WITH locked AS (` + locked + `
		), changed AS (
			UPDATE matches m SET version = {version}, state = coalesce({state}, state), to_move = {to move}::smallint[],
				totals = {totals}::integer[],
				clock = {clock}, changed_at = clock_timestamp()
			FROM locked WHERE m.id = locked.id
			RETURNING m.id, n, m.version, m.changed_at AS at, ` + rowOfMatch + ` AS row
		), made AS (
			INSERT INTO moves (match_id, version, seat, idem, move, events, at, made)
			SELECT id, version, {seat}, {idem}, {move}, {events}, at, nullif({made}, '') FROM changed
		)
		SELECT n, row, at FROM changed`
	for i, f := range fields {
		if name := "{" + f.name + "}"; i == 0 || strings.Contains(s.sql, name) { // the first is the list of matches
			s.fields = append(s.fields, f)
			s.sql = strings.ReplaceAll(s.sql, name, fmt.Sprintf(value, len(s.fields), f.kind))
		}
	}
	return s
}

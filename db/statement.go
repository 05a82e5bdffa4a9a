package db

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"carteado/engine"
)

// One statement makes the moves of a batch, and travels with BEGIN and COMMIT: it makes each move whose match is as the
// program remembers it, and is not locked.

// A field is a value of each move that is made.
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
	fieldOf("match", "bigint", func(m *batchedMove) int64 { return m.Match }),
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
	fieldOf("seat", "smallint", func(m *batchedMove) engine.Seat { return m.next.Mine }),
	fieldOf("idem", "text", func(m *batchedMove) string { return m.Idem }),
	fieldOf("move", "text", func(m *batchedMove) string { return m.Move.String() }),
	fieldOf("events", "jsonb", func(m *batchedMove) []byte { return m.next.Step.told }),
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

// queueMoves queues the statement that makes moves. It answers with a row for each that is made.
func queueMoves(list []*batchedMove, batch *pgx.Batch) *pgx.QueuedQuery {
	args := make([]any, len(fields))
	for i, f := range fields {
		args[i] = f.of(list)
	}
	if len(list) == 1 {
		return batch.Queue(makeOne, args...)
	}
	batch.Queue(`SET LOCAL plan_cache_mode = force_generic_plan`) // else it is planned anew for every few moves
	return batch.Queue(makeSeveral, args...)
}

var (
	makeOne     = makeStatement(`(SELECT {match} AS match, 1 AS n)`, "$%d::%s")
	makeSeveral = makeStatement(`unnest($1::bigint[]) WITH ORDINALITY`, "($%d::%s[])[n]")
)

// makeStatement is the statement for the moves from a list of matches. A lock is not waited for:
// of those who hold several locks, none waits for another. What else must hold stands
// in subqueries that find one row each, so that PostgreSQL has one way to run them.
func makeStatement(from, value string) string {
	var values []string
	for i, f := range fields {
		values = append(values, "{"+f.name+"}", fmt.Sprintf(value, i+1, f.kind))
	}
	return strings.NewReplacer(values...).Replace(`
		WITH locked AS (
			SELECT m.id, n FROM ` + from + ` AS w (match, n) JOIN matches m ON m.id = w.match
			WHERE ` + rowOfMatch + ` = {row}
				AND (SELECT t.club_id = {club} AND t.number = {table} AND ` + tableVersion + ` = {table version} FROM tables t WHERE t.id = m.table_id)
				AND (SELECT suspended_at IS NULL FROM memberships WHERE club_id = {club} AND player_id = {player})
				AND ({session} = 0 OR (SELECT s.player_id = {player} AND ` + sessionAlive + ` FROM sessions s WHERE s.id = {session}))
			FOR UPDATE OF m SKIP LOCKED
		), changed AS (
			UPDATE matches m SET version = {version}, state = coalesce({state}, state), to_move = {to move}::smallint[], totals = {totals}::integer[],
				changed_at = clock_timestamp()
			FROM locked WHERE m.id = locked.id
			RETURNING m.id, n, m.version, m.changed_at AS at, ` + rowOfMatch + ` AS row
		), made AS (
			INSERT INTO moves (match_id, version, seat, idem, move, events, at)
			SELECT id, version, {seat}, {idem}, {move}, {events}, at FROM changed
		)
		SELECT n, row, at FROM changed`)
}

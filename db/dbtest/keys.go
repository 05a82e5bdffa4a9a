package dbtest

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/keys"
	"carteado/engine"
)

// Key opens the rows of a match.
func Key(t testing.TB, pool *pgxpool.Pool, match int64) *keys.Match {
	t.Helper()
	var seed, secret []byte
	err := pool.QueryRow(t.Context(), `SELECT seed, secret FROM matches WHERE id = $1`, match).Scan(&seed, &secret)
	opened := engine.Seed{}
	if copy(opened[:], seed); err == nil && seed == nil {
		opened, err = keys.Open("").Unseal(match, secret)
	}
	if err != nil {
		t.Fatal(err)
	}
	return keys.Of(opened)
}

// plainColumns are those that are encrypted, with what stands behind their new text.
var plainColumns = []struct {
	table, name, match, cast string
	kind                     keys.Kind
}{
	{"matches", "state", "id", "::jsonb", keys.Position},
	{"moves", "events", "match_id", "::jsonb", keys.Events},
	{"rounds", "final", "match_id", "::jsonb", keys.Final},
	{"moves", "move", "match_id", "", keys.Move},
	{"hands", "cards", "match_id", "", keys.Hand},
	{"notes", "text", "match_id", "", keys.Note},
}

// InPlain writes the rows of a running match as they were before there were keys, past the triggers that keep them.
func InPlain(t testing.TB, pool *pgxpool.Pool, match int64) {
	t.Helper()
	ctx, key := t.Context(), Key(t, pool, match)
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var batch pgx.Batch
		batch.Queue(`SET LOCAL session_replication_role = replica`)
		batch.Queue(`DELETE FROM plans WHERE match_id = $1`, match)
		batch.Queue(`UPDATE matches SET seed = $2, secret = NULL WHERE id = $1`, match, key.Secret[:])
		if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
			return err
		}
		for _, c := range plainColumns {
			rows, err := tx.Query(ctx, `SELECT ctid::text, `+c.name+`::text FROM `+c.table+` WHERE `+c.match+` = $1
				AND `+c.name+` IS NOT NULL`, match)
			if err != nil {
				return err
			}
			list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Row, Text string }])
			if err != nil {
				return err
			}
			for _, row := range list {
				plain, err := key.OpenText(c.kind, row.Text)
				if c.cast != "" {
					var told []byte
					told, err = key.OpenJSON(c.kind, []byte(row.Text))
					plain = string(told)
				}
				if err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, `UPDATE `+c.table+` SET `+c.name+` = $2::text`+c.cast+`
					WHERE ctid = $1::text::tid`, row.Row, plain); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

package dbtest

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Holding lists the columns of a database of which a row holds a text, in whatever case, be they text, lists, JSON or
// bytes.
func Holding(t testing.TB, pool *pgxpool.Pool, text string) (columns []string) {
	t.Helper()
	rows, err := pool.Query(t.Context(), `
		SELECT format('SELECT %L FROM %I.%I WHERE strpos(lower(%s), lower($1)) > 0 LIMIT 1', c.table_name || '.'
			|| c.column_name, c.table_schema, c.table_name, CASE WHEN c.data_type = 'bytea'
			THEN format('encode(%I, ''escape'')', c.column_name) ELSE format('%I::text', c.column_name) END),
			c.data_type = 'bytea'
		FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
		WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
			AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
		ORDER BY c.table_name, c.column_name`)
	if err != nil {
		t.Fatal(err)
	}
	type column struct {
		query string
		bytes bool
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c column, err error) {
		return c, row.Scan(&c.query, &c.bytes)
	})
	if err != nil || len(list) < 100 {
		t.Fatalf("%d columns: %v", len(list), err)
	}
	for _, c := range list {
		looked := text
		if c.bytes {
			if err := pool.QueryRow(t.Context(), `SELECT encode(convert_to($1, 'UTF8'), 'escape')`, text).
				Scan(&looked); err != nil {
				t.Fatal(err)
			}
		}
		rows, err := pool.Query(t.Context(), c.query, looked)
		if err != nil {
			t.Fatal(err)
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(fmt.Errorf("%s: %w", c.query, err))
		}
		columns = append(columns, found...)
	}
	return columns
}

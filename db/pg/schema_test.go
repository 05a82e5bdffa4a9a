package pg_test

import (
	"flag"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"carteado/db/dbtest"
	"carteado/db/pg"
)

var update = flag.Bool("update", false, "write migrations/schema.txt instead of comparing")

// schemaFile shows what the migrations come to, in one place and in every diff.
const schemaFile = "../../migrations/schema.txt"

// TestSchemaFile compares the migrated schema with the committed one. It is
// read from the catalogs, because pg_dump words it differently in each version.
// River's tables are River's affair.
func TestSchemaFile(t *testing.T) {
	t.Parallel()
	d := open(t)
	rows, err := d.Pool().Query(t.Context(), `
		WITH ours AS (
			SELECT oid, relname, relkind, reloptions FROM pg_class
			WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
				AND relname !~ '^(river_|goose_)' AND NOT EXISTS (
					SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype IN ('a', 'i'))
		)
		SELECT line FROM (
			SELECT relname, 0 AS part, 0::numeric AS place,
				chr(10) || CASE relkind WHEN 'S' THEN 'sequence ' ELSE 'table ' END || relname ||
				coalesce(' with ' || array_to_string(reloptions, ', '), '') AS line FROM ours
			UNION ALL
			SELECT relname, 1, a.attnum, '    ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
				CASE WHEN a.attnotnull THEN ' not null' ELSE '' END ||
				CASE WHEN a.attidentity = 'a' THEN ' identity' ELSE '' END ||
				coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
			FROM ours JOIN pg_attribute a ON a.attrelid = ours.oid AND a.attnum > 0 AND NOT a.attisdropped
			LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
			WHERE relkind = 'r'
			UNION ALL
			SELECT relname, 2, row_number() OVER (ORDER BY conname),
				'    constraint ' || conname || ' ' || pg_get_constraintdef(c.oid)
			FROM ours JOIN pg_constraint c ON c.conrelid = ours.oid AND c.contype <> 'n'
			UNION ALL
			SELECT relname, 3, row_number() OVER (ORDER BY i.indexrelid::regclass::text),
				'    ' || pg_get_indexdef(i.indexrelid)
			FROM ours JOIN pg_index i ON i.indrelid = ours.oid
			WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
			UNION ALL
			SELECT relname, 4, row_number() OVER (ORDER BY tgname), '    ' || pg_get_triggerdef(g.oid)
			FROM ours JOIN pg_trigger g ON g.tgrelid = ours.oid AND NOT g.tgisinternal
			UNION ALL
			SELECT '~' || proname, 5, 0, chr(10) || pg_get_functiondef(p.oid) FROM pg_proc p
			WHERE pronamespace = 'public'::regnamespace AND proname !~ '^river_'
		) lines ORDER BY relname COLLATE "C", part, place`)
	must(t, err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	got := "What the migrations come to. Written by: go test ./db/pg -run TestSchemaFile -update\n" +
		strings.Join(lines, "\n") + "\n"
	if *update {
		must(t, os.WriteFile(schemaFile, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(schemaFile)
	must(t, err)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not what the migrations come to (run with -update):\n%s", schemaFile, diff)
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		sql  string
		want string // part of the reason
	}{
		"as it should be": {`SELECT`, ""},
		"a newer program was here": {`INSERT INTO goose_db_version (version_id, is_applied)
			VALUES (99999, true)`, "newer"},
		"not migrated to the end": {`DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id)
			FROM goose_db_version)`, "older"},
		"one in the middle is missing": {`DELETE FROM goose_db_version WHERE version_id = 94`, "older"},
		"not migrated at all":          {`DROP TABLE goose_db_version`, "missing"},
		"the queue's schema": {`DELETE FROM river_migration WHERE version = (SELECT max(version)
			FROM river_migration)`, "queue"},
		"moves could be lost": {
			`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
			"synchronous_commit"},
		"no room on the disk": {
			`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
			CREATE TRIGGER full_disk BEFORE INSERT ON readiness FOR EACH ROW
				EXECUTE FUNCTION full_disk()`, "takes no writes"},
		"a copy that is only read": {
			`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`,
			"takes no writes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := dbtest.New(t)
			conn, err := pgx.Connect(t.Context(), url)
			must(t, err)
			_, err = conn.Exec(t.Context(), tc.sql)
			must(t, err)
			must(t, conn.Close(t.Context()))
			d, err := pg.Open(t.Context(), pg.Config{URL: url, Limit: dbtest.Timeout})
			must(t, err)
			defer d.Close()
			err = d.Ready(t.Context())
			if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

// A club may have come by a version that lacks a migration and has later ones.
func TestMigrateALowerOne(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t)
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	_, err = conn.Exec(t.Context(), `DROP TABLE yearbook_parts, yearbooks; DELETE FROM goose_db_version WHERE version_id = 94`)
	must(t, err)
	must(t, pg.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)))
	_, err = conn.Exec(t.Context(), `SELECT FROM yearbooks`)
	must(t, err)
	must(t, conn.Close(t.Context()))
	d, err := pg.Open(t.Context(), pg.Config{URL: url, Limit: dbtest.Timeout})
	must(t, err)
	defer d.Close()
	must(t, d.Ready(t.Context()))
}

// TestMigrateTogether: programs that start together migrate once, and again is
// harmless.
func TestMigrateTogether(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t)
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	_, err = conn.Exec(t.Context(), `DROP SCHEMA public CASCADE; CREATE SCHEMA public`)
	must(t, err)
	must(t, conn.Close(t.Context()))
	results := make(chan error)
	for range 3 {
		go func() { results <- pg.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)) }()
	}
	for range 3 {
		must(t, <-results)
	}
	d, err := pg.Open(t.Context(), pg.Config{URL: url, Limit: dbtest.Timeout})
	must(t, err)
	defer d.Close()
	must(t, d.Ready(t.Context()))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

package backup_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"carteado/db"
	"carteado/db/backup"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
	"carteado/migrations"
)

func reader(content []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
}

// A reach is an empty reader that does something when it is come to.
type reach struct{ do func() }

func (r *reach) Read([]byte) (int, error) {
	r.do()
	return 0, io.EOF
}

var silent = slog.New(slog.DiscardHandler)

// backedUp is a club with a match that is over and one that goes on, and its backup.
func backedUp(t *testing.T) (c club, url string, content []byte) {
	t.Helper()
	c = found(t)
	url = c.Pool().Config().ConnString()
	over := c.table(t, engine.Options{"turns": "1", "target": "15"})
	for player := c.ana; player != 0; {
		player, _ = c.play(t, over)
	}
	// The last own move is taken back.
	table := c.table(t, engine.Options{"swap": "off"})
	first, match := c.play(t, table)
	last, next := first, first
	for next == first {
		board, err := c.Board(t.Context(), c.id, table, c.ana)
		must(t, err)
		if next = board.Table.Seats[board.View.ToMove[0]].Player; next == first {
			last, _ = c.play(t, table)
		}
	}
	for _, agrees := range []int64{last, c.ana + c.bento - last} {
		must(t, c.Propose(t.Context(), c.id, table, agrees, match, live.OfferUndo, live.Contribution{}))
	}
	var out bytes.Buffer
	manifest, err := backup.Write(t.Context(), url, "v1", &out)
	must(t, err)
	if len(manifest.Matches) != 2 || manifest.Program != "v1" {
		t.Fatalf("manifest %+v", manifest)
	}
	return c, url, out.Bytes()
}

// rows are all rows of a database, table by table.
func rows(t *testing.T, url string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, conn.Close(context.WithoutCancel(t.Context()))) }()
	names, err := conn.Query(t.Context(), `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
		AND relkind = 'r'
		AND relname NOT IN ('goose_db_version', 'river_migration', 'river_leader') ORDER BY 1`)
	must(t, err)
	tables, err := pgx.CollectRows(names, pgx.RowTo[string])
	must(t, err)
	var all strings.Builder
	for _, table := range tables {
		var content string
		must(t, conn.QueryRow(t.Context(), fmt.Sprintf(`SELECT coalesce(string_agg(t::text, E'\n' ORDER BY t::text), '')
			FROM %s t`, table)).Scan(&content))
		fmt.Fprintf(&all, "%s:\n%s\n", table, content)
	}
	return all.String()
}

func TestRestoreBringsEverythingBack(t *testing.T) {
	t.Parallel()
	_, url, content := backedUp(t)
	elsewhere := dbtest.New(t)
	conn, err := pgx.Connect(t.Context(), elsewhere)
	must(t, err)
	defer func() { must(t, conn.Close(context.WithoutCancel(t.Context()))) }()
	_, err = conn.Exec(t.Context(), `GRANT USAGE ON SCHEMA public TO pg_monitor; DO $$ BEGIN
		IF EXISTS (SELECT FROM pg_available_extensions
			WHERE name = 'pg_trgm') THEN CREATE EXTENSION pg_trgm SCHEMA public; END IF; END $$`)
	must(t, err)
	// A schema keeps what a hoster gave it.
	const schema = `SELECT concat_ws(' ', n.oid, nspowner, nspacl, (SELECT string_agg(extname, ' ') FROM pg_extension
		WHERE extnamespace = n.oid))
		FROM pg_namespace n WHERE nspname = 'public'`
	var before, after string
	must(t, conn.QueryRow(t.Context(), schema).Scan(&before))
	_, err = backup.Restore(t.Context(), elsewhere, reader(content), false, silent)
	must(t, err)
	must(t, conn.QueryRow(t.Context(), schema).Scan(&after))
	if after != before {
		t.Errorf("the schema is %s and was %s", after, before)
	}
	if got, want := rows(t, elsewhere), rows(t, url); got != want {
		t.Errorf("restored:\n%s\nwas:\n%s", got, want)
	}
	store, err := db.Open(t.Context(), db.Config{URL: elsewhere, Games: []engine.Game{toy.Game{}},
		Timeout: dbtest.Timeout})
	must(t, err)
	defer store.Close()
	must(t, store.Ready(t.Context()))
	broken, err := store.VerifyAudit(t.Context())
	must(t, err)
	if len(broken) > 0 {
		t.Errorf("the log does not follow from itself: %v", broken)
	}
	// The club goes on: numbers go on, and triggers work again.
	_, err = store.Pool().Exec(t.Context(), `INSERT INTO players (name, password_hash) VALUES ('Elis', 'hash')`)
	must(t, err)
	if _, err = store.Pool().Exec(t.Context(), `DELETE FROM moves`); err == nil {
		t.Error("moves may be deleted after a restore")
	}
}

const restoring = `SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'carteado%'`

func TestRestoreReplacesNoClubUnlessTold(t *testing.T) {
	t.Parallel()
	_, url, content := backedUp(t)
	c := found(t)
	other := c.Pool().Config().ConnString()
	before := rows(t, other)
	_, err := backup.Restore(t.Context(), other, reader(content), false, silent)
	refused(t, err, backup.ErrHoldsClub)
	for _, broken := range [][]byte{content[:len(content)/2], content[:len(content)-100], []byte("no backup"), nil} {
		_, err := backup.Restore(t.Context(), other, reader(broken), true, silent)
		refused(t, err, backup.ErrNoBackup)
	}
	if rows(t, other) != before {
		t.Fatal("a refused backup changed the club")
	}
	// A club that is being founded when all else is done is one that is there.
	young := dbtest.New(t)
	conn, err := pgx.Connect(t.Context(), young)
	must(t, err)
	defer func() { must(t, conn.Close(context.WithoutCancel(t.Context()))) }()
	founding, err := conn.Begin(t.Context())
	must(t, err)
	_, err = founding.Exec(t.Context(), `INSERT INTO clubs (slug, name, lang, time_zone)
		VALUES ('young', 'Young', 'en', 'UTC')`)
	must(t, err)
	restored := make(chan error, 1)
	go func() {
		_, err := backup.Restore(t.Context(), young, reader(content), false, silent)
		restored <- err
	}()
	for waits := false; !waits && len(restored) == 0; {
		must(t, founding.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks
			WHERE relation = 'public.clubs'::regclass AND NOT granted)`).Scan(&waits))
	}
	must(t, founding.Commit(t.Context()))
	refused(t, <-restored, backup.ErrHoldsClub)
	// What ends a restore in its middle leaves the database as it was.
	var cancel context.CancelFunc
	damaged := changed(t, content, "players", "Bento", "Benta")
	for name, second := range map[string]io.Reader{
		"another file meanwhile": bytes.NewReader(damaged),
		"a disk that ends": io.MultiReader(bytes.NewReader(content[:len(content)/2]),
			iotest.ErrReader(syscall.EIO)),
		"a cancelled restore": io.MultiReader(bytes.NewReader(content[:len(content)/2]),
			&reach{do: func() { cancel() }}, bytes.NewReader(content[len(content)/2:])),
		"a cut connection": io.MultiReader(bytes.NewReader(content[:len(content)/2]), &reach{do: func() {
			must(t, c.exec(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
				AND pid <> pg_backend_pid()`))
		}}, bytes.NewReader(content[len(content)/2:])),
	} {
		readers := []io.Reader{bytes.NewReader(content), second}
		var ctx context.Context
		ctx, cancel = context.WithCancel(t.Context())
		_, err := backup.Restore(ctx, other, func() (io.ReadCloser, error) {
			next := readers[0]
			readers = readers[1:]
			return io.NopCloser(next), nil
		}, true, silent)
		cancel()
		if err == nil || rows(t, other) != before {
			t.Fatalf("%s: the club is not as it was, %v", name, err)
		}
		c.Pool().Reset()
		if c.count(t, restoring) != 0 {
			t.Errorf("%s: what the restore left stays", name)
		}
	}
	must(t, c.exec(t, `CREATE SCHEMA carteado_restore; CREATE TABLE carteado_restore.clubs ()`)) // as kill -9 leaves it
	must(t, c.exec(t, `CREATE VIEW recipes AS SELECT slug FROM clubs; GRANT SELECT ON clubs TO PUBLIC; GRANT USAGE
		ON SEQUENCE clubs_id_seq TO pg_monitor; GRANT SELECT (id, name) ON players TO pg_monitor`))
	_, err = backup.Restore(t.Context(), other, reader(content), true, silent)
	refused(t, err, backup.ErrNotOurs)
	must(t, c.exec(t, `DROP VIEW recipes`))
	_, err = backup.Restore(t.Context(), other, reader(content), true, silent)
	must(t, err)
	if c.count(t, `SELECT count(*) FROM pg_class c, aclexplode(c.relacl) a
		WHERE (c.oid, a.grantee) IN (('clubs'::regclass, 0),
			('clubs_id_seq'::regclass, 'pg_monitor'::regrole))`) != 2 ||
		c.count(t, `SELECT count(*) FROM pg_attribute c, aclexplode(c.attacl) a
			WHERE (c.attrelid, a.grantee) = ('players'::regclass, 'pg_monitor'::regrole)`) != 2 {
		t.Error("who might read a table may not any more")
	}
	if rows(t, other) != rows(t, url) {
		t.Error("the club was not replaced")
	}
	if c.count(t, restoring) != 0 {
		t.Error("what a restore left stays")
	}
}

// What somebody else made is never dropped.
func TestRestoreLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	_, _, content := backedUp(t)
	c := found(t)
	url := c.Pool().Config().ConnString()
	for _, other := range []string{`CREATE TABLE recipes ()`, `CREATE TABLE goose_db_version ()`,
		`CREATE VIEW recipes AS SELECT 1`, `CREATE SEQUENCE recipes`,
		`CREATE TYPE recipe AS ENUM ()`, `CREATE TYPE recipe AS (name text)`,
		`CREATE FUNCTION cook() RETURNS int LANGUAGE sql RETURN 1`} {
		_, err := c.Pool().Exec(t.Context(), `DROP SCHEMA public CASCADE; CREATE SCHEMA public; `+other)
		must(t, err)
		if _, err = backup.Write(t.Context(), url, "test", io.Discard); !strings.Contains(other, "goose") {
			refused(t, err, backup.ErrEmpty)
		}
		_, err = backup.Restore(t.Context(), url, reader(content), true, silent)
		refused(t, err, backup.ErrNotOurs)
	}
}

// An older program's backup is restored into the schema of that program, which is
// then brought up to date.
func TestRestoreFromAnOlderSchema(t *testing.T) {
	t.Parallel()
	old := dbtest.New(t)
	handle, err := sql.Open("pgx", old)
	must(t, err)
	defer handle.Close()
	_, err = handle.ExecContext(t.Context(), `DROP SCHEMA public CASCADE; CREATE SCHEMA public`)
	must(t, err)
	provider, err := goose.NewProvider(goose.DialectPostgres, handle, migrations.FS)
	must(t, err)
	const schema, queue = 4, 5
	_, err = provider.UpTo(t.Context(), schema)
	must(t, err)
	pool, err := pgxpool.New(t.Context(), old)
	must(t, err)
	defer pool.Close()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	must(t, err)
	_, err = migrator.Migrate(t.Context(), rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: queue})
	must(t, err)
	_, err = handle.ExecContext(t.Context(), `INSERT INTO players (name, password_hash) VALUES ('Ana', 'hash')`)
	must(t, err)
	var out bytes.Buffer
	manifest, err := backup.Write(t.Context(), old, "v0", &out)
	must(t, err)
	if manifest.Schema != schema || manifest.Queue != queue {
		t.Fatalf("manifest %+v", manifest)
	}
	elsewhere := dbtest.New(t)
	_, err = backup.Restore(t.Context(), elsewhere, reader(out.Bytes()), false, silent)
	must(t, err)
	store, err := db.Open(t.Context(), db.Config{URL: elsewhere, Games: []engine.Game{toy.Game{}},
		Timeout: dbtest.Timeout})
	must(t, err)
	defer store.Close()
	must(t, store.Ready(t.Context()))
	if !strings.Contains(rows(t, elsewhere), "Ana") {
		t.Error("the player is lost")
	}
}

func TestProof(t *testing.T) {
	t.Parallel()
	c, url, content := backedUp(t)
	unique := strings.ToLower(rand.Text()[:10])
	old, young := "carteado_proof_20260101_"+unique, "carteado_proof_"+time.Now().UTC().Format("20060102")+"_"+unique
	for _, name := range []string{old, young} {
		_, err := c.Pool().Exec(t.Context(), "CREATE DATABASE "+name+" TEMPLATE template0")
		must(t, err)
	}
	defer func() {
		_, err := c.Pool().Exec(context.WithoutCancel(t.Context()), "DROP DATABASE "+young)
		must(t, err)
	}()
	proof, err := backup.Prove(t.Context(), url, "", []engine.Game{toy.Game{}}, reader(content), nil)
	must(t, err)
	if moves := c.count(t, `SELECT count(*) FROM moves`); proof.Matches != 2 || proof.Moves != moves ||
		proof.Older != 0 {
		t.Errorf("proof %+v of 2 matches and %d moves", proof, moves)
	}
	for name, left := range map[string]int{old: 0, young: 1} {
		if n := c.count(t, `SELECT count(*) FROM pg_database WHERE datname = '`+name+`'`); n != left {
			t.Errorf("%d databases %s, want %d", n, name, left)
		}
	}
	dbtest.InPlain(t, c.Pool(), int64(c.count(t, `SELECT id FROM matches WHERE status = 'playing'`)))
	_, err = c.Pool().Exec(t.Context(), `CREATE SCHEMA beside; CREATE TABLE beside.matches AS
		SELECT id, totals, state, outcome FROM matches`)
	must(t, err)
	for _, planted := range []string{
		`UPDATE matches SET totals[1] = totals[1] + 1 WHERE status = 'over'`,
		`UPDATE matches SET state = jsonb_set(state, '{number}', '7') WHERE status = 'playing'`,
		`UPDATE matches SET outcome = jsonb_set(outcome, '{placing}', '[2, 2]') WHERE status = 'over'`,
	} {
		_, err := c.Pool().Exec(t.Context(), planted)
		must(t, err)
		var out bytes.Buffer
		_, err = backup.Write(t.Context(), url, "v1", &out)
		must(t, err)
		if _, err = backup.Prove(t.Context(), url, "", []engine.Game{toy.Game{}}, reader(out.Bytes()), nil); err == nil ||
			!strings.Contains(err.Error(), "lead ") {
			t.Errorf("%s: %v", planted, err)
		}
		_, err = c.Pool().Exec(t.Context(), `UPDATE matches m SET totals = k.totals, state = k.state, outcome = k.outcome
			FROM beside.matches k WHERE k.id = m.id`)
		must(t, err)
	}
}

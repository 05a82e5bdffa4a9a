// Package dbtest gives every test a migrated database of its own, on a real
// Postgres: the server that CARTEADO_TEST_DATABASE_URL names, or a private one
// for the test binary. Databases are cloned from a template that is migrated
// once per server, and dropped when their test ends.
package dbtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"carteado/db"
	"carteado/db/pg"
	"carteado/db/postgres"
	"carteado/engine"
	"carteado/migrations"
)

// Env names the variable with the URL of a server on which tests may create
// and drop databases.
const Env = "CARTEADO_TEST_DATABASE_URL"

// Timeout bounds statements, requests and connections in tests, also on a busy machine. What a test waits for is
// limited by Limit.
const Timeout = 2 * time.Minute

// Store returns a store on a database of its own, which knows some games.
func Store(t testing.TB, games ...engine.Game) *db.Store {
	t.Helper()
	store, err := db.Open(t.Context(), db.Config{URL: New(t), Games: games, Timeout: Timeout})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return store
}

// Seal is the commitment that the form of a new table shows to a player, also to one whom a test has written into the
// database.
func Seal(t testing.TB, store *db.Store, player int64) string {
	t.Helper()
	err := store.MakeSeals(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seal, err := store.SealOf(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	return seal
}

// New returns the URL of a migrated, empty database for one test.
func New(t testing.TB) string {
	t.Helper()
	admin := server(t)
	template.once.Do(func() { template.name, template.err = buildTemplate(context.WithoutCancel(t.Context()), admin) })
	if template.err != nil {
		t.Fatalf("prepare template database: %v", template.err)
	}
	name := "carteado_test_" + strings.ToLower(rand.Text()[:12])
	if err := execute(t.Context(), admin, fmt.Sprintf(`CREATE DATABASE %s TEMPLATE %s STRATEGY %s`, name, template.name,
		strategy(admin))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// A program that was opened on it has made a role, which belongs to the server.
		for _, drop := range []string{`DROP DATABASE IF EXISTS %s WITH (FORCE)`, `DROP ROLE IF EXISTS %s_app`} {
			// Not the test's context: that has ended.
			if err := execute(context.Background(), admin, fmt.Sprintf(drop, name)); err != nil {
				t.Error(err)
			}
		}
	})
	return in(admin, name)
}

// template is the database of which this process makes its own.
var template struct {
	once sync.Once
	name string
	err  error
}

// strategy is how a small database is copied fastest: in memory by files, and on a disk,
// for which file_copy waits twice, by the log.
func strategy(admin string) string {
	if strings.Contains(admin, url.QueryEscape("/dev/shm/")) {
		return "file_copy"
	}
	return "wal_log"
}

// buildTemplate returns the name of a migrated database, which the first caller on
// a server builds. A name stands for one set of migrations.
func buildTemplate(ctx context.Context, admin string) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(migrations.FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(migrations.FS, path)
		_, _ = fmt.Fprintf(sum, "%s %d %s", path, len(text), text) // a hash does not fail
		return err
	})
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("carteado_template_%x", sum.Sum(nil)[:6])

	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	// One builder on a server; the lock goes with the connection.
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext($1))`, name); err != nil {
		return "", err
	}
	var ready bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1 AND datistemplate)`, name).
		Scan(&ready); err != nil {
		return name, err
	}
	if ready {
		return name, beat(ctx, in(admin, name))
	}
	// A killed run can have left half a database.
	for _, sql := range []string{`DROP DATABASE IF EXISTS %s WITH (FORCE)`, `CREATE DATABASE %s TEMPLATE template0`} {
		if _, err := conn.Exec(ctx, fmt.Sprintf(sql, name)); err != nil {
			return "", err
		}
	}
	if err := pg.Migrate(ctx, in(admin, name), slog.Default()); err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, fmt.Sprintf(`ALTER DATABASE %s IS_TEMPLATE true`, name))
	return name, err
}

// beat writes a heartbeat into the template that an earlier run has left: to the clubs that are made of it, no program
// has been away since.
func beat(ctx context.Context, template string) error {
	conn, err := pgx.Connect(ctx, template)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `UPDATE heartbeat SET at = clock_timestamp()`)
	return errors.Join(err, conn.Close(ctx))
}

// administrator is the connection on which this process makes and drops its databases: a new one would take longer than
// that.
var administrator struct {
	sync.Mutex
	*pgx.Conn
}

func execute(ctx context.Context, url, sql string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	administrator.Lock()
	defer administrator.Unlock()
	if administrator.Conn == nil || administrator.IsClosed() {
		if administrator.Conn, err = pgx.Connect(ctx, url); err != nil {
			return err
		}
	}
	for {
		// On a busy machine a connection that was ended takes its time to go.
		if _, err = administrator.Exec(ctx, sql); !pg.IsInUse(err) {
			return err
		}
	}
}

// in returns the address of another database on the same server.
func in(admin, name string) string {
	if u, err := url.Parse(admin); err == nil && u.Scheme != "" {
		u.Path = "/" + name
		return u.String()
	}
	return admin + " dbname=" + name
}

// private is the server of this test binary, if it needs one.
var private struct {
	once   sync.Once
	server *postgres.Server
	dir    string
	err    error
}

func server(t testing.TB) string {
	t.Helper()
	if url := os.Getenv(Env); url != "" {
		return url
	}
	private.once.Do(func() {
		if private.dir, private.err = os.MkdirTemp("", "carteado-test-"); private.err != nil {
			return
		}
		// For root the server runs as another user, which must enter the directory.
		if private.err = os.Chmod(private.dir, 0o755); private.err != nil {
			return
		}
		// The server outlives the test that happens to start it.
		private.server, private.err = postgres.Start(context.Background(),
			postgres.Config{Dir: private.dir, Bin: os.Getenv("CARTEADO_POSTGRES_BIN")})
	})
	if private.err != nil {
		t.Fatalf("start a private Postgres (or set %s): %v", Env, private.err)
	}
	return private.server.URL()
}

// MainWithoutLeaks is Main for packages after whose tests nothing may be left running.
// Goroutines that are about to end get the time that a busy machine needs.
func MainWithoutLeaks(m *testing.M) int {
	code := Main(m)
	for end := time.Now().Add(Timeout); code == 0; {
		err := goleak.Find()
		if err == nil {
			break
		}
		if time.Now().After(end) {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	return code
}

// Main runs the tests of a package and takes the private server down. Call it
// from TestMain: os.Exit(dbtest.Main(m)).
func Main(m *testing.M) int {
	code := m.Run()
	if private.server != nil {
		_ = private.server.Stop() // the tests have reported what matters
	}
	if private.dir != "" {
		_ = os.RemoveAll(private.dir)
	}
	return code
}

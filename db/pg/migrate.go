package pg

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib" // database/sql, for goose alone
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"carteado/migrations"
)

const (
	// Goose's own locker polls once a second at best and every 5 s by default:
	// the second of two programs that start together would be that late.
	lockPoll = 300 * time.Millisecond
	lockID   = 0x6361727465 // "carte": any number that nobody else uses
)

// Migrate brings the schema up to date: ours, then River's. Several programs
// may do so at once; one does it and the others wait. It waits for a database
// that is not there yet, and goes on where a broken connection has stopped it.
func Migrate(ctx context.Context, url string, log *slog.Logger) error {
	return refusal(Retry(ctx, log, func() error { return migrate(ctx, url) }))
}

func migrate(ctx context.Context, url string) (err error) {
	if done, err := migrated(ctx, url); done || err != nil {
		return err
	}
	handle, err := sql.Open("pgx", url)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer func() { err = errors.Join(err, handle.Close()) }()
	if err := migrateClub(ctx, handle); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if err := migrateQueue(ctx, handle, url); err != nil {
		return fmt.Errorf("migrate queue: %w", err)
	}
	return nil
}

// migrated spares a start that finds its schema three connections and the search for what to do.
func migrated(ctx context.Context, url string) (done bool, err error) {
	conn, err := Connect(ctx, url)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	err = schemaFits(ctx, conn)
	var not *ErrNotReady
	if errors.As(err, &not) {
		return false, nil
	}
	return err == nil, err
}

// newProvider lets a migration in whose number is lower than that of one that was applied: versions grow side by side,
// and a club that has come by one may lack what another brought.
func newProvider(handle *sql.DB) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectPostgres, handle, migrations.FS, goose.WithSessionLocker(locker{}),
		goose.WithAllowOutofOrder(true))
}

func migrateClub(ctx context.Context, handle *sql.DB) error {
	provider, err := newProvider(handle)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// migrateQueue holds the lock itself: River takes none.
func migrateQueue(ctx context.Context, handle *sql.DB, url string) (err error) {
	holder, err := handle.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, holder.Close()) }()
	if err := (locker{}).SessionLock(ctx, holder); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locker{}.SessionUnlock(context.WithoutCancel(ctx), holder)) }()
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

// MigrateTo makes the schema of certain versions, of ours and of River's, in an empty schema.
func MigrateTo(ctx context.Context, url string, schema int64, queue int) (err error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return err
	}
	defer pool.Close()
	handle := stdlib.OpenDBFromPool(pool)
	defer func() { err = errors.Join(err, handle.Close()) }()
	provider, err := newProvider(handle)
	if err != nil {
		return err
	}
	if _, err := provider.UpTo(ctx, schema); err != nil {
		return err
	}
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return err
	}
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: queue})
	return err
}

// A locker lets one program migrate at a time. It asks again and again instead
// of waiting in Postgres, where it would block a concurrent index build.
type locker struct{}

func (locker) SessionLock(ctx context.Context, conn *sql.Conn) error {
	for {
		var ok bool
		err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", lockID).Scan(&ok)
		if err != nil || ok {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockPoll):
		}
	}
}

func (locker) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", lockID)
	return err
}

// Newest is the version of the last migration that this program knows.
func Newest() (int64, error) {
	known, err := known()
	if err != nil {
		return 0, err
	}
	return slices.Max(known), nil
}

// known are the versions of this program's migrations.
func known() (versions []int64, err error) {
	files, err := migrations.FS.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		number, _, _ := strings.Cut(path.Base(file.Name()), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", file.Name(), err)
		}
		versions = append(versions, version)
	}
	return versions, nil
}

// errBehind is the cause where a club that starts brings the schema up to date.
var errBehind = errors.New("the club does that when it starts")

func schemaFits(ctx context.Context, conn Querier) error {
	known, err := known()
	if err != nil {
		return err
	}
	var missing, foreign int64 // the first migration that was not applied, and one that this program does not know
	err = conn.QueryRow(ctx, `SELECT coalesce((SELECT min(k) FROM unnest($1::bigint[]) k WHERE k <> ALL (done)), 0),
			coalesce((SELECT max(d) FROM unnest(done) d WHERE d > 0 AND d <> ALL ($1)), 0)
		FROM (SELECT coalesce(array_agg(version_id), '{}') done FROM goose_db_version WHERE is_applied) g`, known).
		Scan(&missing, &foreign)
	if IsMissing(err) {
		return &ErrNotReady{"the schema is missing", Because(errBehind, err)}
	}
	switch {
	case err != nil:
		return err
	case foreign > 0:
		return &ErrNotReady{"the schema is newer than the program", fmt.Errorf("%d is not known", foreign)}
	case missing > 0:
		return &ErrNotReady{"the schema is older than the program",
			Because(errBehind, fmt.Errorf("%d was not applied", missing))}
	}
	migrator, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	if err != nil {
		return err
	}
	versions := migrator.AllVersions()
	var queue int
	err = conn.QueryRow(ctx, "SELECT coalesce(max(version), 0) FROM river_migration WHERE line = 'main'").Scan(&queue)
	want := versions[len(versions)-1].Version
	switch {
	case IsMissing(err), err == nil && queue < want:
		return &ErrNotReady{"the schema of the queue is older than the program",
			Because(errBehind, fmt.Errorf("%d, needed is %d", queue, want))}
	case err == nil && queue > want:
		return &ErrNotReady{"the schema of the queue is newer than the program", fmt.Errorf("%d, known is %d", queue,
			want)}
	}
	return err
}

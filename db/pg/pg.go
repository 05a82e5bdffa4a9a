// Package pg is what the store stands on: connections to PostgreSQL with their limits, transactions, the queue of
// jobs, the schema, and waiting for a database that is not there. It knows nothing of clubs and matches, so that every
// room of the store can use it and none has to know another for it.
//
// # The limits
//
// Under overload a request soon ends with ErrUnavailable, so that requests do not pile up. A few connections are
// reserved for urgent transactions: the moves of players go ahead of pages, which wait for places among the others.
//
// # COMMIT
//
// The last writes travel with COMMIT in one round trip. COMMIT is sent once: when its answer is an error or is lost,
// nobody knows whether it happened. That is ErrUnavailable, and only the caller can find out, by the idempotency key of
// the form. pgconn.SafeToRetry is not asked: pgx believes a lost answer to COMMIT to be safe, which it is not.
//
// Notices follow COMMIT instead of riding in the transaction, where they would make all commits of the server wait for
// each other, one disk write at a time. They are as sure: the server has them already when it commits, and should it
// stop in between, every listener loses its connection and starts afresh.
package pg

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"golang.org/x/sync/semaphore"
)

// Config holds the settings of a DB.
type Config struct {
	URL string
	// Limit takes the place of every limit on a request, for tests on slow machines. Zero: the limits below.
	Limit time.Duration
	// Constraints are the errors of the store, by the constraint that a statement would break.
	Constraints map[string]error
	// Now is the program's own clock, for tests of programs whose clocks are wrong. Nil: the system's.
	Now func() time.Time
	// Adjust changes how connections are made. Nil changes nothing.
	Adjust func(*pgx.ConnConfig)
}

// A DB is a pool of connections to a database, and its queue of jobs. It is safe for concurrent use.
type DB struct {
	name        string // of this program, for the database: see TakeOver
	pool        *pgxpool.Pool
	others      *semaphore.Weighted // connections for all but urgent transactions
	wait        time.Duration       // for a connection of the pool
	constraints map[string]error
	jobs        *river.Client[pgx.Tx] // inserts only
	own         func() time.Time      // the program's clock
	login       atomic.Pointer[login] // of connections that are made; nil: as the URL says
	behind      atomic.Int64          // by how many nanoseconds it is behind the database's; see AskTime
}

// Limits of one request.
const (
	PoolSize       = 16
	Reserved       = 4 // connections that urgent transactions find free while everything else waits
	poolWait       = time.Second
	ConnectTimeout = 2 * time.Second
)

var timeouts = map[string]time.Duration{
	"statement_timeout":                   3 * time.Second,
	"lock_timeout":                        2 * time.Second,
	"idle_in_transaction_session_timeout": 5 * time.Second,
}

// Open prepares the connections, without using one yet. It does not migrate; Ready says whether the schema fits.
func Open(ctx context.Context, c Config) (*DB, error) {
	config, err := pgxpool.ParseConfig(c.URL)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	config.MaxConns = PoolSize
	config.ConnConfig.ConnectTimeout = cmp.Or(c.Limit, ConnectTimeout)
	for name, value := range timeouts {
		config.ConnConfig.RuntimeParams[name] = strconv.FormatInt(cmp.Or(c.Limit, value).Milliseconds(), 10)
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	// What pages ask for is in memory. PostgreSQL's 4 is for disks that turn, and lets it
	// read a small table whole once for each line of a list.
	if config.ConnConfig.RuntimeParams["random_page_cost"] == "" { // the URL may say another
		config.ConnConfig.RuntimeParams["random_page_cost"] = "1.1"
	}
	// Compiling a query takes longer than any of them runs.
	if config.ConnConfig.RuntimeParams["jit"] == "" {
		config.ConnConfig.RuntimeParams["jit"] = "off"
	}
	// A query is planned once for all arguments: most of them take longer to plan than to run, and of none does an
	// argument decide how much it reads (db/explain_test.go).
	if config.ConnConfig.RuntimeParams["plan_cache_mode"] == "" {
		config.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	}
	d := &DB{
		name: "carteado " + rand.Text(), others: semaphore.NewWeighted(PoolSize - Reserved),
		wait: cmp.Or(c.Limit, poolWait), constraints: c.Constraints, own: c.Now,
	}
	if d.own == nil {
		d.own = time.Now
	}
	config.ConnConfig.RuntimeParams["application_name"] = d.name
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		conn.TypeMap().RegisterType(&pgtype.Type{
			Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
		})
		return nil
	}
	config.BeforeConnect = d.as
	if c.Adjust != nil {
		c.Adjust(config.ConnConfig)
	}
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	// River tells workers of new jobs at most once in this time, and leaves later
	// ones to be found a second after: a bot would wait for that.
	if d.jobs, err = d.workers(&river.Config{FetchCooldown: river.FetchCooldownMin,
		Test: river.TestConfig{Time: insertTime{d}}}); err != nil {
		d.pool.Close()
		return nil, fmt.Errorf("open database: %w", err)
	}
	return d, nil
}

// Close waits until the connections are given back, and closes them.
func (d *DB) Close() { d.pool.Close() }

// Pool is for what is no request, such as a proof or a listener, and for tests: no limit but its own bounds what they
// take.
func (d *DB) Pool() *pgxpool.Pool { return d.pool }

// Read runs one statement, or several that need not see the same snapshot.
func (d *DB) Read(ctx context.Context, op string, do func(context.Context, *pgxpool.Conn) error) error {
	if err := d.withConn(ctx, d.others, func(conn *pgxpool.Conn) error { return do(ctx, conn) }); err != nil {
		return fmt.Errorf("%s: %w", op, d.named(err))
	}
	return nil
}

// ReadSnapshot runs do on one state of the database, with a limit for each statement in place of the
// usual one. It is never tried again after an error, because what do has handed over is gone.
func (d *DB) ReadSnapshot(ctx context.Context, op string, limit time.Duration,
	do func(context.Context, pgx.Tx) error) error {
	if err := d.Enter(ctx, d.others); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	defer d.others.Release(1)
	broken, err := d.lend(ctx, func(conn *pgxpool.Conn) error {
		return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
			func(tx pgx.Tx) error {
				_, err := tx.Exec(ctx, fmt.Sprintf(
					`SET LOCAL statement_timeout = %[1]d; SET LOCAL idle_in_transaction_session_timeout = %[1]d`,
					limit.Milliseconds()))
				if err == nil {
					err = do(ctx, tx)
				}
				return err
			})
	})
	if broken {
		err = Because(ErrUnavailable, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", op, d.named(err))
	}
	return nil
}

// withConn lends a connection to do. A broken one is ErrUnavailable, unless COMMIT
// was not sent yet: then nothing has happened, and do runs once more, on a new
// connection. After a restart of the server all that the pool holds are broken.
func (d *DB) withConn(ctx context.Context, places *semaphore.Weighted, do func(*pgxpool.Conn) error) error {
	if places != nil {
		if err := d.Enter(ctx, places); err != nil {
			return err
		}
		defer places.Release(1)
	}
	broken, err := d.lend(ctx, do)
	if broken && ctx.Err() == nil && !errors.Is(err, ErrUnavailable) && !pgconn.Timeout(err) {
		d.pool.Reset()
		broken, err = d.lend(ctx, do)
	}
	if broken {
		return Because(ErrUnavailable, err)
	}
	return err
}

// Enter waits for a place for as long as for a connection; the caller releases it. ErrUnavailable.
func (d *DB) Enter(ctx context.Context, places *semaphore.Weighted) error {
	wait, cancel := context.WithTimeout(ctx, d.wait)
	defer cancel()
	if err := places.Acquire(wait, 1); err != nil {
		return Because(ErrUnavailable, err)
	}
	return nil
}

// lend also reports whether do has left the connection broken.
func (d *DB) lend(ctx context.Context, do func(*pgxpool.Conn) error) (broken bool, err error) {
	wait, cancel := context.WithTimeout(ctx, d.wait)
	conn, err := d.pool.Acquire(wait)
	cancel()
	if err != nil {
		return false, Because(ErrUnavailable, err)
	}
	defer conn.Release()
	err = do(conn)
	return err != nil && conn.Conn().IsClosed(), err
}

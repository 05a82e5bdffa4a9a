// Package db keeps the club: players, tables, matches and every move, in
// Postgres. Each exported method of Store is one transaction that has either
// happened or not. Of a running match only views leave this package: no method
// returns the round, another's hand or the seed before the match is over.
//
// The package knows no game by name; it is handed the list.
package db

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"golang.org/x/sync/semaphore"

	"carteado/engine"
)

// Config holds the settings of a store.
type Config struct {
	URL    string
	Games  []engine.Game
	Random io.Reader // for seeds and invitations; nil: the system's
	// Patience takes the place of every limit on a request, for tests on slow
	// machines. Zero: the limits below.
	Patience time.Duration
	// Unlimited switches off the quotas of members and clubs, to fill a club.
	Unlimited bool
}

// A Store is the one door to the database. It is safe for concurrent use.
type Store struct {
	name      string // of this program, for the database: see TakeOver
	pool      *pgxpool.Pool
	others    *semaphore.Weighted // connections for all but players' moves
	exports   *semaphore.Weighted // a place for each export
	exporting sync.Map            // players whose export is under way
	wait      time.Duration       // for a connection of the pool
	random    io.Reader
	games     map[string]engine.Game
	jobs      *river.Client[pgx.Tx] // inserts only

	memory   memory
	together together
	places   placesBySeason

	botMove   atomic.Pointer[func(BotMove)] // told of moves that are due; nil: nobody makes them here
	unlimited bool                          // no quotas: for seeds and tests

	moves, lost atomic.Int64 // see Vitals
	listening   atomic.Bool
	only        atomic.Pointer[listener] // of this program, if it was the first
}

// Limits of one request. Under overload a request soon ends with ErrUnavailable,
// so that requests do not pile up.
const (
	poolSize       = 16
	forMoves       = 4 // connections that players' moves find free while everything else waits
	poolWait       = time.Second
	connectTimeout = 2 * time.Second
)

var timeouts = map[string]time.Duration{
	"statement_timeout":                   3 * time.Second,
	"lock_timeout":                        2 * time.Second,
	"idle_in_transaction_session_timeout": 5 * time.Second,
}

// Open prepares the connections, without using one yet. It does not migrate;
// Ready says whether the schema fits.
func Open(ctx context.Context, c Config) (*Store, error) {
	return open(ctx, c, func(*pgx.ConnConfig) {})
}

func open(ctx context.Context, c Config, adjust func(*pgx.ConnConfig)) (*Store, error) {
	config, err := pgxpool.ParseConfig(c.URL)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	config.MaxConns = poolSize
	config.ConnConfig.ConnectTimeout = cmp.Or(c.Patience, connectTimeout)
	for name, value := range timeouts {
		config.ConnConfig.RuntimeParams[name] = strconv.FormatInt(cmp.Or(c.Patience, value).Milliseconds(), 10)
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	// What pages ask for is in memory. PostgreSQL's 4 is for disks that turn, and lets it
	// read a small table whole once for each line of a list.
	if config.ConnConfig.RuntimeParams["random_page_cost"] == "" { // the URL may say another
		config.ConnConfig.RuntimeParams["random_page_cost"] = "1.1"
	}
	name := "carteado " + rand.Text()
	config.ConnConfig.RuntimeParams["application_name"] = name
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		conn.TypeMap().RegisterType(&pgtype.Type{
			Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
		})
		return nil
	}
	adjust(config.ConnConfig)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s := &Store{
		name: name, pool: pool, others: semaphore.NewWeighted(poolSize - forMoves), exports: semaphore.NewWeighted(exportsAtOnce), wait: cmp.Or(c.Patience, poolWait),
		random: c.Random, games: map[string]engine.Game{}, unlimited: c.Unlimited, together: together{enough: enough},
	}
	if s.random == nil {
		s.random = rand.Reader
	}
	for _, game := range c.Games {
		s.games[game.Info().Key] = game
	}
	// River tells workers of new jobs at most once in this time, and leaves later
	// ones to be found a second after: a bot would wait for that.
	if s.jobs, err = s.workers(&river.Config{FetchCooldown: river.FetchCooldownMin}); err != nil {
		pool.Close()
		return nil, fmt.Errorf("open database: %w", err)
	}
	return s, nil
}

// Close waits until the connections are given back, and closes them.
func (s *Store) Close() { s.pool.Close() }

// StartWorkers returns a River client that works the queue on this store's
// connections until it is stopped; the context bounds the start alone.
func (s *Store) StartWorkers(ctx context.Context, c *river.Config) (client *river.Client[pgx.Tx], err error) {
	c.ID = s.name
	err = patiently(ctx, c.Logger, func() error {
		if client, err = s.workers(c); err != nil {
			return err
		}
		return client.Start(context.WithoutCancel(ctx))
	})
	return client, err
}

// TakeOver puts jobs back into the queue that were begun by a program which is gone,
// seconds after it, where River by itself waits for longer than any job may take. A
// program is gone when the database knows no connection of it.
func (s *Store) TakeOver(ctx context.Context) error {
	return s.inTx(ctx, "take over", func(ctx context.Context, tx *txn) error {
		tx.do(ctx, `UPDATE river_job SET state = 'available', scheduled_at = now()
			WHERE state = 'running' AND attempted_at < now() - interval '5 seconds' AND NOT EXISTS (
				SELECT FROM pg_stat_activity WHERE application_name = attempted_by[array_upper(attempted_by, 1)])`)
		return nil
	})
}

// workers returns a River client; with neither queues nor workers it only inserts.
func (s *Store) workers(c *river.Config) (*river.Client[pgx.Tx], error) {
	return river.NewClient(riverpgxv5.New(s.pool), c)
}

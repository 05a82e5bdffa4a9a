// Package db keeps the club: players, tables, matches and every move, in
// Postgres. Each exported method of Store is one transaction that has either
// happened or not. Of a running match only views leave this package: no method
// returns the round, another's hand or the seed before the match is over.
//
// The package knows no game by name; it is handed the list.
package db

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"carteado/engine"
)

// A Config says what a store needs.
type Config struct {
	URL    string
	Games  []engine.Game
	Random io.Reader // for seeds and invitations; nil: the system's
}

// A Store is the one door to the database. It is safe for concurrent use.
type Store struct {
	pool   *pgxpool.Pool
	random io.Reader
	games  map[string]engine.Game
	jobs   *river.Client[pgx.Tx] // inserts only
}

// What one request may ask of the database. Overload answers ErrUnavailable
// soon instead of piling up.
const (
	poolSize       = 16
	poolWait       = time.Second
	connectTimeout = 2 * time.Second
)

var timeouts = map[string]string{
	"statement_timeout":                   "3s",
	"lock_timeout":                        "2s",
	"idle_in_transaction_session_timeout": "5s",
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
	config.ConnConfig.ConnectTimeout = connectTimeout
	for name, value := range timeouts {
		config.ConnConfig.RuntimeParams[name] = value
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
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
	s := &Store{pool: pool, random: c.Random, games: map[string]engine.Game{}}
	if s.random == nil {
		s.random = rand.Reader
	}
	for _, game := range c.Games {
		s.games[game.Info().Key] = game
	}
	// River tells workers of new jobs at most once in this time, and leaves later
	// ones to be found a second after: a bot would wait for that.
	if s.jobs, err = s.Workers(&river.Config{FetchCooldown: river.FetchCooldownMin}); err != nil {
		pool.Close()
		return nil, fmt.Errorf("open database: %w", err)
	}
	return s, nil
}

// Close waits until the connections are given back, and closes them.
func (s *Store) Close() { s.pool.Close() }

// Workers returns a River client that works the queue on this store's
// connections; with neither queues nor workers it only inserts.
func (s *Store) Workers(c *river.Config) (*river.Client[pgx.Tx], error) {
	return river.NewClient(riverpgxv5.New(s.pool), c)
}

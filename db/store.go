// Package db keeps the club: players, tables, matches and every move, in
// Postgres. Each exported method of Store is one transaction that has either
// happened or not. Of a running match only views leave this package: no method
// returns the round, another's hand or the seed before the match is over.
//
// The package knows no game by name; it is handed the list.
package db

import (
	"context"
	"errors"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

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
	config Config
	games  map[string]engine.Game
	jobs   *river.Client[pgx.Tx]
}

var errNotYet = errors.New("not written yet")

// Open connects. It does not migrate; Ready says whether the schema fits.
func Open(ctx context.Context, c Config) (*Store, error) { return nil, errNotYet }

// Close waits until the connections are given back, and closes them.
func (s *Store) Close() { s.pool.Close() }

// Ready reports why the store should not serve: no connection, a schema that
// is older or newer than this program, or settings under which Postgres may
// lose a move that it has acknowledged.
func (s *Store) Ready(ctx context.Context) error { return errNotYet }

// Migrate brings the schema up to date. Several programs may do so at once.
func Migrate(ctx context.Context, url string) error { return errNotYet }

// Workers returns a River client that works the queue on this store's
// connections. Start and stop it.
func (s *Store) Workers(c *river.Config) (*river.Client[pgx.Tx], error) { return nil, errNotYet }

// A Change says that something happened at a table: a hint that what is known
// of it is old.
type Change struct {
	Club  int64
	Table int64
	At    string // the table's position now, as in TableView.At
}

// Listen reports the changes of every table, in this and any other program on
// the same database, until the context ends; its error is the context's. A
// broken connection is opened again, and lost is called after each time: what
// was known of any table may be old.
func (s *Store) Listen(ctx context.Context, changed func(Change), lost func()) error {
	return errNotYet
}

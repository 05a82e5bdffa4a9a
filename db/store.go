package db

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/semaphore"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/competitions"
	"carteado/db/delivery"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
)

// Config holds the settings of a store.
type Config struct {
	URL    string
	Games  []engine.Game
	Random io.Reader // for seeds and invitations; nil: the system's
	// Timeout takes the place of every limit on a request, where no page waits, and for tests on slow machines.
	// Zero: the limits of pg.
	Timeout time.Duration
	// Now is the program's own clock, for tests of programs whose clocks are wrong. Nil: the system's.
	Now    func() time.Time
	Logger *slog.Logger // nil: nothing is logged
	// Keys is the directory of the keys that are not in the database. Empty: keys that the process forgets at its end,
	// for tests.
	Keys string
	// Unlimited switches off the quotas of members and clubs, to fill a club.
	Unlimited bool
}

// A Store is the one door to the database. It is safe for concurrent use.
type Store struct {
	*base.DB
	*accounts.Accounts
	*clubs.Clubs
	*results.Results
	*delivery.Deliveries
	*nights.Nights
	*competitions.Competitions
	*live.Tables
	games     []engine.Game
	exports   *semaphore.Weighted // a place for each export
	exporting sync.Map            // players whose export is under way
	log       *slog.Logger
}

// Open prepares the connections, without using one yet. It does not migrate;
// Ready says whether the schema fits.
func Open(ctx context.Context, c Config) (*Store, error) { return open(ctx, c, nil) }

func open(ctx context.Context, c Config, adjust func(*pgx.ConnConfig)) (*Store, error) {
	pool, err := pg.Open(ctx, pg.Config{URL: c.URL, Limit: c.Timeout, Constraints: base.Constraints, Now: c.Now,
		Adjust: adjust})
	if err != nil {
		return nil, err
	}
	shared := &base.DB{DB: pool, Unlimited: c.Unlimited, Random: c.Random, Keys: keys.Open(c.Keys),
		Signer: keys.OpenSigner(c.Keys)}
	if shared.Random == nil {
		shared.Random = rand.Reader
	}
	players := accounts.New(shared)
	games := map[string]engine.Game{}
	for _, game := range c.Games {
		games[game.Info().Key] = game
	}
	log := c.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Store{
		DB: shared, Accounts: players, Clubs: clubs.New(players), Results: results.New(shared, c.Games),
		Deliveries: delivery.New(shared), Nights: nights.New(shared, games), Competitions: competitions.New(shared),
		Tables: live.New(shared, games, log), games: c.Games, exports: semaphore.NewWeighted(exportsAtOnce), log: log,
	}
	s.Ended = s.ended
	s.Clubs.Recount = func(ctx context.Context, tx *pg.Tx, club int64) error {
		return tx.AddJobs(ctx, results.Recount(club)...)
	}
	return s, nil
}

// ended queues and writes what follows from the end of a match.
func (s *Store) ended(ctx context.Context, tx *pg.Tx, club, match int64) error {
	if err := s.countEnd(ctx, tx, club, match); err != nil {
		return err
	}
	return s.RateEnd(ctx, tx, match)
}

package db

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/competitions"
	"carteado/db/delivery"
	"carteado/db/keys"
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
	// Timeout takes the place of every limit on a request, for tests on slow
	// machines. Zero: the limits of pg.
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
	exports   *semaphore.Weighted // a place for each export
	exporting sync.Map            // players whose export is under way
	games     map[string]engine.Game

	Waiters *Waiters
	flights singleflight.Group  // tables that are being read
	polls   *semaphore.Weighted // places for those that read
	batcher moveBatcher

	botMove atomic.Pointer[func(BotMove)] // told of moves that are due; nil: nobody makes them here
	turn    atomic.Pointer[func(BotMove)] // told of turns of players, who may have planned them

	log         *slog.Logger
	moves, lost atomic.Int64                    // see Vitals
	alone       map[errNotBatched]*atomic.Int64 // moves that were not batched
	listening   atomic.Bool
	only        atomic.Int32 // the listener's process in the server, if it was the first to listen; else 0
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
	s := &Store{
		DB: shared, Accounts: players, Clubs: clubs.New(players), Results: results.New(shared, c.Games),
		Deliveries: delivery.New(shared), Nights: nights.New(shared, games),
		Competitions: competitions.New(shared),
		Waiters:      NewWaiters(pool.Now), polls: semaphore.NewWeighted(PollsAtOnce), exports: semaphore.NewWeighted(
			exportsAtOnce),
		games: games, batcher: moveBatcher{secondBatchAt: secondBatchAt}, alone: aloneCounts(),
		log: c.Logger,
	}
	s.Clubs.Recount = func(ctx context.Context, tx *pg.Tx, club int64) error {
		return tx.AddJobs(ctx, results.Recount(club)...)
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	return s, nil
}

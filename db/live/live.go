package live

import (
	"context"
	"log/slog"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
)

// Tables are the tables of the house, from the first seat to the last move. They are safe for concurrent use.
type Tables struct {
	*base.DB
	Waiters *Waiters
	// Ended is called in the transaction that ends a match, with all that the match itself writes queued in tx.Last.
	Ended func(ctx context.Context, tx *pg.Tx, club, match int64) error

	games   map[string]engine.Game
	flights singleflight.Group  // tables that are being read
	polls   *semaphore.Weighted // places for those that read
	batcher moveBatcher

	botMove atomic.Pointer[func(DueMove)] // told of moves that are due; nil: nobody makes them here
	turn    atomic.Pointer[func(DueMove)] // told of turns of players, who may have planned them

	log          *slog.Logger
	moves, began atomic.Int64                    // see Vitals
	alone        map[errNotBatched]*atomic.Int64 // moves that were not batched
	listening    atomic.Bool
	only         atomic.Int32 // the listener's process in the server, if it was the first to listen; else 0
}

// New returns the tables at which some games are played.
func New(shared *base.DB, games map[string]engine.Game, log *slog.Logger) *Tables {
	return &Tables{
		DB: shared, Waiters: NewWaiters(shared.Now), games: games, polls: semaphore.NewWeighted(PollsAtOnce),
		batcher: moveBatcher{secondBatchAt: secondBatchAt}, alone: aloneCounts(), log: log,
	}
}

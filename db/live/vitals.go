package live

import (
	"context"
	"time"

	"carteado/db/pg"
)

// Vitals are numbers that the program keeps for itself.
type Vitals struct {
	Moves     int64            // made and committed here
	Alone     map[string]int64 // of players' moves those that were made alone, by the reason
	Batched   int              // moves that wait for a batch, or are in one
	Batches   int              // transactions that make them
	Listening bool             // to what other instances tell
	Began     int64            // how often it began to listen
	Used      int              // connections of the pool
	Idle      int
	Max       int
	Waits     int64         // for a connection
	Ahead     time.Duration // of the database's clock; negative: behind it
}

// Vitals are read from counters in memory, without a query.
func (s *Tables) Vitals() Vitals {
	pool := s.Pool().Stat()
	alone := map[string]int64{}
	for why, n := range s.alone {
		alone[string(why)] = n.Load()
	}
	batched, batches := s.batcher.underway()
	return Vitals{
		Moves: s.moves.Load(), Alone: alone, Batched: batched, Batches: batches, Listening: s.listening.Load(),
		Began: s.began.Load(), Used: int(pool.AcquiredConns()), Idle: int(pool.IdleConns()), Max: int(pool.MaxConns()),
		Waits: pool.EmptyAcquireCount(), Ahead: s.Ahead(),
	}
}

// After this time without a heartbeat of any program, clocks count as stopped.
const houseAway = 15 * time.Second

// Beat writes a program's heartbeat, and asks what time it is. Time without a heartbeat is not counted by any clock.
func (s *Tables) Beat(ctx context.Context) error {
	if err := s.AskTime(ctx); err != nil {
		return err
	}
	return s.InTx(ctx, "beat", func(ctx context.Context, tx *pg.Tx) error {
		_, err := tx.Exec(ctx, `
			UPDATE heartbeat SET at = clock_timestamp(),
				away = away + CASE WHEN clock_timestamp() - at > $1::interval THEN clock_timestamp() - at ELSE '0' END,
				back_at = CASE WHEN clock_timestamp() - at > $1::interval THEN clock_timestamp() ELSE back_at END,
				gone = CASE WHEN clock_timestamp() - at > $1::interval THEN clock_timestamp() - at
					ELSE gone END`, houseAway)
		return err
	})
}

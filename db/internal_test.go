package db

import (
	"context"
	"math"

	"github.com/jackc/pgx/v5"
)

// OpenAdjusted is Open with a hand on the connection.
func OpenAdjusted(ctx context.Context, c Config, adjust func(*pgx.ConnConfig)) (*Store, error) {
	return open(ctx, c, adjust)
}

// Hear is Listen with a hand on what is heard.
func (s *Store) Hear(ctx context.Context, changed func(Change), lost func()) error {
	return s.listenTo(ctx, changed, lost)
}

// BatchedMoves is the number of moves that are made or wait for it.
func (s *Store) BatchedMoves() int {
	s.batcher.mu.Lock()
	defer s.batcher.mu.Unlock()
	return s.batcher.moves + len(s.batcher.waiting)
}

// Transactions is the number of those that make moves.
func (s *Store) Transactions() int {
	s.batcher.mu.Lock()
	defer s.batcher.mu.Unlock()
	return s.batcher.running
}

// OneAtATime has no second transaction begin beside another.
func (s *Store) OneAtATime() {
	s.batcher.mu.Lock()
	defer s.batcher.mu.Unlock()
	s.batcher.secondBatchAt = math.MaxInt
}

// WriteOne and WriteSeveral make batches of moves.
var WriteOne, WriteSeveral = writeOne.sql, writeSeveral.sql

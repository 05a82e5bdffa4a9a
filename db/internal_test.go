package db

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// OpenAdjusted is Open with a hand on the connection.
func OpenAdjusted(ctx context.Context, c Config, adjust func(*pgx.ConnConfig)) (*Store, error) {
	return open(ctx, c, adjust)
}

// Pool lets tests look behind the store.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// InTx and Slug are tested by themselves.
func (s *Store) InTx(ctx context.Context, do func(context.Context, *pgx.Conn) error) error {
	return s.inTx(ctx, "test", func(ctx context.Context, tx *txn) error { return do(ctx, tx.Conn) })
}

// The connections that moves have for themselves, and those of all others.
const (
	MovesAtOnce  = forMoves
	OthersAtOnce = poolSize - forMoves
)

var Slug = slug

// Together is the number of moves that wait to be made together, and of transactions that
// make some or wait for a connection.
func (s *Store) Together() (waiting, running int) {
	s.together.mu.Lock()
	defer s.together.mu.Unlock()
	return len(s.together.waiting), s.together.running
}

// LockSeveral locks the matches of several moves.
const LockSeveral = lockSeveral

// TogetherAtOnce is the most transactions that make moves together.
const TogetherAtOnce = togetherAtOnce

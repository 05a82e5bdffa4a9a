package db

import (
	"context"
	"math"

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

// Together is the number of moves that are made or wait for it.
func (s *Store) Together() int {
	s.together.mu.Lock()
	defer s.together.mu.Unlock()
	return s.together.making + len(s.together.waiting)
}

// Transactions is the number of those that make moves.
func (s *Store) Transactions() int {
	s.together.mu.Lock()
	defer s.together.mu.Unlock()
	return s.together.running
}

// OneAtATime has no second transaction begin beside another.
func (s *Store) OneAtATime() {
	s.together.mu.Lock()
	defer s.together.mu.Unlock()
	s.together.enough = math.MaxInt
}

// MakeOne and MakeSeveral make moves.
var MakeOne, MakeSeveral = makeOne, makeSeveral

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

// Slug is tested by itself.
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

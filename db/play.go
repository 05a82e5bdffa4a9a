package db

import (
	"context"

	"carteado/engine"
)

// A PlayInput is a move as a form posts it.
type PlayInput struct {
	Club    int64
	Table   int   // number in the club
	Match   int64 // the match the form showed; 0: the table's current one
	Player  int64
	Version int    // of the match the form showed
	Idem    string // the form's key: a move with a known key is answered, not played
	Move    engine.Move
}

// Played is the answer to a move that is committed.
type Played struct {
	Match   int64
	Version int    // after the move
	At      string // position of the table
	Again   bool   // the key was known: it was played before
}

// Play makes a move. Once it returns without error the move is kept for good.
// Refusals: *engine.Illegal with nothing changed, ErrStale when the position
// has moved on, ErrNotFound for who does not sit there, ErrUnavailable when the
// commit failed or its answer was lost: play again with the same key.
func (s *Store) Play(ctx context.Context, in PlayInput) (Played, error) {
	return Played{}, errNotYet
}

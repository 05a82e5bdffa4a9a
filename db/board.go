package db

import (
	"context"
	"time"

	"carteado/engine"
)

// A Board is a table with its running or last match, as one member of the club
// may see it.
type Board struct {
	Table TableView
	Dealt bool             // false: the match waits for its deal; what follows is zero
	View  engine.MatchView // for the viewer's seat, or a spectator
	Legal []engine.Move    // of the viewer
	Log   []LogEntry       // the last moves, oldest first
}

// A LogEntry is one move as its viewer saw it happen.
type LogEntry struct {
	Version int // after the move
	Seat    engine.Seat
	Events  []engine.Event // only those the viewer saw
	At      time.Time
}

// Board returns a table as a member of the club may see it.
func (s *Store) Board(ctx context.Context, club int64, number int, viewer int64) (Board, error) {
	return Board{}, errNotYet
}

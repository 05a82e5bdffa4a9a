package db

import (
	"context"
	"time"

	"carteado/engine"
)

// A MatchLine is a match in a list.
type MatchLine struct {
	ID        int64
	Table     int // number
	Game      string
	Options   engine.Options
	Status    MatchStatus
	Seats     []Seat
	Mine      engine.Seat
	Totals    []int           // by seat
	Rounds    int             // finished
	Outcome   *engine.Outcome // nil while the match goes on
	StartedAt time.Time       // the first deal
	EndedAt   time.Time       // zero while the match goes on
}

// A MatchPage is one page of a player's matches.
type MatchPage struct {
	Lines []MatchLine // newest first
	Page  int         // from 1
	Pages int         // at least 1
	Total int
}

// A Sheet is a match's score sheet.
type Sheet struct {
	MatchLine
	Target     int // 0 where there is none
	Scores     []engine.RoundScore
	Moves      int // made so far
	Commitment string
	Seed       string // in hexadecimal; "" until the match is over
}

// A RoundEnd is how a finished round looked at its end.
type RoundEnd struct {
	Sheet
	Score engine.RoundScore
	View  any // the game's own view, for the viewer's seat
}

// A ReplayMove is one move of a match that is over, with all its events.
type ReplayMove struct {
	Version int // after the move
	Round   int // number
	Seat    engine.Seat
	Move    engine.Move
	Events  []engine.Event
	At      time.Time
}

// A Replay is a match that is over, after some of its moves.
type Replay struct {
	Sheet
	Step  int                // moves made, from 0
	Views []engine.MatchView // of every seat
	List  []ReplayMove       // all moves of the match
}

// MatchesOf lists the matches a player has played in a club, newest first. A
// page beyond the last is the last.
func (s *Store) MatchesOf(ctx context.Context, club, player int64, page int) (MatchPage, error) {
	return MatchPage{}, errNotYet
}

// Match returns a dealt match's score sheet to a member of the club.
func (s *Store) Match(ctx context.Context, club, id, viewer int64) (Sheet, error) {
	return Sheet{}, errNotYet
}

// RoundEnd returns a finished round to a member of the club.
func (s *Store) RoundEnd(ctx context.Context, club, id int64, n int, viewer int64) (RoundEnd, error) {
	return RoundEnd{}, errNotYet
}

// Replay returns a match that is over, after step moves, with all hands, to a
// member of the club. ErrNotFound while it goes on, and for a step beyond it.
func (s *Store) Replay(ctx context.Context, club, id int64, step int, viewer int64) (Replay, error) {
	return Replay{}, errNotYet
}

package db

import (
	"context"
	"time"

	"carteado/engine"
)

// A Home is a club as one member comes in.
type Home struct {
	MyTurn  []TableLine // matches that wait for the player
	Waiting []TableLine // matches that wait for others, and the player's tables with empty seats
	Invited []TableLine // tables that keep a seat for the player
	Open    []TableLine // other tables with a seat that is open to all
	Recent  []MatchLine // the player's last matches
	Online  []Member    // seen in the last five minutes, without the player
	At      string      // position of the home page, for polling
}

// A TableLine is a table in a list.
type TableLine struct {
	Table       int // number
	Game        string
	Options     engine.Options
	Host        string // name
	Seats       []Seat
	Mine        engine.Seat
	Match       int64
	MatchStatus MatchStatus
	ToMove      []engine.Seat
	Totals      []int     // by seat, finished rounds
	Last        *LogEntry // the last move as the player saw it
	At          time.Time // of the last change
}

// HomeOf returns a club's home page to a member.
func (s *Store) HomeOf(ctx context.Context, club, player int64) (Home, error) {
	return Home{}, errNotYet
}

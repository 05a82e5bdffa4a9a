// Package table shows tables in play. frame.templ is what every game shares;
// each game has one file of its own and one line in faces. All of it works from
// views: what a seat may not know cannot be named here.
package table

import (
	"time"

	"carteado/engine"
	"carteado/views/part"
)

// Props is a table in play, as one reader sees it.
type Props struct {
	Club    string // slug
	Table   int    // number in the club
	At      string // the position, for polling
	Match   int64
	Idem    string // key of the next move
	View    engine.MatchView
	Legal   []engine.Move // of the reader
	Seats   []part.Person // by seat
	Log     []Entry       // newest first
	Chosen  []string      // the cards chosen, kept when a move is refused
	Sort    string        // how the reader likes the hand: by suit, or "" by rank
	Refusal *Refusal      // why the last move was not made
	Offline bool          // the connection is lost; only a script and the gallery say so
}

// What a player can say about the order of the hand.
const (
	SortRank = "rank" // the default, which Props and rows know as ""
	SortSuit = "suit"
)

// An Entry is what one move brought about, as the reader saw it.
type Entry struct {
	Version int // after the move
	Seat    engine.Seat
	Events  []engine.Event
	Time    time.Time
}

// A Refusal is why a move was not made.
type Refusal struct {
	Kind string         // illegal, stale, unsaved or unknown
	Rule string         // the broken rule of an illegal move
	Args map[string]int // numbers of that rule's sentence
}

package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

// A View is all that one seat, or a spectator, may know of a round. Other hands
// are counts, and of a stock only the top card has a name.
type View struct {
	Seat     engine.Seat // whose view this is
	Dealer   engine.Seat
	Turn     engine.Seat // who is to move; Spectator when the game is over
	Phase    Phase
	Counts   []int           // by seat: cards in the hand
	Stocks   []int           // by seat: cards in the stock
	Tops     []card.Card     // by seat: the open card of the stock, Unknown when it is empty
	Discards [][][]card.Card // by seat and pile a, b …: bottom to top
	Draw     int             // cards in the draw pile
	Walls    []Wall          // by place; one without cards is free
	Borrowed []bool          // by seat: a card of it was used in this turn
	Quiet    int             // turns in a row without a card built
	Block    int             // … with which the game is blocked

	// The seat's own; empty for a spectator.
	Hand []card.Card // numbers, then jokers, then reverse cards

	End *End // once the game is over, for everybody

	rules *rules
}

// Phase of a game.
type Phase string

// The phases: a turn is building until its discard.
const (
	PhaseBuild Phase = "build"
	PhaseOver  Phase = "over"
)

// A Wall grows in one of the places in the middle.
type Wall struct {
	Cards    []engine.Word // bottom to top; a joker with the number it stands for
	Down     bool          // descending
	Reversed int           // reverse cards beside it
	Need     int           // the number that comes next: 1 to 10
	Reverse  int           // the companion of a reverse card, 0 where it cannot be reversed
}

// An End shows how the game ended.
type End struct {
	How    string      // out, blocked or void
	Winner engine.Seat // Spectator where the game is drawn
	Stocks []int       // by seat: cards left in the stock
	Hands  [][]card.Card
	Points []int // added to the totals
}

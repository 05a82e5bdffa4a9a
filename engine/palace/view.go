package palace

import (
	"carteado/engine"
	"carteado/engine/card"
)

// Places is the number of places of a palace row.
const Places = 3

// A View is all that one seat, or a spectator, may know of a round. Other hands
// are counts, and a face-down card is known by its place alone.
type View struct {
	Seat   engine.Seat // whose view this is
	Dealer engine.Seat
	Turn   engine.Seat // who is to move; Spectator during the exchange and when the round is over
	Phase  Phase
	Ready  []bool              // by seat, in the exchange: has confirmed
	Out    []int               // by seat: the place with which it went out, 0 while it holds cards
	Counts []int               // by seat: cards in the hand
	Up     [][Places]card.Card // by seat: the face-up row, Unknown where a place is empty
	Down   [][Places]bool      // by seat: places that still hold a face-down card
	Draw   int                 // cards in the draw pile
	Pile   []card.Card         // the discard pile, bottom to top
	Burned int                 // cards out of play
	Last   int                 // plays left until the round is blocked; 0 while the draw pile lasts

	// The seat's own; empty for a spectator.
	Hand []card.Card // from three to two, the order of the game
	Zone Zone        // where the seat plays from, or will at its next turn

	End *End // once the round is over, for everybody

	rules *rules
}

// Phase of a round.
type Phase string

// The phases of a round.
const (
	PhaseExchange Phase = "exchange"
	PhasePlay     Phase = "play"
	PhaseOver     Phase = "over"
)

// A Zone is where a player's next card comes from.
type Zone string

// The zones, in the order in which a player comes to them.
const (
	ZoneHand Zone = "hand"
	ZoneUp   Zone = "up"
	ZoneDown Zone = "down"
)

// An End shows what everybody still held when the round ended.
type End struct {
	How    string      // out, blocked or void
	Winner engine.Seat // of the round; Spectator after a void round or a shared first place
	Loser  engine.Seat // holds most cards, or is last; Spectator where several are
	Hands  [][]card.Card
	Up     [][Places]card.Card
	Down   [][Places]card.Card
	Left   []int // by seat: cards still held
	Places []int // by seat, 1 is first; shared places are equal; nil where a round has only a winner
	Points []int // added to the totals
}

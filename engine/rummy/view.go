package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
)

// A View is all that one seat, or a spectator, may know of a round. It has no
// field that could hold another's card: other hands are counts.
type View struct {
	Seat     engine.Seat // whose view this is
	Dealer   engine.Seat
	Turn     engine.Seat // who is to move; Spectator when the round is over
	Phase    Phase
	Counts   []int         // by seat: cards in the hand
	Opened   []bool        // by seat: has melded or laid off in this round
	Stock    int           // cards in the stock
	Renewals int           // how often the stock may still be renewed
	Discards int           // cards in the discard pile
	Top      card.Card     // of the discard pile, Unknown when it is empty
	Below    card.Card     // the card under it, Unknown when there is none
	Melds    []Meld        // on the table, in the order laid
	Laid     int           // melds laid in this turn
	Known    [][]card.Card // by seat: cards it took from the discard pile and still holds: everybody saw them

	// The seat's own; empty for a spectator.
	Hand  []card.Card // in the order of the pack
	Taken card.Card   // taken from the discard pile in this turn, while it may not go back
	Drawn card.Card   // drawn or taken in this turn and still held
	Value int         // what the hand counts

	End *End // once the round is over, for everybody

	rules *rules // the house rules, for Fits, GoOuts and Rate
}

// Phase of a turn.
type Phase string

// The phases of a turn; PhaseOver when the round has its result.
const (
	PhaseDraw Phase = "draw"
	PhasePlay Phase = "play"
	PhaseOver Phase = "over"
)

// A Meld is a group on the table.
type Meld struct {
	By    engine.Seat // who laid it
	Cards []card.Card // a set by suit, a run ascending
	Added []Added     // cards laid off on it, in the order laid
}

// An Added card was laid off on a group.
type Added struct {
	Card card.Card
	By   engine.Seat
}

// An End shows what everybody still held when the round ended.
type End struct {
	How    string      // out, rummy or blocked
	Winner engine.Seat // Spectator where nobody scores
	Hands  [][]card.Card
	Values []int // by seat: what the hand counts
	Double bool  // the points are doubled
	Points []int // added to the totals
}

package knock

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
	Turns    int            // completed turns of both players
	Counts   [2]int         // cards in each hand
	Stock    int            // cards in the stock
	Renewals int            // how often the stock may still be renewed
	Discards int            // cards in the discard pile
	Top      card.Card      // of the discard pile, Unknown when it is empty
	Below    card.Card      // the card under it, Unknown when there is none
	Known    [2][]card.Card // cards each seat took from the discard pile and still holds: everybody saw them

	// The seat's own hand; empty for a spectator.
	Hand     []card.Card     // in the order of the pack
	Taken    card.Card       // taken from the discard pile in this turn: may not be discarded
	Drawn    card.Card       // drawn or taken in this turn
	Melds    [][]engine.Word // best arrangement of the hand: its combinations
	Rest     []card.Card     // … and the cards left over
	Deadwood int             // value of the cards left over when the best discard is laid
	Knocks   []card.Card     // cards with which the seat may knock now

	Limit int  // knock limit in force
	End   *End // once the round is over, for everybody

	rules *rules // the house rules, for Arrangements and Rate
}

// Held are the viewer's own cards, in the order of the pack.
func (v View) Held() []card.Card { return v.Hand }

// Phase of a round.
type Phase string

// The phases of a turn; PhaseOver when the round has its result.
const (
	PhaseDraw   Phase = "draw"
	PhaseDecide Phase = "decide"
	PhaseOver   Phase = "over"
)

// An End explains the result of a round, number by number.
type End struct {
	How       string      // void, knock, knock_zero, run_of_seven_joker, run_of_seven
	Knocker   engine.Seat // Spectator after a void round
	KnockCard card.Card   // Unknown after a void round
	Declared  bool        // the knocker chose the melds
	Hands     [2]Shown
	Points    [2]int // added to the totals
}

// Shown is one hand after a knock; after a void round all of it is Left.
type Shown struct {
	Melds     [][]engine.Word // own combinations
	LaidOff   []LayOff        // cards added to the knocker's combinations, in order
	Left      []card.Card     // cards that count
	Values    []int           // what each of them counts
	LeftValue int             // their sum
	Bonus     int             // points beside it: -10, -25, an undercut's +10 …
}

// A LayOff is a card added to a combination of the knocker.
type LayOff struct {
	Card engine.Word
	Meld int // index among the knocker's Melds
}

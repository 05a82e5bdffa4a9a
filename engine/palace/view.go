package palace

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Places is the number of places of a palace row.
const Places = 3

// A View is all that one seat, or a spectator, may know of a round. Other hands
// are counts, and a face-down card is known by its place alone.
type View struct {
	Seat   engine.Seat // the seat that sees this view
	Dealer engine.Seat
	Turn   engine.Seat // the seat to move; Nobody during the exchange and when the round is over
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
	Zone Zone        // the cards from which the seat plays now or at its next turn

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
	Winner engine.Seat // of the round; Nobody after a void round or a shared first place
	Loser  engine.Seat // holds most cards, or is last; Nobody where several are
	Hands  [][]card.Card
	Up     [][Places]card.Card
	Down   [][Places]card.Card
	Left   []int // by seat: cards still held
	Places []int // by seat, 1 is first; shared places are equal; nil where a round has only a winner
	Points []int // added to the totals
}

// View is all that a seat, or a spectator, may know: what lies open, what
// everybody has counted, one's own hand, and the end of a round that is over.
func (r *Round) View(s engine.Seat) any {
	n := int(r.seats)
	v := View{
		Seat: s, Dealer: r.dealer, Turn: engine.Nobody, Phase: r.phase,
		Ready: make([]bool, n), Out: make([]int, n), Counts: make([]int, n),
		Up: slices.Clone(r.up[:n]), Down: make([][Places]bool, n),
		Draw: int(r.draw), Pile: slices.Clone(r.discards()), Burned: r.burned.len(),
		rules: r.rules,
	}
	for seat := range n {
		v.Ready[seat] = r.phase != PhaseExchange || !r.waitsFor(engine.Seat(seat))
		v.Out[seat] = int(r.out[seat])
		v.Counts[seat] = r.hands[seat].len()
		for place, c := range r.down[seat] {
			v.Down[seat][place] = c != card.Unknown
		}
	}
	if r.phase == PhasePlay {
		v.Turn = r.moving[0]
		if r.draw == 0 {
			v.Last = r.rules.blockAfter - r.spent
		}
	}
	if r.phase == PhaseOver {
		v.End = r.ending(r.over())
	}
	if s >= 0 && int(s) < n {
		v.Hand, v.Zone = r.hands[s].cards(), r.zone(s)
	}
	return v
}

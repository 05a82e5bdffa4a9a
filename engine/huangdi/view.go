package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

// A View is all that one seat, or a spectator, may know of a round. Other hands
// are counts, and of a stock only the top card has a name.
type View struct {
	Seat     engine.Seat // the seat that sees this view
	Dealer   engine.Seat
	Turn     engine.Seat // the seat to move; Nobody when the game is over
	Phase    Phase
	Counts   []int           // by seat: cards in the hand
	Stocks   []int           // by seat: cards in the stock
	Tops     []card.Card     // by seat: the open card of the stock, Unknown when it is empty
	Discards [][][]card.Card // by seat and pile a, b …: bottom to top
	Draw     int             // cards in the draw pile
	Lines    []int           `json:",omitempty"` // by seat: cards in its own line of draws; nil where there are none
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
	Winner engine.Seat // Nobody where the game is drawn
	Stocks []int       // by seat: cards left in the stock
	Hands  [][]card.Card
	Points []int // added to the totals
}

// View is all that a seat, or a spectator, may know: what everybody saw, one's
// own hand, and all hands of a game that is over.
func (r *Round) View(s engine.Seat) any {
	v := View{
		Seat: s, Dealer: r.dealer, Turn: r.turn[0], Phase: PhaseBuild,
		Counts: make([]int, r.seats), Stocks: r.left(), Tops: make([]card.Card, r.seats),
		Discards: make([][][]card.Card, r.seats), Draw: int(r.draw.n), Lines: r.lines.Counts(),
		Walls:    make([]Wall, r.rules.walls),
		Borrowed: make([]bool, r.seats), Quiet: int(r.quiet), Block: r.rules.block, rules: r.rules,
	}
	for seat := range r.seats {
		v.Counts[seat], v.Tops[seat] = int(r.hands[seat].n), r.stocks[seat].card()
		v.Discards[seat] = r.openPiles(engine.Seat(seat))
		v.Borrowed[seat] = r.borrowed&(1<<seat) != 0
	}
	for w := range v.Walls {
		v.Walls[w] = r.look(&r.walls[w])
	}
	if s >= 0 && int(s) < int(r.seats) {
		v.Hand = r.hands[s].list()
	}
	if r.over == playing {
		return v
	}
	v.Turn, v.Phase = engine.Nobody, PhaseOver
	v.End = r.rules.ended(r.how(), r.left())
	for seat := range r.seats {
		v.End.Hands = append(v.End.Hands, r.hands[seat].list())
	}
	return v
}

func (r *Round) look(w *wall) Wall {
	v := Wall{Cards: r.words(w.cards), Down: w.state.down(), Reversed: int(w.reversed.n)}
	if w.state.finished() {
		return v // with the last stock card of the game
	}
	v.Need, v.Reverse = w.state.need(), w.state.back()
	if r.rules.each[card.Reverse] == 0 || r.rules.turns[w.state] == 0 {
		v.Reverse = 0
	}
	return v
}

// InLines implements engine.Lined.
func (v View) InLines() []int { return v.Lines }

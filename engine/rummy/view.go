package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// A View is all that one seat, or a spectator, may know of a round. It has no
// field that could hold another's card: other hands are counts.
type View struct {
	Seat     engine.Seat // the seat that sees this view
	Dealer   engine.Seat
	Turn     engine.Seat // the seat to move; Nobody when the round is over
	Phase    Phase
	Counts   []int         // by seat: cards in the hand
	Opened   []bool        // by seat: has melded or laid off in this round
	Stock    int           // cards in the stock
	Lines    []int         `json:",omitempty"` // by seat: cards in its own line of draws; nil where there are none
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
	Value int         // the points of the hand

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
	By    engine.Seat // the seat that laid it
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
	Winner engine.Seat // Nobody where nobody scores
	Hands  [][]card.Card
	Values []int // by seat: the points of the hand
	Double bool  // the points are doubled
	Points []int // added to the totals
}

// View is all that a seat, or a spectator, may know: what everybody saw, one's
// own hand, and all hands when the round is over.
func (r *Round) View(s engine.Seat) any {
	v := View{
		Seat: s, Dealer: r.dealer, Turn: r.turn[0], Phase: r.phase,
		Stock: r.stock(), Lines: r.lines.Counts(), Renewals: r.rules.renewals - int(r.renewed),
		Discards: int(r.discards),
		Laid:     int(r.fresh), rules: r.rules,
		Counts: make([]int, r.seats), Opened: make([]bool, r.seats), Known: make([][]card.Card, r.seats),
		Melds: make([]Meld, r.laid),
	}
	if r.discards > 0 {
		v.Top = r.pile[r.discards-1]
	}
	if r.discards > 1 {
		v.Below = r.pile[r.discards-2]
	}
	for seat := range v.Counts {
		v.Counts[seat] = r.hands[seat].Len()
		v.Opened[seat] = r.opened>>seat&1 != 0
		v.Known[seat] = r.known[seat].Cards()
	}
	for i := range v.Melds {
		v.Melds[i] = Meld{By: r.owners[i], Cards: meld.InOrder(r.melds[i])}
	}
	for _, a := range r.added[:r.adds] {
		v.Melds[a.meld].Added = append(v.Melds[a.meld].Added, Added{a.card, a.by})
	}
	if r.phase == PhaseOver {
		v.Turn, v.End = engine.Nobody, r.ended()
	}
	if s < 0 || int(s) >= int(r.seats) {
		return v
	}
	v.Hand, v.Value = r.hands[s].Cards(), r.rules.Value(r.hands[s])
	if s == r.turn[0] && r.hands[s].Has(r.drawn) {
		v.Drawn = r.drawn
		if r.taken && !r.rules.redraw {
			v.Taken = r.drawn
		}
	}
	return v
}

// stand is the position as far as the moves of the viewer depend on it; false when it
// is not for the viewer to meld, lay off or discard.
func (v *View) stand() (stand, bool) {
	t := stand{rules: v.rules, seat: v.Seat, hand: meld.Of(v.Hand...), kept: v.Taken, fresh: v.Laid}
	if t.rules == nil {
		t.rules, _ = newRules(nil) // a view that is made for show
	}
	for _, m := range v.Melds {
		t.melds, t.owners = append(t.melds, meld.Of(m.Cards...)), append(t.owners, m.By)
	}
	own := v.Seat >= 0 && int(v.Seat) < len(v.Opened)
	t.opened = own && v.Opened[v.Seat]
	return t, own && v.Phase == PhasePlay && v.Turn == v.Seat
}

// Fits are the melds on the table, by their numbers from 1, on which the viewer
// could lay a card off now.
func (v View) Fits(c card.Card) (melds []int) {
	t, play := v.stand()
	if !play {
		return nil
	}
	for n := range t.melds {
		if t.checkLayOff(c, n) == "" {
			melds = append(melds, n+1)
		}
	}
	return melds
}

// GoOuts are moves that lay the viewer's whole hand at once, which Legal does not
// list: one if there is any, for all bring the same.
func (v View) GoOuts() []engine.Move {
	t, play := v.stand()
	if !play {
		return nil
	}
	if m, ok := t.goOut(); ok {
		return []engine.Move{m}
	}
	return nil
}

// Worth is what a card counts that is left in a hand.
func (v View) Worth(c card.Card) int {
	t, _ := v.stand()
	return t.Worth(c)
}

// InLines implements engine.Lined.
func (v View) InLines() []int { return v.Lines }

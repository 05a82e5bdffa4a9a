package palace

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// View is all that a seat, or a spectator, may know: what lies open, what
// everybody has counted, one's own hand, and the end of a round that is over.
func (r *Round) View(s engine.Seat) any {
	n := int(r.seats)
	v := View{
		Seat: s, Dealer: r.dealer, Turn: engine.Spectator, Phase: r.phase,
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
	if r.end != nil {
		v.End = r.end.copied()
	}
	if s >= 0 && int(s) < n {
		v.Hand, v.Zone = r.hands[s].cards(), r.zone(s)
	}
	return v
}

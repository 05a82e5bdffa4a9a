package knock

import (
	"cmp"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// View is all that a seat, or a spectator, may know: what everybody saw, one's
// own hand, and the end of a round that is over.
func (r *Round) View(s engine.Seat) any {
	v := View{
		Seat: s, Dealer: r.dealer, Turn: r.turn[0], Phase: r.phase, Turns: r.turns,
		Stock: int(r.stock), Renewals: r.rules.renewals - int(r.renewed), Discards: int(r.discards),
		Limit: r.rules.limit, rules: r.rules,
	}
	if r.discards > 0 {
		v.Top = r.pile[r.discards-1]
	}
	if r.discards > 1 {
		v.Below = r.pile[r.discards-2]
	}
	if r.phase == PhaseOver {
		v.Turn, v.End = engine.Spectator, r.end
		return v
	}
	for seat, hand := range r.hands {
		v.Counts[seat] = hand.Len()
		v.Known[seat] = r.known[seat].Cards()
	}
	if s < 0 || s >= seats {
		return v
	}
	own := r.hands[s]
	v.Hand = own.Cards()
	var thrown meld.Hand
	if s == r.turn[0] && r.phase == PhaseDecide {
		v.Drawn = r.drawn
		if r.taken && !r.rules.redraw {
			v.Taken = r.drawn
		}
		v.Knocks = r.knocks().Cards()
		c := r.bestDiscard(s)
		thrown = meld.Of(c)
	}
	seven := own &^ thrown
	best := r.rules.best(seven, own)
	v.Melds, v.Rest, v.Deadwood = writtenMelds(best.melds), (best.left | thrown).Cards(), best.deadwood
	return v
}

// bestDiscard is the card of eight that leaves the least deadwood; of equals the
// one that counts most.
func (r *Round) bestDiscard(s engine.Seat) (best card.Card) {
	deadwood := 0
	for c := range r.hands[s].All() {
		if r.checkLaying(c) != nil {
			continue
		}
		d := r.rules.Deadwood(r.hands[s].Without(c))
		if best == card.Unknown || d < deadwood || d == deadwood && r.rules.Values[c] > r.rules.Values[best] {
			best, deadwood = c, d
		}
	}
	return best
}

// Arrangements are the knocks with a card that declare their melds, best first;
// none when the card may not be knocked with. They follow from the view alone.
func (v View) Arrangements(thrown card.Card) []engine.Move {
	if !slices.Contains(v.Knocks, thrown) {
		return nil
	}
	hand := meld.Of(v.Hand...)
	var list []arrangement
	for s := range v.rules.arrangements(hand.Without(thrown)) {
		a := v.rules.judge(s, hand)
		a.melds = inOrder(a.melds)
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b arrangement) int {
		return cmp.Or(a.compare(b), cmp.Compare(written(a.melds), written(b.melds)))
	})
	moves := make([]engine.Move, len(list))
	for i, a := range list {
		m := engine.NewMove(verbKnock, thrown)
		for _, combination := range a.melds {
			m = m.Add(engine.Bar).Add(words(combination)...)
		}
		moves[i] = m
	}
	return moves
}

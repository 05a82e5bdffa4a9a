package meld

import "carteado/engine/card"

// Rules are what a game says about its melds.
type Rules struct {
	Values [53]uint8 // what a card counts that is left over, by card
	Wild   card.Card // stands for any one card of the pack; Unknown where there is none
}

// Value is the sum of the cards' values.
func (r *Rules) Value(h Hand) int {
	sum := 0
	for ; h != 0; h &= h - 1 {
		sum += int(r.Values[h.First()])
	}
	return sum
}

// Deadwood returns the value of the cards that the best split into sets of
// three or four and runs of three or more leaves over. It is exact.
//
// Once the sets are chosen the rest is simple: every card that stands in a run
// is covered, and whatever run it stands in can be laid. So only choices of
// sets are tried, and those only where a set and a run want the same card.
func (r *Rules) Deadwood(h Hand) int {
	if h.Has(r.Wild) {
		h = h.Without(r.Wild)
		return r.withWild(h, h.pairs(), free)
	}
	return r.natural(h)
}

func (r *Rules) natural(h Hand) int {
	sets, runs := h.sets(), h.runs()
	if sets&runs == 0 {
		return r.Value(h &^ (sets | runs))
	}
	return r.leftOver(h, sets)
}

// leftOver returns the least that is left over of h when sets may be laid of
// the cards in sets.
func (r *Rules) leftOver(h, sets Hand) int {
	if sets == 0 {
		return r.Value(h &^ h.runs())
	}
	rank := Rank(sets.First())
	all, others := sets&rank, sets&^rank
	least := min(r.leftOver(h, others), r.leftOver(h&^all, others))
	if all == rank {
		for c := all; c != 0; c &= c - 1 {
			three := all.Without(c.First())
			least = min(least, r.leftOver(h&^three, others))
		}
	}
	return least
}

// What has become of the wild card while sets are chosen.
type wild uint8

const (
	free   wild = iota // it counts if it finds no run
	placed             // it fits on a set of three if it finds nothing better
	used               // it made a set of two
)

// withWild is leftOver for a hand of natural cards beside the wild one. ranks
// are the cards of which sets are yet to be chosen.
//
// The wild card never needs to take the place of a card that would stand in
// the same run: that card can stand there itself and the wild card at an end.
func (r *Rules) withWild(h, ranks Hand, w wild) int {
	if ranks == 0 {
		return r.wildInRun(h, w)
	}
	rank := Rank(ranks.First())
	all, others := ranks&rank, ranks&^rank
	least := r.withWild(h, others, w)
	for set := all; least > 0 && set != 0; set = (set - 1) & all {
		switch n := set.Len(); {
		case n == 4:
			least = min(least, r.withWild(h&^set, others, w))
		case n == 3:
			least = min(least, r.withWild(h&^set, others, max(w, placed)))
		case n == 2 && w != used:
			least = min(least, r.withWild(h&^set, others, used))
		}
	}
	return least
}

func (r *Rules) wildInRun(h Hand, w wild) int {
	least := r.Value(h &^ h.runs())
	if w == used {
		return least
	}
	if w == free {
		least += int(r.Values[r.Wild])
	}
	for gaps := h.gaps(); gaps != 0; gaps &= gaps - 1 {
		whole := h | gaps&-gaps
		least = min(least, r.Value(h&^whole.runs()))
	}
	return least
}

// Loose returns cards that no meld of the hand can hold, quickly: of every card
// left out there is a meld, or a gap that the wild card in the hand could fill.
func (r *Rules) Loose(h Hand) Hand {
	if !h.Has(r.Wild) {
		return h &^ (h.sets() | h.runs())
	}
	h = h.Without(r.Wild)
	near := h<<inSuit | h<<(2*inSuit) | h>>inSuit | h>>(2*inSuit)
	return h &^ (h.pairs() | near)
}

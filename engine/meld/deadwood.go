package meld

import (
	"math/bits"
	"slices"

	"carteado/engine/card"
)

// Rules are a game's own numbers and cards for melding. SetWorth says what cards count.
type Rules struct {
	Wild card.Card // stands for any one card of the pack; Unknown where there is none
	Aces Aces      // low where there is a wild card

	worth [53]uint8 // by card: its value when it is left over
	// The same the other way round: bit n of its value is set for the cards of
	// digits[n], so that a whole hand is added up by counting bits.
	digits [worthBits]Hand
}

// worthBits is room for the dearest card there is, a joker of 25.
const worthBits = 5

// SetWorth says what a card counts that is left over, 31 at most.
func (r *Rules) SetWorth(c card.Card, value int) {
	if value < 0 || value >= 1<<worthBits {
		panic("meld: value out of range")
	}
	r.worth[c] = uint8(value)
	for n := range r.digits {
		r.digits[n] = r.digits[n].Without(c)
		if value>>n&1 != 0 {
			r.digits[n] = r.digits[n].With(c)
		}
	}
}

// Worth is what a card counts that is left over.
func (r *Rules) Worth(c card.Card) int { return int(r.worth[c]) }

// Value is the sum of the cards' values.
func (r *Rules) Value(h Hand) int {
	return bits.OnesCount64(uint64(h&r.digits[0])) + bits.OnesCount64(uint64(h&r.digits[1]))<<1 +
		bits.OnesCount64(uint64(h&r.digits[2]))<<2 + bits.OnesCount64(uint64(h&r.digits[3]))<<3 +
		bits.OnesCount64(uint64(h&r.digits[4]))<<4
}

// Most is what a hand of n cards can count at most.
func (r *Rules) Most(n int) (value int) {
	pack := card.French()
	slices.SortFunc(pack, func(a, b card.Card) int { return r.Worth(b) - r.Worth(a) })
	for _, c := range pack[:n] {
		value += r.Worth(c)
	}
	return value
}

// Dearest is the highest value of a card of the hand, 0 if it has none.
func (r *Rules) Dearest(h Hand) (value int) {
	for n := worthBits - 1; n >= 0; n-- {
		if dear := h & r.digits[n]; dear != 0 {
			h, value = dear, value|1<<n
		}
	}
	return value
}

// Deadwood returns the value of the cards that the best split into sets of
// three or four and runs of three or more leaves over. It is exact.
//
// Once the sets are chosen the rest is simple: every card that stands in a run
// is covered, and whatever run it stands in can be laid. So only choices of
// sets are tried, and those only where a set and a run want the same card.
func (r *Rules) Deadwood(h Hand) int {
	switch natural := h.Without(r.Wild); {
	case natural != h && natural.sets()|natural.runs() == 0:
		return r.oneMeld(natural)
	case natural != h:
		return r.withWild(natural, natural.pairs(), free)
	case r.Aces == AcesLow && h.sets()&h.runs() == 0: // nearly always
		return r.Value(h &^ (h.sets() | h.runs()))
	}
	return r.leftOver(h, h.sets())
}

// oneMeld is what is left over of natural cards without a set or run beside the wild
// one: it makes one meld, of a pair or by filling a gap, or none.
func (r *Rules) oneMeld(h Hand) int {
	least := r.Value(h) + r.Worth(r.Wild)
	for pairs := h.pairs(); pairs != 0; {
		rank := Rank(pairs.First())
		pairs &^= rank
		least = min(least, r.Value(h&^rank))
	}
	for gaps := h.gaps(); gaps != 0; gaps &= gaps - 1 {
		whole := h | gaps&-gaps
		least = min(least, r.Value(h&^whole.runs()))
	}
	return least
}

// leftOver returns the least that is left over of h when sets may be laid of
// the cards in sets.
func (r *Rules) leftOver(h, sets Hand) int {
	runs := h.runsWith(r.Aces)
	wanted := sets & runs
	if wanted == 0 {
		return r.besideRuns(h&^sets, runs)
	}
	rank := Rank(wanted.First())
	all, others := sets&rank, sets&^rank
	least := r.leftOver(h&^all, others)
	if all == rank {
		// Of four, a card that is in no run is better laid in the set.
		for c := all & runs; least > 0 && c != 0; c &= c - 1 {
			three := all.Without(c.First())
			least = min(least, r.leftOver(h&^three, others))
		}
	}
	if least == 0 {
		return 0
	}
	return min(least, r.leftOver(h, others))
}

// besideRuns is the value of the cards of h that are in none of its runs.
func (r *Rules) besideRuns(h, runs Hand) int {
	if r.Aces != AcesBoth || runs&aces == 0 {
		return r.Value(h &^ runs)
	}
	// An ace is laid in one of the runs it stands in: suit by suit where it
	// spares more.
	low, high := h&^h.runsWith(AcesLow), h&^h.runsWith(AcesHigh)
	sum := r.Value(low & high)
	for ace := Hand(1); low != high && ace <= aces; ace <<= 1 {
		suit := row * ace
		sum += min(r.Value(low&^high&suit), r.Value(high&^low&suit))
	}
	return sum
}

// States of the wild card while sets are chosen.
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
		least += r.Worth(r.Wild)
	}
	for gaps := h.gaps(); gaps != 0; gaps &= gaps - 1 {
		whole := h | gaps&-gaps
		least = min(least, r.Value(h&^whole.runs()))
	}
	return least
}

// Loose returns cards that are in no meld of the hand. It is quick and may miss some:
// it leaves out every card that has a meld, or a gap that the wild card could fill.
func (r *Rules) Loose(h Hand) Hand {
	if !h.Has(r.Wild) {
		return h &^ (h.sets() | h.runsWith(r.Aces))
	}
	h = h.Without(r.Wild)
	near := h<<inSuit | h<<(2*inSuit) | h>>inSuit | h>>(2*inSuit)
	return h &^ (h.pairs() | near)
}

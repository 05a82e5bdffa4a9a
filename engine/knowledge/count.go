package knowledge

import (
	"carteado/engine"
	"carteado/engine/card"
)

// A Set holds cards, a bit for each.
type Set [2]uint64

func (s *Set) add(c card.Card)     { s[c>>6] |= 1 << (c & 63) }
func (s Set) has(c card.Card) bool { return s[c>>6]>>(c&63)&1 != 0 }
func (s Set) without(o Set) Set    { return Set{s[0] &^ o[0], s[1] &^ o[1]} }
func (s Set) or(o Set) Set         { return Set{s[0] | o[0], s[1] | o[1]} }

func setOf(cards []card.Card) (s Set) {
	for _, c := range cards {
		s.add(c)
	}
	return s
}

// empty is an empty place.
var empty = setOf([]card.Card{card.Unknown})

// A Tally counts cards.
type Tally [card.Reverse + 1]int16

// Count counts cards.
func Count(cards []card.Card) (t Tally) {
	for _, c := range cards {
		t[c]++
	}
	return t
}

// CountPiles counts the cards of all piles; empty places are no cards.
func CountPiles(piles []engine.Pile) (t Tally) {
	for _, pile := range piles {
		for _, c := range pile.Cards {
			t[c]++
		}
	}
	t[card.Unknown] = 0
	return t
}

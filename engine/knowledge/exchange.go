package knowledge

import (
	"carteado/engine"
	"carteado/engine/card"
)

// Names gives each card another name; Unknown where the name stays.
type Names [card.Reverse + 1]card.Card

// Of is the other name of a card.
func (n Names) Of(c card.Card) card.Card {
	if other := n[c]; other != card.Unknown {
		return other
	}
	return c
}

// Map lists the cards that are called otherwise.
func (n Names) Map() map[card.Card]card.Card {
	names := map[card.Card]card.Card{}
	for c, other := range n {
		if other != card.Unknown {
			names[card.Card(c)] = other
		}
	}
	return names
}

// Rename returns a random permutation of the cards of a pack that are not in seen.
// Only cards of which there are equally many change places, so that the pack
// stays the pack. It is false when there is nothing to change.
func Rename(pack Tally, seen Set, chance engine.Chance) (to Names, some bool) {
	groups := map[int16][]card.Card{}
	var counts []int16
	for c := card.Card(1); c <= card.Reverse; c++ {
		if n := pack[c]; n > 0 && !seen.has(c) {
			if groups[n] == nil {
				counts = append(counts, n)
			}
			groups[n] = append(groups[n], c)
		}
	}
	for _, n := range counts {
		group := groups[n]
		for i := len(group) - 1; i > 0; i-- { // a cycle: every card moves
			j := chance.Below(i)
			group[i], group[j] = group[j], group[i]
		}
		for i, c := range group {
			if next := group[(i+1)%len(group)]; next != c {
				to[c], some = next, true
			}
		}
	}
	return to, some
}

// A spot is where a card lies: the ith of a pile, by their numbers in a list of
// piles.
type spot struct{ pile, i int }

// hidden lists the spots whose cards a viewer cannot know.
func (w *Witness) hidden(viewer engine.Seat, piles []engine.Pile, over bool) (spots []spot) {
	for h, pile := range piles {
		var held Tally
		if pile.Place.Kind == engine.Hand {
			held = w.held[at(viewer)][pile.Place.Seat()]
		}
		for i, c := range pile.Cards {
			switch {
			case c == card.Unknown || pile.Place.SeenBy(viewer, i, len(pile.Cards), over):
			case held[c] > 0:
				held[c]--
			default:
				spots = append(spots, spot{h, i})
			}
		}
	}
	return spots
}

// Rearrange returns the piles with other cards where a viewer cannot look; nil
// where that changes nothing.
func (w *Witness) Rearrange(viewer engine.Seat, piles []engine.Pile, over bool, chance engine.Chance) []engine.Pile {
	spots := w.hidden(viewer, piles, over)
	other := CopyPiles(nil, piles)
	lies := func(n int) *card.Card { return &other[spots[n].pile].Cards[spots[n].i] }
	for n := len(spots) - 1; n > 0; n-- {
		a, b := lies(n), lies(chance.Below(n+1))
		*a, *b = *b, *a
	}
	if SamePiles(piles, other) {
		return nil
	}
	return other
}

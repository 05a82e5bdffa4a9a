package knowledge

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// CopyPiles copies piles into the room of others.
func CopyPiles(room, piles []engine.Pile) []engine.Pile {
	room = slices.Grow(room[:0], len(piles))[:len(piles)]
	for i, pile := range piles {
		room[i] = engine.Pile{Place: pile.Place, Cards: append(room[i].Cards[:0], pile.Cards...), As: pile.As}
	}
	return room
}

// TurnedUp lists the cards that left a face-down row. A card that is turned up is
// shown to everybody, wherever it goes then.
func TurnedUp(before, after []engine.Pile) (cards []card.Card) {
	for i := range before {
		pile := &before[i]
		if pile.Place.Kind != engine.Down {
			continue
		}
		now := find(after, pile.Place)
		for i, c := range pile.Cards {
			if c != card.Unknown && (i >= len(now) || now[i] != c) {
				cards = append(cards, c)
			}
		}
	}
	return cards
}

// index is the index of a pile, -1 where it is not in the list.
func index(piles []engine.Pile, place engine.Place) int {
	return slices.IndexFunc(piles, func(p engine.Pile) bool { return p.Place == place })
}

// find returns the cards of a pile.
func find(piles []engine.Pile, place engine.Place) []card.Card {
	if i := index(piles, place); i >= 0 {
		return piles[i].Cards
	}
	return nil
}

// SamePiles reports that two lists have the same piles with the same cards; the
// order of a hand does not matter.
func SamePiles(a, b []engine.Pile) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Pile) bool {
		return a.Place == b.Place && slices.Equal(Sorted(a), Sorted(b))
	})
}

// Sorted are the cards of a pile, in order where their order does not matter.
func Sorted(h engine.Pile) []card.Card {
	if !h.Place.Kind.Loose() {
		return h.Cards
	}
	return slices.Sorted(slices.Values(h.Cards))
}

// LookSame reports that a viewer sees the same cards lie in two lists of piles; the
// order of a hand does not matter.
func LookSame(viewer engine.Seat, a, b []engine.Pile, over bool) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Pile) bool {
		n := len(a.Cards)
		if a.Place != b.Place || n != len(b.Cards) {
			return false
		}
		if a.Place.Kind.Loose() {
			return !a.Place.SeenBy(viewer, 0, n, over) || Count(a.Cards) == Count(b.Cards)
		}
		for i, c := range a.Cards {
			if c != b.Cards[i] && a.Place.SeenBy(viewer, i, n, over) {
				return false
			}
		}
		return true
	})
}

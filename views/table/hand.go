package table

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Sorted returns the hand in the order that the reader gave it, new cards last, or
// else sorted as they like it: by rank, which is the order of the view, or by suit.
func (p *Props) Sorted(hand []card.Card) []card.Card {
	if p.Order != nil {
		rest, sorted := slices.Clone(hand), make([]card.Card, 0, len(hand))
		for _, c := range p.Order {
			if i := slices.Index(rest, c); i >= 0 {
				sorted, rest = append(sorted, c), slices.Delete(rest, i, i+1)
			}
		}
		return append(sorted, rest...)
	}
	if p.Sort != SortSuit {
		return hand
	}
	return slices.SortedStableFunc(slices.Values(hand), func(a, b card.Card) int {
		return int(a.Suit()) - int(b.Suit())
	})
}

// otherSort is what the button that sorts the hand does: it ends an order of the
// reader's own, and otherwise sorts the other way.
func (p *Props) otherSort() string {
	if (p.Sort == SortSuit) == (p.Order == nil) {
		return SortRank
	}
	return SortSuit
}

// Hand is the reader's hand as the face shows it; nil where there is none to order.
func (p *Props) Hand(game Game) []card.Card {
	if face, has := game.Face.(Handed); has && p.View.Seat != engine.Spectator {
		return face.Hand(p)
	}
	return nil
}

package palace

import (
	"iter"
	"math/bits"

	"carteado/engine/card"
)

// A hand is cards in no order, two of each at most: bits by place, and again for
// those that are held twice.
type hand struct{ one, two uint64 }

func (h *hand) add(c card.Card) {
	bit := uint64(1) << (place(c) & 63)
	h.two |= h.one & bit
	h.one |= bit
}

// remove takes out a card that is there.
func (h *hand) remove(c card.Card) {
	bit := uint64(1) << (place(c) & 63)
	h.one &^= bit &^ h.two
	h.two &^= bit
}

func (h hand) empty() bool { return h.one == 0 }

func (h hand) len() int { return bits.OnesCount64(h.one) + bits.OnesCount64(h.two) }

func (h hand) has(c card.Card) bool { return h.one>>place(c)&1 != 0 }

// holds reports that all cards of another hand are in this one.
func (h hand) holds(other hand) bool { return other.one&^h.one == 0 && other.two&^h.two == 0 }

// of are the cards of a rank.
func (h hand) of(k rank) hand {
	return hand{h.one & all(k), h.two & all(k)}
}

// all are the places of a rank.
func all(k rank) uint64 { return (1<<suits - 1) << (suits * k & 63) }

// first is the card of the lowest of some places, of which there must be one.
func first(places uint64) card.Card { return at(uint(bits.TrailingZeros64(places))) }

// lowest is the rank of the lowest of some places, of which there must be one.
func lowest(places uint64) rank { return rank(bits.TrailingZeros64(places) / suits) }

// all yields the cards in the order of the game, by suit within a rank.
func (h hand) all() iter.Seq[card.Card] {
	return func(yield func(card.Card) bool) {
		for rest := h.one; rest != 0; rest &= rest - 1 {
			p := uint(bits.TrailingZeros64(rest))
			if !yield(at(p)) || h.two>>p&1 != 0 && !yield(at(p)) {
				return
			}
		}
	}
}

// different yields every card once.
func (h hand) different() iter.Seq[card.Card] { return hand{one: h.one}.all() }

// cards lists them as all does.
func (h hand) cards() []card.Card { return h.append(make([]card.Card, 0, h.len())) }

func (h hand) append(list []card.Card) []card.Card {
	for rest := h.one; rest != 0; rest &= rest - 1 {
		p := uint(bits.TrailingZeros64(rest))
		if list = append(list, at(p)); h.two>>p&1 != 0 {
			list = append(list, at(p))
		}
	}
	return list
}

// handOf makes a hand of cards and leaves out Unknown, which marks an empty place.
func handOf(cards ...card.Card) (h hand) {
	for _, c := range cards {
		if c != card.Unknown {
			h.add(c)
		}
	}
	return h
}

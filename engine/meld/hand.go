// Package meld finds sets and runs in a hand and the split of the hand that
// leaves least over. It serves every game that melds cards of one French pack; the
// game says what a card counts and which card is wild. It decides no other rules:
// the game says who may meld or lay off, and when.
package meld

import (
	"iter"
	"math/bits"

	"carteado/engine/card"
)

// A Hand is a set of French cards: bit c-1 stands for card c. Cards are ordered
// by rank and then suit, so the next card of a suit is four bits up and a rank
// is four neighbouring bits.
type Hand uint64

const (
	clubs  Hand = 0x1111111111111 // the first card of every rank
	aces   Hand = 0xF
	inSuit      = 4 // from a card to the next of its suit
	kings       = 52
)

// Of returns the hand with these cards.
func Of(cards ...card.Card) Hand {
	var h Hand
	for _, c := range cards {
		h = h.With(c)
	}
	return h
}

// With returns the hand with one more card; Unknown adds none.
func (h Hand) With(c card.Card) Hand { return h | 1<<(c-1) }

// Without returns the hand without a card.
func (h Hand) Without(c card.Card) Hand { return h &^ (1 << (c - 1)) }

// Has reports whether a card is in the hand; Unknown never is.
func (h Hand) Has(c card.Card) bool { return h>>(c-1)&1 != 0 }

// Len is the number of cards.
func (h Hand) Len() int { return bits.OnesCount64(uint64(h)) }

// First returns the lowest card, Unknown of an empty hand.
func (h Hand) First() card.Card {
	if h == 0 {
		return card.Unknown
	}
	return card.Card(bits.TrailingZeros64(uint64(h))) + 1
}

// Last returns the highest card, Unknown of an empty hand.
func (h Hand) Last() card.Card { return card.Card(bits.Len64(uint64(h))) }

// All yields the cards in the order of the pack.
func (h Hand) All() iter.Seq[card.Card] {
	return func(yield func(card.Card) bool) {
		for ; h != 0; h &= h - 1 {
			if !yield(h.First()) {
				return
			}
		}
	}
}

// Cards returns the cards in the order of the pack; never nil.
func (h Hand) Cards() []card.Card { return h.Append(make([]card.Card, 0, h.Len())) }

// Append is Cards into a given slice, which saves an allocation.
func (h Hand) Append(cards []card.Card) []card.Card {
	for c := range h.All() {
		cards = append(cards, c)
	}
	return cards
}

// Rank returns all four cards of a card's rank.
func Rank(c card.Card) Hand { return aces << ((c - 1) &^ 3) }

// runs returns the cards that stand in runs of three and more.
func (h Hand) runs() Hand {
	start := h & (h >> inSuit) & (h >> (2 * inSuit))
	return start | start<<inSuit | start<<(2*inSuit)
}

// runsWith is runs with aces placed by a. With AcesBoth an ace may stand in two runs,
// only one of which can be laid.
func (h Hand) runsWith(a Aces) Hand {
	if a == AcesLow {
		return h.runs()
	}
	stands := h | h&aces<<kings
	if a == AcesHigh {
		stands &^= aces
	}
	runs := stands.runs()
	return (runs | runs>>kings) & whole
}

// sets returns the cards of each rank that the hand holds three or four times.
func (h Hand) sets() Hand {
	both, some := h&(h>>1), h|h>>1 // of two neighbours in a rank
	three := (both&(some>>2) | both>>2&some) & clubs
	return three * aces & h
}

// pairs returns the cards of each rank that the hand holds twice or more.
func (h Hand) pairs() Hand {
	both, some := h&(h>>1), h|h>>1
	two := (both | both>>2 | some&(some>>2)) & clubs
	return two * aces & h
}

// gaps returns the cards not in the hand that would make a run of three or more
// with cards of it.
func (h Hand) gaps() Hand {
	below, above := h<<inSuit, h>>inSuit
	return (below&(h<<(2*inSuit)) | below&above | above&(h>>(2*inSuit))) &^ h & whole
}

package promise

import (
	"carteado/engine"
	"carteado/engine/card"
)

// A witness follows the piles of a round and knows, for every viewer, which
// cards that viewer can know. It asks neither views nor events.
//
// Cards of which there is one each are told apart by their names. Where some are
// equal a name says little, and the witness goes by the places where cards lie.
type witness struct {
	pack  tally         // how many of each there are
	equal bool          // some cards are
	last  []engine.Heap // the piles as they were observed last

	// By viewer, see at. Where no cards are equal:
	known []set // seen and still where it was seen, or in a hand since
	ever  []set // seen at any time
	// … and where some are: what was seen to go to the hand of each seat, and is there.
	held [][]tally
}

// at is the place of a viewer in a list: the spectator is the first.
func at(viewer engine.Seat) int { return int(viewer) + 1 }

// A set is cards, a bit for each.
type set [2]uint64

func (s *set) add(c card.Card)     { s[c>>6] |= 1 << (c & 63) }
func (s set) has(c card.Card) bool { return s[c>>6]>>(c&63)&1 != 0 }
func (s set) and(o set) set        { return set{s[0] & o[0], s[1] & o[1]} }
func (s set) or(o set) set         { return set{s[0] | o[0], s[1] | o[1]} }

// A tally is how many there are of each card.
type tally [card.Reverse + 1]int16

// A naming is what each card is called instead; Unknown where the name stays.
type naming [card.Reverse + 1]card.Card

func (n naming) of(c card.Card) card.Card {
	if other := n[c]; other != card.Unknown {
		return other
	}
	return c
}

func newWitness(seats int, heaps []engine.Heap) *witness {
	w := &witness{pack: whole(heaps), known: make([]set, seats+1), ever: make([]set, seats+1)}
	for _, n := range w.pack {
		w.equal = w.equal || n > 1
	}
	if w.equal {
		w.held = make([][]tally, seats+1)
		for viewer := range w.held {
			w.held[viewer] = make([]tally, seats)
		}
	}
	return w
}

// whole tallies the cards of all piles; empty places are no cards.
func whole(heaps []engine.Heap) (t tally) {
	for _, heap := range heaps {
		for _, c := range heap.Cards {
			t[c]++
		}
	}
	t[card.Unknown] = 0
	return t
}

// sees is the table of who sees what: the ith card of a pile of n cards.
func sees(viewer engine.Seat, pile engine.Pile, i, n int, over bool) bool {
	switch pile.Kind {
	case engine.Hand:
		return over || pile.Seat() == viewer
	case engine.Knock, engine.Down:
		return over
	case engine.Draw:
		return false
	case engine.Stock: // one's own stock has its top card, the last one, face up
		return pile.Seat() != engine.Spectator && i == n-1
	}
	return true
}

// observe looks at the piles after a move.
func (w *witness) observe(heaps []engine.Heap, over bool) {
	turned := turnedUp(w.last, heaps)
	if w.equal {
		for v := range w.held {
			w.follow(engine.Seat(v-1), heaps, turned, over)
		}
	} else {
		w.learn(heaps, turned, over)
	}
	w.last = copyInto(w.last, heaps)
}

// learn keeps up what each viewer knows by name.
func (w *witness) learn(heaps []engine.Heap, turned []card.Card, over bool) {
	var held, shown set // held: what may still be known, since not all of it went to a pile where nobody looks
	for _, heap := range heaps {
		switch heap.Pile.Kind {
		case engine.Stock, engine.Draw, engine.Down:
		default:
			for _, c := range heap.Cards {
				held.add(c)
			}
		}
	}
	for _, c := range turned {
		shown.add(c)
	}
	for v := range w.known {
		seen := set{}
		for _, heap := range heaps {
			for i, c := range heap.Cards {
				if c != card.Unknown && sees(engine.Seat(v-1), heap.Pile, i, len(heap.Cards), over) {
					seen.add(c)
				}
			}
		}
		w.known[v] = w.known[v].or(shown).and(held).or(seen)
		w.ever[v] = w.ever[v].or(shown).or(seen)
	}
}

// relabelling returns a random permutation of the cards that are not in seen.
// Only cards of which there are equally many change places, so that the pack
// stays the pack. It is false when there is nothing to change.
func (w *witness) relabelling(seen set, chance engine.Chance) (to naming, some bool) {
	groups := map[int16][]card.Card{}
	var counts []int16
	for c := card.Card(1); c <= card.Reverse; c++ {
		if n := w.pack[c]; n > 0 && !seen.has(c) {
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

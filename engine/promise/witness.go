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
	pack  map[card.Card]int   // how many of each there are
	known map[engine.Seat]set // seen and still where it was seen, or in a hand since
	ever  map[engine.Seat]set // seen at any time

	equal bool                                  // some cards are
	held  map[engine.Seat]map[engine.Pile]tally // … then: what a viewer saw go to another's hand, and is there
	last  []engine.Heap                         // the piles as they were observed last
}

type set map[card.Card]bool

// A tally is how many there are of each card.
type tally [card.Reverse + 1]int

func newWitness(seats int, heaps []engine.Heap) *witness {
	w := &witness{
		pack: count(heaps), known: map[engine.Seat]set{}, ever: map[engine.Seat]set{},
		held: map[engine.Seat]map[engine.Pile]tally{},
	}
	for _, n := range w.pack {
		w.equal = w.equal || n > 1
	}
	for v := engine.Spectator; int(v) < seats; v++ {
		w.known[v], w.ever[v], w.held[v] = set{}, set{}, map[engine.Pile]tally{}
	}
	return w
}

// count counts the cards of all piles; empty places are no cards.
func count(heaps []engine.Heap) map[card.Card]int {
	n := map[card.Card]int{}
	for _, heap := range heaps {
		for _, c := range heap.Cards {
			if c != card.Unknown {
				n[c]++
			}
		}
	}
	return n
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
	held := set{} // cards that may still be known: not all of them went to a pile where nobody looks
	for _, heap := range heaps {
		switch heap.Pile.Kind {
		case engine.Stock, engine.Draw, engine.Down:
		default:
			for _, c := range heap.Cards {
				held[c] = true
			}
		}
	}
	turned := turnedUp(w.last, heaps)
	for viewer, known := range w.known {
		for c := range known {
			if !held[c] {
				delete(known, c)
			}
		}
		for _, c := range turned {
			w.ever[viewer][c] = true
			if held[c] {
				known[c] = true
			}
		}
		for _, heap := range heaps {
			for i, c := range heap.Cards {
				if c != card.Unknown && sees(viewer, heap.Pile, i, len(heap.Cards), over) {
					known[c], w.ever[viewer][c] = true, true
				}
			}
		}
	}
	if w.equal {
		for viewer := range w.held {
			w.follow(viewer, heaps, turned, over)
		}
	}
	w.last = copied(heaps)
}

// relabelling returns a random permutation of the cards that are not in seen.
// Only cards of which there are equally many change places, so that the pack
// stays the pack. It is empty when there is nothing to change.
func (w *witness) relabelling(seen set, chance engine.Chance) map[card.Card]card.Card {
	groups := map[int][]card.Card{}
	for c := card.Card(1); c <= card.Reverse; c++ {
		if n := w.pack[c]; n > 0 && !seen[c] {
			groups[n] = append(groups[n], c)
		}
	}
	to := map[card.Card]card.Card{}
	for n := 1; len(groups) > 0; n++ {
		group := groups[n]
		delete(groups, n)
		for i := len(group) - 1; i > 0; i-- { // a cycle: every card moves
			j := chance.Below(i)
			group[i], group[j] = group[j], group[i]
		}
		for i, c := range group {
			if next := group[(i+1)%len(group)]; next != c {
				to[c] = next
			}
		}
	}
	return to
}

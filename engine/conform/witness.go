package conform

import (
	"carteado/engine"
	"carteado/engine/card"
)

// A witness follows the piles of a round and knows, for every viewer, which
// cards that viewer can know. It asks neither views nor events.
//
// Where all cards differ, it knows them by name. Where some are equal a name says
// little, and it knows the places where cards lie.
type witness struct {
	pack  tally         // how many of each there are
	equal bool          // the pack has equal cards
	last  []engine.Pile // the piles as they were noted last
	now   []engine.Pile // and as they are
	moved []change      // between these
	open  []change      // those that may show something
	over  bool          // as was noted last

	// By viewer, see at. Where no cards are equal:
	blind, hands set // cards in piles where nobody follows them, and in hands

	known  []set // seen and still where it was seen, or in a hand since
	before []set // known before the last move
	ever   []set // seen at any time
	lost   set   // by the last move: cards that went where nobody follows them
	// … and where some are: the cards that were seen to go to the hand of each seat,
	// and are still there.
	held [][]tally
}

// at is the place of a viewer in a list: the spectator is the first.
func at(viewer engine.Seat) int { return int(viewer) + 1 }

// A set holds cards, a bit for each.
type set [2]uint64

func (s *set) add(c card.Card)     { s[c>>6] |= 1 << (c & 63) }
func (s set) has(c card.Card) bool { return s[c>>6]>>(c&63)&1 != 0 }
func (s set) without(o set) set    { return set{s[0] &^ o[0], s[1] &^ o[1]} }
func (s set) or(o set) set         { return set{s[0] | o[0], s[1] | o[1]} }

// A tally counts cards.
type tally [card.Reverse + 1]int16

// A naming gives each card another name; Unknown where the name stays.
type naming [card.Reverse + 1]card.Card

func (n naming) of(c card.Card) card.Card {
	if other := n[c]; other != card.Unknown {
		return other
	}
	return c
}

func newWitness(seats int, piles []engine.Pile) *witness {
	w := &witness{pack: whole(piles), known: make([]set, seats+1), before: make([]set, seats+1), ever: make([]set, seats+1)}
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
func whole(piles []engine.Pile) (t tally) {
	for _, pile := range piles {
		for _, c := range pile.Cards {
			t[c]++
		}
	}
	t[card.Unknown] = 0
	return t
}

// observe looks at the piles after a move.
func (w *witness) observe(piles []engine.Pile, over bool) {
	w.look(piles)
	w.note(over)
}

// look compares the piles with those that were noted last, and reports that the cards are the
// pack still.
func (w *witness) look(piles []engine.Pile) (whole bool) {
	w.now, w.moved = piles, changes(w.moved[:0], w.last, piles)
	var sum tally
	if w.last == nil {
		sum = w.pack
	}
	for i := range w.moved {
		w.moved[i].countInto(&sum, 1, -1)
	}
	sum[card.Unknown] = 0
	return sum == tally{}
}

// note learns from the piles that were looked at. The list is kept until the next are noted.
func (w *witness) note(over bool) {
	turned := turnedUp(w.last, w.now)
	if w.equal {
		mixed := w.mixed()
		for v := range w.held {
			w.follow(engine.Seat(v-1), turned, mixed, over)
		}
	} else {
		w.learn(turned, over)
	}
	w.last, w.over = w.now, over
}

// learn updates the cards that each viewer knows by name.
func (w *witness) learn(turned []card.Card, over bool) {
	blindBefore, handsBefore := w.blind, w.hands
	w.sort()
	w.lost = w.blind.without(blindBefore)
	gone := w.blind
	if w.lost != (set{}) {
		// Cards that came to a hand were in the mixed pile: a card seen before may be
		// among them, and nobody can tell.
		gone = gone.or(w.hands.without(handsBefore))
	}
	var shown set
	for _, c := range turned {
		shown.add(c)
	}
	// What is seen in piles that are as they were is known, but for what is gone. A blind pile
	// shows all viewers the same.
	w.open = append(w.open[:0], w.moved...)
	for i := range w.now {
		pile := &w.now[i]
		n := len(pile.Cards)
		if over != w.over || pile.Place.Kind.Blind() && pile.Place.SeenBy(engine.Spectator, n-1, n, over) {
			w.open = append(w.open, changeOf(pile.Place, nil, pile.Cards))
		}
	}
	copy(w.before, w.known)
	for v := range w.known {
		seen := set{}
		for i := range w.open {
			w.open[i].seenBy(engine.Seat(v-1), over, &seen)
		}
		seen = seen.without(empty)
		w.known[v] = w.known[v].or(shown).without(gone).or(seen)
		w.ever[v] = w.ever[v].or(shown).or(seen)
	}
}

// sort finds which cards lie in piles where nobody follows them, and which in hands.
func (w *witness) sort() {
	var blind, hands set
	for i := range w.moved {
		switch m := &w.moved[i]; {
		case m.place.Kind.Blind():
			w.blind = w.blind.without(setOf(m.lost))
			blind = blind.or(setOf(m.gained))
		case m.place.Kind == engine.Hand:
			w.hands = w.hands.without(setOf(m.lost))
			hands = hands.or(setOf(m.gained))
		}
	}
	w.blind, w.hands = w.blind.or(blind).without(empty), w.hands.or(hands)
}

// empty is an empty place.
var empty = setOf([]card.Card{card.Unknown})

func setOf(cards []card.Card) (s set) {
	for _, c := range cards {
		s.add(c)
	}
	return s
}

// mayName reports that a viewer knows where a card lies, or knew it until the last
// move took it out of everybody's sight.
func (w *witness) mayName(viewer engine.Seat, c card.Card) bool {
	v := at(viewer)
	return w.pack[c] == 0 || w.known[v].has(c) || w.before[v].has(c) && w.lost.has(c)
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

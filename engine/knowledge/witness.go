package knowledge

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A Witness follows the piles of a round and knows, for every viewer, which
// cards that viewer can know. It asks neither views nor events.
//
// Where all cards differ, it knows them by name. Where some are equal a name says
// little, and it knows the places where cards lie.
type Witness struct {
	pack  Tally         // how many of each there are
	equal bool          // the pack has equal cards
	last  []engine.Pile // the piles as they were noted last
	now   []engine.Pile // and as they are
	moved []change      // between these
	open  []change      // those that may show something
	over  bool          // as was noted last

	// By viewer, see at. Where no cards are equal:
	blind, hands Set // cards in piles where nobody follows them, and in hands

	known  []Set // seen and still where it was seen, or in a hand since
	before []Set // known before the last move
	ever   []Set // seen at any time
	lost   Set   // by the last move: cards that went where nobody follows them
	// … and where some are: the cards that were seen to go to the hand of each seat,
	// and are still there.
	held [][]Tally
}

// at is the place of a viewer in a list: the spectator is the first.
func at(viewer engine.Seat) int { return int(viewer) + 1 }

// NewWitness starts before the first Observe. The piles say which cards the pack has.
func NewWitness(seats int, piles []engine.Pile) *Witness {
	w := &Witness{pack: CountPiles(piles), known: make([]Set, seats+1), before: make([]Set, seats+1),
		ever: make([]Set, seats+1)}
	for _, n := range w.pack {
		w.equal = w.equal || n > 1
	}
	if w.equal {
		w.held = make([][]Tally, seats+1)
		for viewer := range w.held {
			w.held[viewer] = make([]Tally, seats)
		}
	}
	return w
}

// Equal reports that the pack has equal cards.
func (w *Witness) Equal() bool { return w.equal }

// Pack counts the cards of the pack.
func (w *Witness) Pack() Tally { return w.pack }

// Known are the cards that a viewer has seen and that lie where they were seen, or in a hand
// since. Where cards are equal it is empty: see Rearrange.
func (w *Witness) Known(viewer engine.Seat) Set { return w.known[at(viewer)] }

// EverSeen are the cards that each viewer has seen at any time, the spectator first.
func (w *Witness) EverSeen() []Set { return slices.Clone(w.ever) }

// Observe looks at the piles after a move.
func (w *Witness) Observe(piles []engine.Pile, over bool) {
	w.Look(piles)
	w.Note(over)
}

// Look compares the piles with those that were noted last, and reports that the cards are the
// pack still.
func (w *Witness) Look(piles []engine.Pile) (whole bool) {
	w.now, w.moved = piles, changes(w.moved[:0], w.last, piles)
	var sum Tally
	if w.last == nil {
		sum = w.pack
	}
	for i := range w.moved {
		w.moved[i].countInto(&sum, 1, -1)
	}
	sum[card.Unknown] = 0
	return sum == Tally{}
}

// Note learns from the piles that were looked at. The list is kept until the next are noted.
func (w *Witness) Note(over bool) {
	turned := TurnedUp(w.last, w.now)
	if w.equal {
		mixed := w.Mixed()
		for v := range w.held {
			w.follow(engine.Seat(v-1), turned, mixed, over)
		}
	} else {
		w.learn(turned, over)
	}
	w.last, w.over = w.now, over
}

// learn updates the cards that each viewer knows by name.
func (w *Witness) learn(turned []card.Card, over bool) {
	blindBefore, handsBefore := w.blind, w.hands
	w.sort()
	w.lost = w.blind.without(blindBefore)
	gone := w.blind
	if w.lost != (Set{}) {
		// Cards that came to a hand were in the mixed pile: a card seen before may be
		// among them, and nobody can tell.
		gone = gone.or(w.hands.without(handsBefore))
	}
	var shown Set
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
		seen := Set{}
		for i := range w.open {
			w.open[i].seenBy(engine.Seat(v-1), over, &seen)
		}
		seen = seen.without(empty)
		w.known[v] = w.known[v].or(shown).without(gone).or(seen)
		w.ever[v] = w.ever[v].or(shown).or(seen)
	}
}

// sort finds which cards lie in piles where nobody follows them, and which in hands.
func (w *Witness) sort() {
	var blind, hands Set
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

// MayName reports that a viewer knows where a card lies, or knew it until the last
// move took it out of everybody's sight.
func (w *Witness) MayName(viewer engine.Seat, c card.Card) bool {
	v := at(viewer)
	return w.pack[c] == 0 || w.known[v].has(c) || w.before[v].has(c) && w.lost.has(c)
}

// Mixed reports that cards went to a pile where nobody follows them. A card that is
// drawn from it in the same move may be any of them.
func (w *Witness) Mixed() bool {
	var grown Tally
	any := false
	for i := range w.moved {
		if w.moved[i].place.Kind.Blind() {
			w.moved[i].countInto(&grown, -1, 1)
			any = any || len(w.moved[i].gained) > 0
		}
	}
	grown[card.Unknown] = 0
	return any && slices.Max(grown[:]) > 0
}

// follow updates the cards that a viewer knows in other hands: cards that they gained and
// that the viewer saw before. When equal cards are played, the known one goes first.
func (w *Witness) follow(viewer engine.Seat, turned []card.Card, mixed, over bool) {
	var out Tally // of the viewer's sight, by this move
	compared := mixed
	for i := range w.moved {
		m := &w.moved[i]
		if m.place.Kind != engine.Hand || m.place.Seat() == viewer {
			continue
		}
		if !compared && len(m.gained) > 0 {
			compared = true
			for i := range w.moved {
				w.moved[i].countSeen(&out, viewer, over)
			}
			for _, c := range turned {
				out[c]++
			}
		}
		var grown Tally
		m.countInto(&grown, -1, 1)
		knew := &w.held[at(viewer)][m.place.Seat()]
		for _, cards := range [...][]card.Card{m.lost, m.gained} {
			for _, c := range cards {
				if n := grown[c]; n > 0 {
					knew[c] += max(0, min(n, out[c]))
				} else {
					knew[c] = max(0, knew[c]+n)
				}
				grown[c] = 0 // it may come again
			}
		}
	}
}

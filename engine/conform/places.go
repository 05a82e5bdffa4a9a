package conform

import (
	"bytes"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A slot is where a card lies: the ith of a pile, by their numbers in a list of
// piles.
type slot struct{ pile, i int }

// copyInto copies piles into the room of others.
func copyInto(room, piles []engine.Pile) []engine.Pile {
	room = slices.Grow(room[:0], len(piles))[:len(piles)]
	for i, pile := range piles {
		room[i] = engine.Pile{Place: pile.Place, Cards: append(room[i].Cards[:0], pile.Cards...), As: pile.As}
	}
	return room
}

// turnedUp lists the cards that left a face-down row. A card that is turned up is
// shown to everybody, wherever it goes then.
func turnedUp(before, after []engine.Pile) (cards []card.Card) {
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

// mixed reports that cards went to a pile where nobody follows them. A card that is
// drawn from it in the same move may be any of them.
func (w *witness) mixed() bool {
	var grown tally
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
func (w *witness) follow(viewer engine.Seat, turned []card.Card, mixed, over bool) {
	var out tally // of the viewer's sight, by this move
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
		var grown tally
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

func tallied(cards []card.Card) (t tally) {
	for _, c := range cards {
		t[c]++
	}
	return t
}

// hidden lists the slots whose cards a viewer cannot know.
func (w *witness) hidden(viewer engine.Seat, piles []engine.Pile, over bool) (slots []slot) {
	for h, pile := range piles {
		var held tally
		if pile.Place.Kind == engine.Hand {
			held = w.held[at(viewer)][pile.Place.Seat()]
		}
		for i, c := range pile.Cards {
			switch {
			case c == card.Unknown || pile.Place.SeenBy(viewer, i, len(pile.Cards), over):
			case held[c] > 0:
				held[c]--
			default:
				slots = append(slots, slot{h, i})
			}
		}
	}
	return slots
}

// shuffled returns the piles with other cards where a viewer cannot look; nil
// where that changes nothing.
func (w *witness) shuffled(viewer engine.Seat, piles []engine.Pile, over bool, chance engine.Chance) []engine.Pile {
	slots := w.hidden(viewer, piles, over)
	other := copyInto(nil, piles)
	lies := func(n int) *card.Card { return &other[slots[n].pile].Cards[slots[n].i] }
	for n := len(slots) - 1; n > 0; n-- {
		a, b := lies(n), lies(chance.Below(n+1))
		*a, *b = *b, *a
	}
	if samePiles(piles, other) {
		return nil
	}
	return other
}

// samePiles reports that two lists have the same piles with the same cards; the
// order of a hand does not matter.
func samePiles(a, b []engine.Pile) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Pile) bool {
		return a.Place == b.Place && slices.Equal(inOrder(a), inOrder(b))
	})
}

func inOrder(h engine.Pile) []card.Card {
	if !h.Place.Kind.Loose() {
		return h.Cards
	}
	return slices.Sorted(slices.Values(h.Cards))
}

// looksSame reports that a viewer sees the same cards lie in two lists of piles; the
// order of a hand does not matter.
func looksSame(viewer engine.Seat, a, b []engine.Pile, over bool) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Pile) bool {
		n := len(a.Cards)
		if a.Place != b.Place || n != len(b.Cards) {
			return false
		}
		if a.Place.Kind.Loose() {
			return !a.Place.SeenBy(viewer, 0, n, over) || tallied(a.Cards) == tallied(b.Cards)
		}
		for i, c := range a.Cards {
			if c != b.Cards[i] && a.Place.SeenBy(viewer, i, n, over) {
				return false
			}
		}
		return true
	})
}

// rearranged loads a match in which the piles hold other cards. A pile is found
// in the stored round by its cards: a list of their names, in the same order
// where that matters. Of several such lists the right one is found by trying.
func (s stored) rearranged(want []engine.Pile) (*engine.Match, error) {
	a := arrangement{piles: s.match.Round().Cards(), want: want, lists: cardLists(s.round)}
	var other *engine.Match
	var err error
	a.try = func() bool {
		other, err = s.load(a.text(s.round))
		return err == nil && samePiles(other.Round().Cards(), want)
	}
	if !a.put(0) {
		return nil, violated(Reload, "with other cards, all there and in the same places, the round is refused, "+
			"or it does not name the cards of a pile in a list of strings, so that nobody can be sure what it hides: %v", err)
	}
	return other, nil
}

// A cardList is a list of cards in a stored round; a place without a card is ""
// or ??.
type cardList struct {
	begin, end int // of its elements in the text
	cards      []card.Card
	sorted     []card.Card
	blank      string      // how a place without a card is written
	to         []card.Card // the cards that lie there instead; nil: the same
}

// An arrangement puts other cards into the lists of a stored round.
type arrangement struct {
	piles, want []engine.Pile
	lists       []cardList
	try         func() bool // whether the round is now as wanted
}

// put finds lists for the hth pile and those behind it.
func (a *arrangement) put(h int) bool {
	for h < len(a.piles) && slices.Equal(a.piles[h].Cards, a.want[h].Cards) {
		h++
	}
	if h == len(a.piles) {
		return a.try()
	}
	for n := range a.lists {
		if list := &a.lists[n]; list.to == nil && list.holds(a.piles[h]) {
			if list.to = a.want[h].Cards; a.put(h + 1) {
				return true
			}
			list.to = nil
		}
	}
	return false
}

// holds reports that a list names the cards of a pile.
func (l *cardList) holds(pile engine.Pile) bool {
	if pile.Place.Kind.Loose() {
		return slices.Equal(l.sorted, inOrder(pile))
	}
	return slices.Equal(l.cards, pile.Cards)
}

// text is the stored round as it is arranged now.
func (a *arrangement) text(round []byte) []byte {
	out, from := make([]byte, 0, len(round)+16), 0
	for _, list := range a.lists {
		if list.to == nil {
			continue
		}
		out = append(out, round[from:list.begin]...)
		for i, c := range list.to {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, '"')
			if c == card.Unknown {
				out = append(out, list.blank...)
			} else {
				out = append(out, c.String()...)
			}
			out = append(out, '"')
		}
		from = list.end
	}
	return append(out, round[from:]...)
}

// cardLists finds the lists of cards in a stored round.
func cardLists(round []byte) (lists []cardList) {
	for begin := 0; ; {
		at := bytes.Index(round[begin:], []byte(`["`))
		if at < 0 {
			return lists
		}
		begin += at + 1
		length := bytes.IndexByte(round[begin:], ']')
		if length < 0 {
			return lists
		}
		list := cardList{begin: begin, end: begin + length}
		if list.read(round[begin:list.end]) {
			lists = append(lists, list)
		}
	}
}

// read reads the elements, if they are cards.
func (l *cardList) read(text []byte) bool {
	for element := range bytes.SplitSeq(text, []byte{','}) {
		n := len(element) - 1
		if n < 1 || element[0] != '"' || element[n] != '"' {
			return false
		}
		c, name := card.Unknown, string(element[1:n])
		if name != "" {
			var err error
			if c, err = card.Parse(name); err != nil {
				return false
			}
		}
		if c == card.Unknown {
			l.blank = name
		}
		l.cards = append(l.cards, c)
	}
	l.sorted = slices.Sorted(slices.Values(l.cards))
	return true
}

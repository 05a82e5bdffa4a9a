package promise

import (
	"bytes"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A place is where a card lies: the ith of a pile, by their numbers in a list of
// piles.
type place struct{ heap, i int }

// copyInto copies piles into the room of others.
func copyInto(room, heaps []engine.Heap) []engine.Heap {
	room = slices.Grow(room[:0], len(heaps))[:len(heaps)]
	for i, heap := range heaps {
		room[i] = engine.Heap{Pile: heap.Pile, Cards: append(room[i].Cards[:0], heap.Cards...), As: heap.As}
	}
	return room
}

func copied(heaps []engine.Heap) []engine.Heap { return copyInto(nil, heaps) }

// turnedUp lists the cards that left a face-down row: whoever turns one up shows
// it to all, wherever it goes then.
func turnedUp(before, after []engine.Heap) (cards []card.Card) {
	for _, heap := range before {
		if heap.Pile.Kind != engine.Down {
			continue
		}
		now := find(after, heap.Pile)
		for i, c := range heap.Cards {
			if c != card.Unknown && (i >= len(now) || now[i] != c) {
				cards = append(cards, c)
			}
		}
	}
	return cards
}

// find is what lies on a pile.
func find(heaps []engine.Heap, pile engine.Pile) []card.Card {
	for _, heap := range heaps {
		if heap.Pile == pile {
			return heap.Cards
		}
	}
	return nil
}

// follow keeps up what a viewer knows of other hands: what they gained and the
// viewer saw before. A card played is the one that was known.
func (w *witness) follow(viewer engine.Seat, heaps []engine.Heap, turned []card.Card, over bool) {
	var before, after tally
	compared := false
	for _, heap := range heaps {
		if heap.Pile.Kind != engine.Hand || heap.Pile.Seat() == viewer {
			continue
		}
		old := find(w.last, heap.Pile)
		if slices.Equal(old, heap.Cards) {
			continue
		}
		if !compared {
			before, after, compared = visible(viewer, w.last, over), visible(viewer, heaps, over), true
			for _, c := range turned {
				before[c]++
			}
		}
		was, is, knew := tallied(old), tallied(heap.Cards), &w.held[at(viewer)][heap.Pile.Seat()]
		for c := range is {
			gained := max(0, min(is[c]-was[c], before[c]-after[c]))
			knew[c] = min(is[c], max(0, knew[c]-max(0, was[c]-is[c]))+gained)
		}
	}
}

func tallied(cards []card.Card) (t tally) {
	for _, c := range cards {
		t[c]++
	}
	return t
}

// visible counts the cards that lie where a viewer sees them.
func visible(viewer engine.Seat, heaps []engine.Heap, over bool) (t tally) {
	for _, heap := range heaps {
		for i, c := range heap.Cards {
			if sees(viewer, heap.Pile, i, len(heap.Cards), over) {
				t[c]++
			}
		}
	}
	return t
}

// hidden lists the places whose cards a viewer cannot know.
func (w *witness) hidden(viewer engine.Seat, heaps []engine.Heap, over bool) (places []place) {
	for h, heap := range heaps {
		var held tally
		if heap.Pile.Kind == engine.Hand {
			held = w.held[at(viewer)][heap.Pile.Seat()]
		}
		for i, c := range heap.Cards {
			switch {
			case c == card.Unknown || sees(viewer, heap.Pile, i, len(heap.Cards), over):
			case held[c] > 0:
				held[c]--
			default:
				places = append(places, place{h, i})
			}
		}
	}
	return places
}

// shuffled returns the piles with other cards where a viewer cannot look; nil
// where that changes nothing.
func (w *witness) shuffled(viewer engine.Seat, heaps []engine.Heap, over bool, chance engine.Chance) []engine.Heap {
	places := w.hidden(viewer, heaps, over)
	other := copied(heaps)
	lies := func(n int) *card.Card { return &other[places[n].heap].Cards[places[n].i] }
	for n := len(places) - 1; n > 0; n-- {
		a, b := lies(n), lies(chance.Below(n+1))
		*a, *b = *b, *a
	}
	if samePiles(heaps, other) {
		return nil
	}
	return other
}

// samePiles reports that two lists have the same piles with the same cards; the
// order of a hand does not matter.
func samePiles(a, b []engine.Heap) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Heap) bool {
		return a.Pile == b.Pile && slices.Equal(inOrder(a), inOrder(b))
	})
}

func inOrder(h engine.Heap) []card.Card {
	if h.Pile.Kind != engine.Hand {
		return h.Cards
	}
	return slices.Sorted(slices.Values(h.Cards))
}

// looksSame reports that a viewer sees the same cards lie in two lists of piles; the
// order of a hand does not matter.
func looksSame(viewer engine.Seat, a, b []engine.Heap, over bool) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Heap) bool {
		n := len(a.Cards)
		if a.Pile != b.Pile || n != len(b.Cards) {
			return false
		}
		if a.Pile.Kind == engine.Hand {
			return !sees(viewer, a.Pile, 0, n, over) || tallied(a.Cards) == tallied(b.Cards)
		}
		for i, c := range a.Cards {
			if c != b.Cards[i] && sees(viewer, a.Pile, i, n, over) {
				return false
			}
		}
		return true
	})
}

// rearranged loads a match in which the piles hold other cards. A pile is found
// in the stored round by its cards: a list of their names, in the same order
// where that matters. Of several such lists the right one is found by trying.
func (s stored) rearranged(want []engine.Heap) (*engine.Match, error) {
	a := arrangement{heaps: s.match.Round().Cards(), want: want, lists: cardLists(s.round)}
	var other *engine.Match
	var err error
	a.try = func() bool {
		other, err = s.load(a.text(s.round))
		return err == nil && samePiles(other.Round().Cards(), want)
	}
	if !a.put(0) {
		return nil, breach(Reload, "with other cards, all there and in the same places, the round is refused, "+
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
	to         []card.Card // what lies there instead; nil: the same
}

// An arrangement is on its way into the lists of a stored round.
type arrangement struct {
	heaps, want []engine.Heap
	lists       []cardList
	try         func() bool // whether the round is now as wanted
}

// put finds lists for the hth pile and those behind it.
func (a *arrangement) put(h int) bool {
	for h < len(a.heaps) && slices.Equal(a.heaps[h].Cards, a.want[h].Cards) {
		h++
	}
	if h == len(a.heaps) {
		return a.try()
	}
	for n := range a.lists {
		if list := &a.lists[n]; list.to == nil && list.holds(a.heaps[h]) {
			if list.to = a.want[h].Cards; a.put(h + 1) {
				return true
			}
			list.to = nil
		}
	}
	return false
}

// holds reports that a list names the cards of a pile.
func (l *cardList) holds(heap engine.Heap) bool {
	if heap.Pile.Kind == engine.Hand {
		return slices.Equal(l.sorted, inOrder(heap))
	}
	return slices.Equal(l.cards, heap.Cards)
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

package promise

import (
	"maps"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A place is where a card lies: the ith of a pile, by their numbers in a list of
// piles.
type place struct{ heap, i int }

func copied(heaps []engine.Heap) []engine.Heap {
	own := slices.Clone(heaps)
	for i := range own {
		own[i].Cards = slices.Clone(own[i].Cards)
	}
	return own
}

// turnedUp lists the cards that left a face-down row: whoever turns one up shows
// it to all, wherever it goes then.
func turnedUp(before, after []engine.Heap) (cards []card.Card) {
	for _, heap := range before {
		if heap.Pile.Kind != engine.Down {
			continue
		}
		at := slices.IndexFunc(after, func(h engine.Heap) bool { return h.Pile == heap.Pile })
		for i, c := range heap.Cards {
			if c != card.Unknown && (at < 0 || i >= len(after[at].Cards) || after[at].Cards[i] != c) {
				cards = append(cards, c)
			}
		}
	}
	return cards
}

// follow keeps up what a viewer knows of other hands: what they gained and the
// viewer saw before. A card played is the one that was known.
func (w *witness) follow(viewer engine.Seat, heaps []engine.Heap, turned []card.Card, over bool) {
	before, after := visible(viewer, w.last, over), visible(viewer, heaps, over)
	for _, c := range turned {
		before[c]++
	}
	for _, heap := range heaps {
		if heap.Pile.Kind != engine.Hand || heap.Pile.Seat() == viewer {
			continue
		}
		was, is, knew := tally{}, tallied(heap.Cards), w.held[viewer][heap.Pile]
		for _, old := range w.last {
			if old.Pile == heap.Pile {
				was = tallied(old.Cards)
			}
		}
		for c := range is {
			gained := max(0, min(is[c]-was[c], before[c]-after[c]))
			knew[c] = min(is[c], max(0, knew[c]-max(0, was[c]-is[c]))+gained)
		}
		w.held[viewer][heap.Pile] = knew
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
		held := w.held[viewer][heap.Pile]
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
	at := func(n int) *card.Card { return &other[places[n].heap].Cards[places[n].i] }
	for n := len(places) - 1; n > 0; n-- {
		a, b := at(n), at(chance.Below(n+1))
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

// looks are the piles as a viewer sees them: Unknown where a card is hidden.
func looks(viewer engine.Seat, heaps []engine.Heap, over bool) []engine.Heap {
	seen := copied(heaps)
	for _, heap := range seen {
		for i := range heap.Cards {
			if !sees(viewer, heap.Pile, i, len(heap.Cards), over) {
				heap.Cards[i] = card.Unknown
			}
		}
	}
	return seen
}

// rearranged loads a match in which the piles hold other cards. A pile is found
// in the stored round by its cards: a list of their names, in the same order
// where that matters. Of several such lists the right one is found by trying.
func (s stored) rearranged(want []engine.Heap) (*engine.Match, error) {
	round, err := decoded(s.round)
	if err != nil {
		return nil, breach(Reload, "stored round: %v", err)
	}
	a := arrangement{heaps: s.match.Round().Cards(), want: want, lists: cardLists(round, nil)}
	a.taken = make([]bool, len(a.lists))
	var other *engine.Match
	a.try = func() bool {
		other, err = s.load(marshal(round))
		return err == nil && samePiles(other.Round().Cards(), want)
	}
	if !a.put(0) {
		return nil, breach(Reload, "with other cards, all there and in the same places, the round is refused, "+
			"or it does not name the cards of a pile in a list of strings, so that nobody can be sure what it hides: %v", err)
	}
	return other, nil
}

// An arrangement is on its way into the lists of a stored round.
type arrangement struct {
	heaps, want []engine.Heap
	lists       [][]any
	taken       []bool      // by list: it holds a pile
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
	for n, list := range a.lists {
		if a.taken[n] || !holds(list, a.heaps[h]) {
			continue
		}
		old := slices.Clone(list)
		for i, c := range a.want[h].Cards {
			if c != card.Unknown {
				list[i] = c.String()
			}
		}
		a.taken[n] = true
		if a.put(h + 1) {
			return true
		}
		a.taken[n] = false
		copy(list, old)
	}
	return false
}

// cardLists collects the lists of strings of a stored round; a change of one is a
// change of the round.
func cardLists(value any, lists [][]any) [][]any {
	switch v := value.(type) {
	case []any:
		if len(v) > 0 && !slices.ContainsFunc(v, func(e any) bool { _, ok := e.(string); return !ok }) {
			return append(lists, v)
		}
		for _, e := range v {
			lists = cardLists(e, lists)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			lists = cardLists(v[key], lists)
		}
	}
	return lists
}

// holds reports that a list names the cards of a pile. A place without a card is
// "" or ??.
func holds(list []any, heap engine.Heap) bool {
	if len(list) != len(heap.Cards) {
		return false
	}
	named := engine.Heap{Pile: heap.Pile}
	for _, name := range list {
		c := card.Unknown
		if name != "" {
			var err error
			if c, err = card.Parse(name.(string)); err != nil {
				return false
			}
		}
		named.Cards = append(named.Cards, c)
	}
	return slices.Equal(inOrder(named), inOrder(heap))
}

package knock

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// An arrangement is a knocker's split of seven cards, with the numbers by which rule
// 12 prefers one, in that order: less is better in each.
type arrangement struct {
	melds    []meld.Meld
	left     meld.Hand
	deadwood int
	class    int // without deadwood: 0 a natural run of seven, 1 one with the joker, 2 any
	openings int // natural cards that the opponent could lay off
	low      int // how far the joker stands below a king
}

// arrangements yields the splits of seven cards that allow a knock.
func (r *rules) arrangements(own meld.Hand) iter.Seq[meld.Split] {
	return func(yield func(meld.Split) bool) {
		for s := range r.Splits(own, r.limit) {
			if s.Left.Len() <= r.maxLeft && !yield(s) {
				return
			}
		}
	}
}

// best is the automatic arrangement of own, seven cards of a hand: one that allows a
// knock, if there is any. The opponent's cards have no part in it.
func (r *rules) best(own, hand meld.Hand) arrangement {
	if r.maxLeft < handSize {
		if a, found := r.prefer(r.arrangements(own), hand); found {
			return a
		}
	}
	a, _ := r.prefer(r.Splits(own, r.Deadwood(own)), hand)
	return a
}

// prefer chooses among splits by rule 12; false where there are none.
func (r *rules) prefer(splits iter.Seq[meld.Split], hand meld.Hand) (best arrangement, found bool) {
	text := ""
	for s := range splits {
		a := r.judge(s, hand)
		order := -1
		if found {
			order = a.compare(best)
		}
		if order > 0 {
			continue
		}
		t := written(a.melds)
		if order == 0 && t >= text {
			continue
		}
		a.melds = inOrder(a.melds)
		best, text, found = a, t, true
	}
	return best, found
}

// compare is negative when a is preferred to b.
func (a arrangement) compare(b arrangement) int {
	return cmp.Or(cmp.Compare(a.deadwood, b.deadwood), cmp.Compare(a.class, b.class),
		cmp.Compare(a.openings, b.openings), cmp.Compare(a.low, b.low))
}

func (r *rules) judge(s meld.Split, hand meld.Hand) arrangement {
	a := arrangement{melds: s.Melds, left: s.Left, deadwood: s.Deadwood, low: card.King}
	var open meld.Hand
	for _, m := range s.Melds {
		open |= openings(m)
		if m.As != card.Unknown {
			a.low = card.King - m.As.Rank()
		}
	}
	a.openings = (open &^ hand).Without(joker).Len()
	if s.Deadwood == 0 {
		a.class = 2
		if whole, natural := r.runOfSeven(s.Melds); whole {
			a.class = 1
			if natural {
				a.class = 0
			}
		}
	}
	return a
}

// openings are the cards that fit on a meld: on a run the next at either end, on
// a set that is not full every suit it lacks (rule 12).
func openings(m meld.Meld) (open meld.Hand) {
	stands := m.Stands()
	if !m.IsRun() {
		if stands.Len() < suits {
			open = meld.Rank(stands.First()) &^ m.Natural
		}
		return open
	}
	if first := stands.First(); first.Rank() > card.Ace {
		open = open.With(first - suits)
	}
	if last := stands.Last(); last.Rank() < card.King {
		open = open.With(last + suits)
	}
	return open
}

// suits is the size of a full set, and the step from a card to the next of its
// suit in the order of the pack.
const suits = 4

// runOfSeven reports that all seven cards are one run, and whether it counts as
// made without the joker.
func (r *rules) runOfSeven(melds []meld.Meld) (whole, natural bool) {
	if len(melds) != 1 || !melds[0].IsRun() || melds[0].Stands().Len() != handSize {
		return false, false
	}
	as := melds[0].As
	return true, as == card.Unknown || as == joker && r.naturalAce
}

// inOrder copies melds in the order in which they are shown.
func inOrder(melds []meld.Meld) []meld.Meld {
	return slices.SortedFunc(slices.Values(melds), func(a, b meld.Meld) int {
		return cmp.Or(cmp.Compare(a.Stands().First(), b.Stands().First()), cmp.Compare(a.Natural, b.Natural))
	})
}

// words writes a meld: a set by suit, a run ascending, the joker with what it
// stands for.
func words(m meld.Meld) []engine.Word {
	list := make([]engine.Word, 0, handSize)
	for c := range m.Stands().All() {
		if c == m.As {
			list = append(list, wild(c))
		} else {
			list = append(list, engine.Word{Card: c})
		}
	}
	return list
}

// wild writes the joker standing for a card; in its own place it is bare.
func wild(as card.Card) engine.Word {
	if as == joker {
		return engine.Word{Card: joker}
	}
	return engine.Word{Card: joker, As: as}
}

// written is an arrangement as rule 12 compares it: the cards of a combination
// sorted, the combinations sorted, byte by byte.
func written(melds []meld.Meld) string {
	texts := make([]string, len(melds))
	for i, m := range melds {
		var cards []string
		for _, w := range words(m) {
			cards = append(cards, w.String())
		}
		slices.Sort(cards)
		texts[i] = strings.Join(cards, " ")
	}
	slices.Sort(texts)
	return strings.Join(texts, " | ")
}

package meld

import "carteado/engine/card"

// Aces says where an ace stands in a run.
type Aces uint8

// An ace stands below the two, above the king, or where it is wanted: in one of
// the two places, for a run holds one ace and does not turn the corner.
const (
	AcesLow Aces = iota
	AcesBoth
	AcesHigh
)

// Above the king there is room for the aces once more.
const (
	whole Hand = 1<<kings - 1
	row   Hand = 0x1111111111111111 // a card and all after it in its suit
)

// Valid reports whether cards together are a set or a run.
func (a Aces) Valid(h Hand) bool {
	switch ace := h & aces; {
	case h.Len() < 3:
		return false
	case h&^Rank(h.First()) == 0:
		return true
	case ace == 0 || a != AcesHigh && inRow(h):
		return inRow(h)
	default:
		return a != AcesLow && inRow(h&^aces|ace<<kings)
	}
}

// inRow reports whether cards follow each other in one suit.
func inRow(h Hand) bool {
	n := h.Len()
	return n <= 13 && h == row>>(64-inSuit*n)<<(h.First()-1)
}

// raised returns a set or run with its ace above the king, if it stands there.
func raised(h Hand) Hand {
	ace := h & aces
	if ace&(ace-1) != 0 || h&(ace<<inSuit) != 0 {
		return h
	}
	return h&^ace | ace<<kings
}

// Fits returns the cards that can be added to a set or run, one by one.
func (a Aces) Fits(h Hand) Hand {
	if rank := Rank(h.First()); h&^rank == 0 {
		return rank &^ h
	}
	stands := raised(h)
	ends := (stands<<inSuit | stands>>inSuit) &^ stands
	fits := ends & whole
	if a == AcesHigh {
		fits &^= aces
	}
	if a != AcesLow {
		fits |= ends >> kings & aces
	}
	return fits &^ h
}

// InOrder returns the cards of a set by suit and those of a run ascending.
func InOrder(h Hand) []card.Card { return AppendInOrder(make([]card.Card, 0, h.Len()), h) }

// AppendInOrder is InOrder into a given slice, which saves an allocation.
func AppendInOrder(cards []card.Card, h Hand) []card.Card {
	stands := raised(h)
	for ; stands != 0; stands &= stands - 1 {
		c := stands.First()
		if c > kings {
			c -= kings
		}
		cards = append(cards, c)
	}
	return cards
}

// Melds appends every set and run of cards of a hand, compared card by card as
// they are written, the shorter first.
func (a Aces) Melds(melds []Hand, h Hand) []Hand {
	sets, runs := h.sets(), h.runsWith(a)
	for from := sets | runs; from != 0; from &= from - 1 {
		c := from.First()
		if sets.Has(c) {
			melds = appendNaturalSets(melds, c, sets&Rank(c))
		}
		if runs.Has(c) && (a != AcesHigh || c.Rank() > card.Ace) {
			melds = a.appendNaturalRuns(melds, c, runs)
		}
	}
	return melds
}

// appendNaturalSets appends the sets of which c is the first card.
func appendNaturalSets(melds []Hand, c card.Card, rank Hand) []Hand {
	after := rank >> c << c // those behind c
	for x := after; x != 0; x &= x - 1 {
		two := Of(c, x.First())
		for y := x & (x - 1); y != 0; y &= y - 1 {
			three := two.With(y.First())
			melds = append(melds, three)
			if z := y & (y - 1); z != 0 {
				melds = append(melds, three|z)
			}
		}
	}
	return melds
}

// appendNaturalRuns appends the runs of which c is the first card.
func (a Aces) appendNaturalRuns(melds []Hand, c card.Card, runs Hand) []Hand {
	run := Of(c)
	for next := c + inSuit; next <= kings && runs.Has(next); next += inSuit {
		if run = run.With(next); run.Len() >= 3 {
			melds = append(melds, run)
		}
	}
	ace := Of(c) >> ((c - 1) &^ 3) & runs
	if a == AcesBoth && c.Rank() == 2 {
		return melds // with the ace all thirteen are a run already
	}
	if a != AcesLow && ace&^run != 0 && run.Last().Rank() == card.King && run.Len() >= 2 {
		melds = append(melds, run|ace)
	}
	return melds
}

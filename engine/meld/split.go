package meld

import (
	"iter"

	"carteado/engine/card"
)

// A Meld is a set of three or four cards of a rank or a run of three or more
// of a suit.
type Meld struct {
	Natural Hand      // the cards in it, the wild one excepted
	As      card.Card // the card for which its wild card stands, else Unknown
}

// Stands returns the cards that the meld shows, with the one that the wild card
// stands for.
func (m Meld) Stands() Hand { return m.Natural.With(m.As) }

// IsRun reports whether the meld is a run.
func (m Meld) IsRun() bool { return m.Stands().First().Rank() != m.Stands().Last().Rank() }

// Valid reports whether cards together are a set or a run, the ace being low.
func Valid(stands Hand) bool { return AcesLow.Valid(stands) }

// A Split is a way to part a hand into melds and cards left over.
type Split struct {
	Melds    []Meld // by their lowest natural cards
	Left     Hand   // the wild card included when it is left over
	Deadwood int    // value of Left
}

// Splits yields every split of a hand whose deadwood is at most most, each
// once. In a set the wild card stands for the last missing suit; in a run it
// may stand for any card, even one that is left over. Aces are low. Melds is
// overwritten by the next split.
func (r *Rules) Splits(h Hand, most int) iter.Seq[Split] {
	return func(yield func(Split) bool) {
		s := splitter{r, most, yield}
		s.part(h.Without(r.Wild), h.Has(r.Wild), Split{Melds: make([]Meld, 0, 4)})
	}
}

type splitter struct {
	*Rules
	most  int
	yield func(Split) bool
}

// part splits the cards in rest, beginning with the lowest card: it is left over, or
// it is the lowest natural card of a meld.
func (s *splitter) part(rest Hand, wild bool, so Split) bool {
	if so.Deadwood > s.most {
		return true
	}
	if rest == 0 {
		if wild {
			so.Left = so.Left.With(s.Wild)
			so.Deadwood += s.Worth(s.Wild)
		}
		return so.Deadwood > s.most || s.yield(so)
	}
	c := rest.First()
	rest = rest.Without(c)
	var room [32]Meld
	for _, m := range appendRuns(appendSets(room[:0], c, rest, wild), c, rest, wild) {
		next := Split{append(so.Melds, m), so.Left, so.Deadwood}
		if !s.part(rest&^m.Natural, wild && m.As == card.Unknown, next) {
			return false
		}
	}
	so.Left = so.Left.With(c)
	so.Deadwood += s.Worth(c)
	return s.part(rest, wild, so)
}

// appendSets appends the sets of c with cards of rest and, if there, the wild
// card.
func appendSets(melds []Meld, c card.Card, rest Hand, wild bool) []Meld {
	others := rest & Rank(c)
	for with := others; with != 0; with = (with - 1) & others {
		natural := with.With(c)
		if natural.Len() >= 3 {
			melds = append(melds, Meld{Natural: natural})
		}
		if wild && natural.Len() <= 3 {
			melds = append(melds, Meld{natural, (Rank(c) &^ natural).Last()})
		}
	}
	return melds
}

// appendRuns appends the runs in which c is the lowest natural card.
func appendRuns(melds []Meld, c card.Card, rest Hand, wild bool) []Meld {
	melds = appendRun(melds, c, rest, card.Unknown)
	if !wild {
		return melds
	}
	if c.Rank() > card.Ace {
		melds = appendRun(melds, c, rest, c-inSuit)
	}
	for as := c + inSuit; as <= kings; as += inSuit {
		melds = appendRun(melds, c, rest, as)
		if !rest.Has(as) {
			break
		}
	}
	return melds
}

// appendRun appends the runs from c up in which the wild card stands for as.
func appendRun(melds []Meld, c card.Card, rest Hand, as card.Card) []Meld {
	natural := Of(c)
	for next := c + inSuit; next <= kings; next += inSuit {
		switch {
		case next == as:
		case rest.Has(next):
			natural = natural.With(next)
		default:
			return melds
		}
		if m := (Meld{natural, as}); next >= as && m.Stands().Len() >= 3 {
			melds = append(melds, m)
		}
	}
	return melds
}

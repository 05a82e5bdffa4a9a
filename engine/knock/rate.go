package knock

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// The weights of the bot's rating, in points (§8).
const (
	pairWorth  = 2  // of a pair that may become a meld
	jokerWorth = 12 // of a joker left over: a promise, until late
	takeMargin = 3  // a discard must be so much better than a card unseen
	young      = 16 // turns of both players in which a round is young
	near       = 3  // of a card next to one that the opponent took
	fine       = 8  // steps of a rating to the point
	surely     = 10_000
)

// Rate judges moves from the view of the seat that makes them: the points that
// seven cards may come to count, less being better.
func (Game) Rate(view any, legal []engine.Move) []int {
	rates := make([]int, len(legal))
	if v, ok := view.(View); ok {
		for i, m := range legal {
			rates[i] = v.rate(m)
		}
	}
	return rates
}

func (v *View) rate(m engine.Move) int {
	own := meld.Of(v.Hand...)
	switch {
	case m == drawStock:
		return fine * takeMargin
	case m == drawDiscard:
		return v.rateTaking(own)
	case m.Verb == verbDiscard:
		return v.rateDiscard(own, m.Card())
	case m.Verb == verbKnock:
		return v.rateKnock(own, m.Card())
	}
	return 0
}

// burden is what seven cards may come to count.
func (v *View) burden(h meld.Hand) int {
	sum := v.rules.Deadwood(h)
	for rest := h.Without(joker); rest != 0; rest &= rest - 1 {
		a := rest.First()
		sum -= pairWorth * ((meld.Rank(a) & rest).Len() - 1)
		for _, step := range [...]card.Card{suits, 2 * suits} {
			if rest.Has(a + step) {
				sum -= pairWorth
			}
		}
	}
	if h.Has(joker) && v.Turns < young {
		sum -= jokerWorth
	}
	return sum
}

func (v *View) rateTaking(own meld.Hand) int {
	if v.Top == joker {
		return surely
	}
	now, with := v.burden(own), own.With(v.Top)
	least := now
	for c := range own.All() {
		least = min(least, v.burden(with.Without(c)))
	}
	return fine * (now - least)
}

func (v *View) rateDiscard(own meld.Hand, c card.Card) int {
	if c == joker {
		return -surely
	}
	rating := -fine*v.burden(own.Without(c)) + v.rules.Worth(c)/2
	for _, taken := range v.Known[1-v.Seat] {
		if taken.Rank() == c.Rank() || taken.Suit() == c.Suit() && max(taken, c)-min(taken, c) <= suits {
			rating -= fine * near
		}
	}
	return rating
}

// rateKnock is above any discard, a run of seven above other knocks, except in a
// young round in which a hand without deadwood is one good card away.
func (v *View) rateKnock(own meld.Hand, c card.Card) int {
	seven := own.Without(c)
	a := v.rules.best(seven, own)
	whole, natural := v.rules.runOfSeven(a.melds)
	switch {
	case whole && natural:
		return 3 * surely
	case whole:
		return 2 * surely
	case a.deadwood > 0 && v.Turns < young/2 && v.outs(seven) >= 2*suits:
		return -surely
	}
	return surely - fine*a.deadwood
}

// outs is the number of unseen cards that would leave no deadwood.
func (v *View) outs(seven meld.Hand) (n int) {
	unseen := meld.Of(card.French()...) &^ meld.Of(v.Hand...) &^ meld.Of(v.Known[1-v.Seat]...)
	for c := range unseen.All() {
		with := seven.With(c)
		for thrown := range with.All() {
			if v.rules.Deadwood(with.Without(thrown)) == 0 {
				n++
				break
			}
		}
	}
	return n
}

// Yardsticks are other players that stay as they are.
func (Game) Yardsticks() map[string]engine.Rater { return map[string]engine.Rater{"simple": simple{}} }

// simple is the standard yardstick of the field: it takes the open card only for a meld, throws
// the highest deadwood and knocks as soon as it may.
type simple struct{}

// Rate implements engine.Rater.
func (simple) Rate(view any, legal []engine.Move) []int {
	rates := make([]int, len(legal))
	v, ok := view.(View)
	if !ok {
		return rates
	}
	own := meld.Of(v.Hand...)
	for i, m := range legal {
		switch {
		case m == drawStock:
			rates[i] = 1
		case m == drawDiscard && v.melds(own):
			rates[i] = 2
		case m.Verb == verbDiscard:
			rates[i] = fine*-v.rules.Deadwood(own.Without(m.Card())) + v.rules.Worth(m.Card())/2
		case m.Verb == verbKnock:
			rates[i] = surely - v.rules.Deadwood(own.Without(m.Card()))
		}
	}
	return rates
}

// melds reports that the top discard makes a meld with the hand or lengthens one.
func (v *View) melds(own meld.Hand) bool {
	return v.rules.Deadwood(own.With(v.Top)) < v.rules.Deadwood(own)+v.rules.Worth(v.Top) || v.Top == joker
}

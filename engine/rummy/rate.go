package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// What the bot's judgement is made of (§8). Its unit is a point left in the hand.
const (
	fine       = 8 // steps of a rating to the point
	cardWorth  = 6 // of being rid of a card, beside its value: the round ends sooner
	pairWorth  = 4 // of two cards of a rank that a third would make a set
	nextWorth  = 4 // of two neighbours of a suit
	gapWorth   = 2 // of two of a suit with one missing between them
	takeMargin = 5 // a discard must be so much better than a card unseen
	giftWorth  = 8 // of a discard that the others can lay off
	nearWorth  = 3 // of a discard near one that the next seat took
	surely     = 10_000
)

// Rate judges moves from the view of the seat that makes them: what the hand
// may still cost, less being better.
func (Game) Rate(view any, legal []engine.Move) []int {
	rates := make([]int, len(legal))
	v, ok := view.(View)
	if !ok {
		return rates
	}
	t, _ := v.stand()
	j := judge{view: &v, stand: t}
	for i, m := range t.rules.Values {
		j.weights.Values[i] = m + cardWorth
	}
	j.weights.Aces = t.Aces
	for i := range legal {
		rates[i] = j.rate(&legal[i])
	}
	return rates
}

// A judge rates the moves of one position.
type judge struct {
	stand
	view    *View
	weights meld.Rules // what a card costs that is in no meld
}

func (j *judge) rate(m *engine.Move) int {
	switch {
	case *m == drawStock:
		return fine * takeMargin
	case *m == drawDiscard:
		return j.rateTaking()
	case m.Verb == verbMeld:
		cards := cardsOf(m.Words())
		return surely + fine*(j.burden(j.hand)-j.burden(j.hand&^cards)) + j.weights.Value(cards)
	case m.Verb == verbLayOff:
		return j.rateLayOff(m.Card())
	case m.Verb == verbDiscard:
		return j.rateDiscard(m.Card())
	}
	return 0
}

// burden is what a hand may come to cost: cards in no meld, less where they may
// yet become one. Cards that fit on the table cost nothing.
func (j *judge) burden(h meld.Hand) int {
	free := j.free(h)
	sum := min(j.weights.Deadwood(h), j.weights.Deadwood(h&^free))
	for rest := h &^ free; rest != 0; rest &= rest - 1 {
		c := rest.First()
		sum -= pairWorth * ((meld.Rank(c) & rest).Len() - 1)
		if rest.Has(c + suits) {
			sum -= nextWorth
		}
		if rest.Has(c + 2*suits) {
			sum -= gapWorth
		}
	}
	return sum
}

// free are cards that could be laid off one by one.
func (j *judge) free(h meld.Hand) (free meld.Hand) {
	for i, m := range j.melds {
		if j.own && j.owners[i] != j.seat {
			continue
		}
		for fits := j.Aces.Fits(m) & h; fits != 0; fits = j.Aces.Fits(m) & h {
			m |= fits & -fits
			free |= fits & -fits
		}
	}
	return free
}

// best is the least burden that a discard leaves.
func (j *judge) best(h, kept meld.Hand) int {
	least := surely
	for c := range (h &^ kept).All() {
		least = min(least, j.burden(h.Without(c)))
	}
	return least
}

func (j *judge) rateTaking() int {
	top := meld.Of(j.view.Top)
	kept := top
	if j.redraw {
		kept = 0
	}
	return fine * (j.burden(j.hand) - j.best(j.hand|top, kept))
}

// rateLayOff holds a card back that a meld of the hand needs.
func (j *judge) rateLayOff(c card.Card) int {
	rest := j.hand.Without(c)
	if spared := j.weights.Deadwood(j.hand) - j.weights.Deadwood(rest); spared < 0 && rest != 0 {
		return -surely
	}
	return surely
}

func (j *judge) rateDiscard(c card.Card) int {
	rating := -fine * j.burden(j.hand.Without(c))
	for i, m := range j.melds {
		if j.Aces.Fits(m).Has(c) && (!j.own || j.owners[i] != j.seat) {
			rating -= fine * giftWorth
			break
		}
	}
	if next := (int(j.seat) + 1) % len(j.view.Counts); next < len(j.view.Known) {
		for _, taken := range j.view.Known[next] {
			if taken.Rank() == c.Rank() || taken.Suit() == c.Suit() && max(taken, c)-min(taken, c) <= suits {
				rating -= fine * nearWorth
			}
		}
	}
	return rating
}

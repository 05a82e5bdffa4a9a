package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Weights of the bot's rating (§8). The unit is a point left in the hand. With these
// numbers the bot won more rounds against itself than with any neighbouring ones.
const (
	fine       = 8  // steps of a rating to the point
	cardWorth  = 6  // of being rid of a card, beside its value: the round ends sooner
	outWorth   = 6  // of a card that would make a meld of two in the hand
	chainWorth = 3  // of a card that would make one of the hand fit on the table
	takeMargin = 12 // a discard must be so much better than the hand without it
	giftWorth  = 8  // of a discard that the others can lay off
	nearWorth  = 3  // of a discard near one that the next seat took
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
	j := newJudge(&v)
	for i := range legal {
		rates[i] = j.rate(&legal[i])
	}
	return rates
}

// Offers is going out by one move, where the hand allows it.
func (Game) Offers(view any) []engine.Move {
	v, ok := view.(View)
	if !ok {
		return nil
	}
	return v.GoOuts()
}

// A judge rates the moves of one position.
type judge struct {
	stand
	view    *View
	live    meld.Hand  // cards neither held nor on the table
	weights meld.Rules // the cost of a card that is in no meld
}

func newJudge(v *View) judge {
	t, _ := v.stand()
	j := judge{stand: t, view: v, live: whole &^ t.hand}
	for _, m := range t.melds {
		j.live &^= m
	}
	for c := card.Card(1); c.IsFrench(); c++ {
		j.weights.SetWorth(c, t.Worth(c)+cardWorth)
	}
	j.weights.Aces = t.Aces
	return j
}

// whole is the pack.
const whole meld.Hand = 1<<packSize - 1

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
	case m.Verb == verbRummy:
		return 10 * surely
	}
	return 0
}

// burden is the expected cost of a hand: its cards in no meld, with a discount for
// those that may yet be in one. Cards that fit on the table cost nothing.
func (j *judge) burden(h meld.Hand) int {
	free := j.free(h)
	return min(j.weights.Deadwood(h), j.weights.Deadwood(h&^free)) - outWorth*j.outs(h&^free) - chainWorth*j.chains(
		h&^free)
}

// free are the cards that could be laid off, directly or after another card.
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

// outs counts, for every two cards that lack one to a meld, those they lack and
// could get.
func (j *judge) outs(h meld.Hand) (n int) {
	live := func(c card.Card) int { return (j.live & meld.Of(c)).Len() }
	for ; h != 0; h &= h - 1 {
		c := h.First()
		n += ((meld.Rank(c) & h).Len() - 1) * (meld.Rank(c) & j.live).Len()
		if h.Has(c + suits) {
			n += live(c-suits) + live(c+2*suits)
		}
		if h.Has(c + 2*suits) {
			n += live(c + suits)
		}
	}
	return n
}

// chains counts the cards that would fit on the table behind another.
func (j *judge) chains(h meld.Hand) (n int) {
	for _, m := range j.melds {
		for fits := j.Aces.Fits(m) & j.live; fits != 0; fits &= fits - 1 {
			n += (j.Aces.Fits(m|fits&-fits) & h).Len()
		}
	}
	return n
}

// rateTaking compares the hand with the one that the top discard and the best
// discard after it would leave.
func (j *judge) rateTaking() int {
	with := j.hand.With(j.view.Top)
	leave := with
	if !j.redraw {
		leave = j.hand
	}
	least := surely
	for c := range leave.All() {
		least = min(least, j.burden(with.Without(c)))
	}
	return fine * (j.burden(j.hand) - least)
}

// rateLayOff holds a card back that a meld of the hand needs.
func (j *judge) rateLayOff(c card.Card) int {
	rest := j.hand.Without(c)
	if rest != 0 && j.weights.Deadwood(rest) > j.weights.Deadwood(j.hand) {
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
	for _, taken := range j.view.Known[(int(j.seat)+1)%len(j.view.Known)] {
		if taken.Rank() == c.Rank() || taken.Suit() == c.Suit() && max(taken, c)-min(taken, c) <= suits {
			rating -= fine * nearWorth
		}
	}
	return rating
}

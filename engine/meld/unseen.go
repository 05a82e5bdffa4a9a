package meld

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Unseen follows the cards of a pack that one seat cannot see, by what it is told: which ones
// are where, and which could be where. All cards differ, so there is never a doubt from where a
// card came that is shown.
type Unseen struct {
	Known   [maxSeats]Hand // seen to go to the hand of a seat, and still there
	Discard []card.Card    // the discard pile
	Lines   engine.Lines   // of the stock, in a duplicate round: what they hold is counted where its order is known
	viewer  engine.Seat
	counts  [maxSeats]int // of the others' hands
	pools   []pool        // the pack, and every stock that was shuffled later
	order   []card.Card   // the stock, where its order is known
	wrong   bool
}

// maxSeats is the most that a game of melds has.
const maxSeats = 6

// A pool is cards that were shuffled together: those that the viewer has not seen since are in
// hands or, of the last pool, in the stock.
type pool struct {
	cards Hand
	held  [maxSeats]int // by seat
}

// NewUnseen begins with the deal: the viewer's hand, the card turned up, and the numbers of
// cards that the seats were dealt.
func NewUnseen(viewer engine.Seat, hand Hand, top card.Card, counts []int) *Unseen {
	u := &Unseen{viewer: viewer, Discard: append(make([]card.Card, 0, 52), top), pools: make([]pool, 1, 8)}
	u.pools[0].cards = whole &^ hand &^ Of(top)
	copy(u.counts[:], counts)
	for s, n := range counts {
		if engine.Seat(s) != viewer {
			u.pools[0].held[s] = n
		}
	}
	return u
}

func (u *Unseen) last() *pool { return &u.pools[len(u.pools)-1] }

// Took: a seat took the top discard.
func (u *Unseen) Took(s engine.Seat) {
	n := len(u.Discard) - 1
	if n < 0 {
		u.wrong = true
		return
	}
	if s != u.viewer {
		u.Known[s] = u.Known[s].With(u.Discard[n])
	}
	u.Discard = u.Discard[:n]
}

// Drew: a seat drew from the stock, and the viewer saw these cards of it.
func (u *Unseen) Drew(s engine.Seat, seen []card.Card) {
	switch {
	case len(u.order) > 0:
		at := u.Lines.Take(s)
		if s != u.viewer {
			u.Known[s] = u.Known[s].With(u.order[at])
		}
		u.order = slices.Delete(u.order, at, at+1)
	case s != u.viewer:
		u.last().held[s]++
	default:
		for _, c := range seen {
			u.wrong = u.wrong || !u.last().cards.Has(c)
			u.last().cards = u.last().cards.Without(c)
		}
	}
}

// Showed: a seat laid a card where everybody sees it.
func (u *Unseen) Showed(s engine.Seat, c card.Card) {
	switch {
	case s == u.viewer:
		return
	case u.Known[s].Has(c):
		u.Known[s] = u.Known[s].Without(c)
		return
	}
	for i := range u.pools {
		if p := &u.pools[i]; p.cards.Has(c) && p.held[s] > 0 {
			p.cards = p.cards.Without(c)
			p.held[s]--
			return
		}
	}
	u.wrong = true
}

// Discarded is Showed of a card that lies on the discard pile.
func (u *Unseen) Discarded(s engine.Seat, c card.Card) {
	u.Showed(s, c)
	u.Discard = append(u.Discard, c)
}

// Renewed: the discard pile but its top card became the stock, shuffled or, with the oldest
// card first, in order.
func (u *Unseen) Renewed(inOrder bool) {
	n := len(u.Discard) - 1
	if n < 0 {
		u.wrong = true
		return
	}
	stock := u.Discard[:n:n]
	if inOrder {
		u.order = append([]card.Card{}, stock...)
		u.Lines.Deal(u.order)
		u.pools = append(u.pools, pool{})
	} else {
		u.pools = append(u.pools, pool{cards: Of(stock...)})
	}
	u.Discard = append(u.Discard[:0:0], u.Discard[n])
}

// Fits reports that the numbers of cards are those that the viewer sees.
func (u *Unseen) Fits(counts []int, stock, discards int) bool {
	in := len(u.order) + u.last().cards.Len()
	for s, n := range counts {
		if engine.Seat(s) == u.viewer {
			continue
		}
		in -= u.last().held[s]
		n -= u.Known[s].Len()
		for i := range u.pools {
			n -= u.pools[i].held[s]
		}
		if n != 0 {
			return false
		}
	}
	for i := range u.pools[:len(u.pools)-1] {
		p := &u.pools[i]
		n := p.cards.Len()
		for _, held := range p.held {
			n -= held
		}
		if n != 0 {
			return false
		}
	}
	return !u.wrong && in == stock && len(u.Discard) == discards
}

// Deal deals the others' hands at random among those that agree with everything, and returns
// the stock, its next card first, in the room given.
func (u *Unseen) Deal(chance engine.Chance, hands []Hand, stock []card.Card) []card.Card {
	for s := range hands {
		if engine.Seat(s) != u.viewer {
			hands[s] = u.Known[s]
		}
	}
	var room [52]card.Card
	for i := range u.pools {
		p := &u.pools[i]
		cards := p.cards.Append(room[:0])
		for n := len(cards) - 1; n > 0; n-- {
			j := chance.Below(n + 1)
			cards[n], cards[j] = cards[j], cards[n]
		}
		for s, n := range p.held[:len(hands)] {
			for _, c := range cards[:n] {
				hands[s] = hands[s].With(c)
			}
			cards = cards[n:]
		}
		stock = append(stock, cards...)
	}
	return append(stock, u.order...)
}

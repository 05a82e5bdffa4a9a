package huangdi

import (
	"math/bits"

	"carteado/engine"
	"carteado/engine/card"
)

// impossible is the cost of a way that there is not.
const impossible = 1 << 20

// A way is how a seat comes to lay its stock card, and the first play of it.
type way struct {
	cost  int
	first play
}

// supply holds the cards within reach of a seat while a way is looked for.
type supply struct {
	hand  [names]uint8
	piles [maxSeats * maxPiles]slot // top card of each discard pile, by seat and pile
	lent  uint8                     // opponents that lend nothing more
}

// steps says how many cards lie between a state and a number that comes next.
var steps = func() (steps [wallStates][last + 1]uint8) {
	for s := range wallState(wallStates) {
		for n := 1; n <= last; n++ {
			at, k := s&^jokerOnTop, uint8(0)
			if at.value() > last || at.finished() {
				at = 0
			}
			for at.need() != n && k < 2*last {
				at, k = at.after(at.need(), false, false), k+1
			}
			steps[s][n] = k
		}
	}
	return steps
}()

// supply is what a seat has within reach.
func (r *Round) supply(s engine.Seat) (o supply) {
	for f, cards := range r.hands[s].cards {
		o.hand[f] = uint8(bits.OnesCount16(cards))
	}
	o.lent = r.borrowed
	if r.rules.borrowTwice {
		o.lent = 0
	}
	for q := range engine.Seat(r.seats) {
		if q != s && !r.rules.borrow {
			continue
		}
		for p := range r.rules.piles {
			o.piles[int(q)*maxPiles+p] = r.discards[q][p].top
		}
	}
	return o
}

// takeFrom finds the cheapest source of a card and takes it from there; nowhere if there is none.
func (r *Round) takeFrom(o *supply, s engine.Seat, c card.Card) (from source, cost int) {
	for q, n := s, 0; n < int(r.seats); q, n = r.after(q), n+1 {
		if q != s && o.lent>>q&1 != 0 {
			continue
		}
		for p := range r.rules.piles {
			top := &o.piles[int(q)*maxPiles+p]
			if *top == none || top.card() != c {
				continue
			}
			*top = r.next[*top]
			if q == s {
				return ownPiles + source(p), costOwn
			}
			if !r.rules.borrowTwice {
				o.lent |= 1 << q
			}
			return lent(q, p), costLent
		}
	}
	if o.hand[c-below] > 0 {
		o.hand[c-below]--
		return fromHand, costHand
	}
	return nowhere, impossible
}

// lead looks for a way from a state to a number that comes next.
func (r *Round) lead(o supply, s engine.Seat, w int, at wallState, number int, most int, w0 way) way {
	for n := 0; at.need() != number; n++ {
		if w0.cost >= most || n > last {
			return way{cost: impossible}
		}
		p := play{card: card.Number(at.need()), with: nowhere, to: w}
		from, cost := r.takeFrom(&o, s, p.card)
		if from == nowhere {
			if !r.rules.builds[at].has(card.Joker) {
				return way{cost: impossible}
			}
			p.card = card.Joker
			if from, cost = r.takeFrom(&o, s, card.Joker); from == nowhere {
				return way{cost: impossible}
			}
			cost += costJoker
		}
		p.from = from
		if w0.first.card == card.Unknown {
			w0.first = p
		}
		w0.cost += cost
		at = at.after(at.need(), false, p.card == card.Joker)
	}
	return w0
}

// bestWay is the cheapest way to lay the stock card.
func (r *Round) bestWay(s engine.Seat, o *supply) (best way) {
	best.cost = impossible
	stock := r.stocks[s].card()
	built := play{card: stock, from: stockTop, with: nowhere}
	for w := range r.rules.walls {
		at := r.walls[w].state
		built.to = w
		if r.rules.builds[at].has(stock) {
			return way{0, built}
		}
		back := at.back()
		turns := r.rules.turns[at]
		switch {
		case stock == card.Reverse && turns != 0:
			without := *o
			p := play{card: card.Number(back), with: stockTop, to: w, reverse: true}
			from, cost := r.takeFrom(&without, s, p.card)
			if from == nowhere && turns.has(card.Joker) {
				p.card = card.Joker
				from, cost = r.takeFrom(&without, s, card.Joker)
				cost += costJoker
			}
			if p.from = from; from != nowhere && cost < best.cost {
				best = way{cost, p}
			}
		case stock.Rank() > 0:
			number := stock.Rank()
			if found := r.lead(*o, s, w, at, number, best.cost, way{}); found.cost < best.cost {
				found.stock(built)
				best = found
			}
			if turns != 0 {
				if found := r.turned(*o, s, w, number, best.cost); found.cost < best.cost {
					best = found
				}
			}
		case stock == card.Joker:
			// Some wall takes it after one more card, if none does now.
			p := play{card: card.Number(at.need()), with: nowhere, to: w}
			without := *o
			if from, cost := r.takeFrom(&without, s, p.card); from != nowhere && cost < best.cost {
				p.from = from
				best = way{cost, p}
			}
		}
	}
	return best
}

func (w *way) stock(built play) {
	if w.first.card == card.Unknown {
		w.first = built
	}
}

// turned is a way that turns the wall with a reverse card first.
func (r *Round) turned(o supply, s engine.Seat, w int, number, most int) way {
	at := r.walls[w].state
	with, dear := r.takeFrom(&o, s, card.Reverse)
	if with == nowhere {
		return way{cost: impossible}
	}
	p := play{card: card.Number(at.back()), with: with, to: w, reverse: true}
	if at.back() == number {
		p.from = stockTop
		return way{dear + costReverse, p}
	}
	from, cost := r.takeFrom(&o, s, p.card)
	if from == nowhere || r.breaksPair(from, with) != "" {
		return way{cost: impossible}
	}
	p.from = from
	return r.lead(o, s, w, at.after(at.back(), true, false), number, most, way{dear + costReverse + cost, p})
}

// empties reports that the numbers of a hand can all be laid, with one joker at most.
func (r *Round) empties(s engine.Seat, o *supply) bool {
	h := &r.hands[s]
	if h.n == 0 || o.hand[face0(card.Reverse)] > 0 || o.hand[face0(card.Joker)] > 1 {
		return false
	}
	var at [maxWalls]wallState
	hand := o.hand
	held := int(h.n)
	for w := range r.rules.walls {
		at[w] = r.walls[w].state
	}
	joker := hand[face0(card.Joker)] > 0
	for again := true; again && held > 0; {
		again = false
		for w := range r.rules.walls {
			for f := face0(card.Number(at[w].need())); hand[f] > 0; f = face0(card.Number(at[w].need())) {
				hand[f]--
				held--
				at[w], again = at[w].after(at[w].need(), false, false), true
			}
		}
		if !again && joker && held > 0 {
			joker = false
			for w := range r.rules.walls { // where it leads on, or anywhere when it is the last
				next := at[w].after(at[w].need(), false, true)
				if r.rules.builds[at[w]].has(card.Joker) && (held == 1 || hand[face0(card.Number(next.need()))] > 0) {
					at[w], again = next, true
					held--
					break
				}
			}
		}
	}
	return held == 0
}

func face0(c card.Card) int { return int(c - below) }

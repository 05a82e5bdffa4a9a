package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

// An offer is a card that can be played, and where from.
type offer struct {
	card card.Card
	from source
}

// maxOffers are the hand, the stock and all discard piles.
const maxOffers = handSize + 1 + maxSeats*maxPiles

// offers are the cards within reach of the seat to move, in the order of moves:
// by card, then by place.
type offers struct {
	list [maxOffers]offer
	n    int
}

func (o *offers) all() []offer { return o.list[:o.n] }

func (o *offers) add(c card.Card, from source) {
	if c == card.Unknown {
		return
	}
	at := o.n
	for at > 0 && o.list[at-1].card > c {
		o.list[at] = o.list[at-1]
		at--
	}
	o.list[at] = offer{c, from}
	o.n++
}

// within lists the cards within reach; of equal ones in the hand one.
func (r *Round) within(s engine.Seat) (o offers) {
	h := &r.hands[s]
	for i := range h.n {
		if c := r.faces[h.slots[i]]; i == 0 || c != r.faces[h.slots[i-1]] {
			o.add(c, fromHand)
		}
	}
	o.add(r.top(r.stocks[s]), stockTop)
	for p := range r.rules.piles {
		o.add(r.top(r.discards[s][p]), ownPiles+source(p))
	}
	for q := range engine.Seat(r.seats) {
		for p := range r.rules.piles {
			if from := lent(q, p); q != s && r.breaksBorrowing(from) == "" {
				o.add(r.top(r.discards[q][p]), from)
			}
		}
	}
	return o
}

// Legal appends the moves a seat chooses between.
func (r *Round) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if r.over != playing || s != r.turn[0] {
		return moves
	}
	reach := r.within(s)
	moves = r.legalBuilds(&reach, moves)
	moves = r.legalReverses(&reach, moves)
	if r.breaksEnd(s) == "" {
		return append(moves, engine.Move{Verb: verbEnd})
	}
	if r.breaksStop(s) != "" {
		return moves
	}
	for _, o := range reach.all() {
		if o.from != fromHand {
			continue
		}
		m := engine.NewMove(verbDiscard, o.card)
		for p := range r.rules.piles {
			m.To = ownPile(p)
			moves = append(moves, m)
		}
	}
	return moves
}

func (r *Round) legalBuilds(reach *offers, moves []engine.Move) []engine.Move {
	for _, o := range reach.all() {
		var m engine.Move
		for w := range r.rules.walls {
			if r.breaksBuild(o.card, &r.walls[w]) != "" {
				continue
			}
			if m.Verb == "" {
				m = engine.NewMove(verbBuild, o.card)
				m.From = o.from.written()
			}
			m.To = engine.Nth(engine.Wall, w+1)
			moves = append(moves, m)
		}
	}
	return moves
}

func (r *Round) legalReverses(reach *offers, moves []engine.Move) []engine.Move {
	all := reach.all()
	first := len(all) // reverse cards are the last in order
	for first > 0 && all[first-1].card == card.Reverse {
		first--
	}
	for _, companion := range all[:first] {
		var m engine.Move
		for _, reverse := range all[first:] {
			if r.breaksPair(companion.from, reverse.from) != "" {
				continue
			}
			for w := range r.rules.walls {
				if r.breaksReverse(companion.card, &r.walls[w]) != "" {
					continue
				}
				if m.Verb == "" {
					m = engine.NewMove(verbReverse, companion.card)
					m.From = companion.from.written()
				}
				m.With, m.To = reverse.from.written(), engine.Nth(engine.Wall, w+1)
				moves = append(moves, m)
			}
		}
	}
	return moves
}

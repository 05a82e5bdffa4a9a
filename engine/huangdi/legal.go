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

// offers are the cards within reach of the seat to move that some wall takes, in
// the order of moves: by card, then by place.
type offers struct {
	list  [maxOffers]offer
	n     int
	build [names]uint8 // by card: the walls that it continues, a bit for each
	turn  [names]uint8 // … that it continues after a reverse card
	turns bool         // some wall can be reversed
}

// names is how many different cards there are, and below the lowest.
const (
	names = int(card.Reverse-below) + 1
	below = card.Joker - last - 1
)

func (o *offers) all() []offer { return o.list[:o.n] }

func (o *offers) add(c card.Card, from source) {
	if c == card.Unknown || o.build[c-below]|o.turn[c-below] == 0 && (c != card.Reverse || !o.turns) {
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

// ask notes which cards a wall takes: its number and a joker are all there can be.
func (o *offers) ask(r *Round, w int) {
	wall, bit := &r.walls[w], uint8(1)<<w
	for _, c := range [...]card.Card{card.Number(wall.need()), card.Joker} {
		if r.breaksBuild(c, wall) == "" {
			o.build[c-below] |= bit
		}
	}
	if r.breaksReverse(card.Number(wall.back()), wall) != "" {
		return
	}
	o.turn[card.Number(wall.back())-below] |= bit
	if o.turns = true; r.breaksReverse(card.Joker, wall) == "" {
		o.turn[card.Joker-below] |= bit
	}
}

// within lists the cards within reach; of equal ones in the hand one.
func (r *Round) within(s engine.Seat, o *offers) {
	for w := range r.rules.walls {
		o.ask(r, w)
	}
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
		if q == s || r.breaksBorrowing(lent(q, 0)) != "" {
			continue
		}
		for p := range r.rules.piles {
			o.add(r.top(r.discards[q][p]), lent(q, p))
		}
	}
}

// Legal appends the moves a seat chooses between.
func (r *Round) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if r.over != playing || s != r.turn[0] {
		return moves
	}
	var reach offers
	r.within(s, &reach)
	moves = r.legalBuilds(&reach, moves)
	moves = r.legalReverses(&reach, moves)
	if r.breaksEnd(s) == "" {
		return append(moves, engine.Move{Verb: verbEnd})
	}
	if r.breaksStop(s) != "" {
		return moves
	}
	h := &r.hands[s]
	for i := range h.n {
		c := r.faces[h.slots[i]]
		if i > 0 && c == r.faces[h.slots[i-1]] {
			continue
		}
		m := engine.NewMove(verbDiscard, c)
		for p := range r.rules.piles {
			m.To = ownPile(p)
			moves = append(moves, m)
		}
	}
	return moves
}

func (r *Round) legalBuilds(reach *offers, moves []engine.Move) []engine.Move {
	for _, o := range reach.all() {
		takes := reach.build[o.card-below]
		if takes == 0 {
			continue
		}
		m := engine.NewMove(verbBuild, o.card)
		m.From = o.from.written()
		for w := range r.rules.walls {
			if takes&(1<<w) != 0 {
				m.To = engine.Nth(engine.Wall, w+1)
				moves = append(moves, m)
			}
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
	if first == len(all) {
		return moves
	}
	for _, companion := range all[:first] {
		takes := reach.turn[companion.card-below]
		if takes == 0 {
			continue
		}
		m := engine.NewMove(verbReverse, companion.card)
		m.From = companion.from.written()
		for _, reverse := range all[first:] {
			if r.breaksPair(companion.from, reverse.from) != "" {
				continue
			}
			m.With = reverse.from.written()
			for w := range r.rules.walls {
				if takes&(1<<w) != 0 {
					m.To = engine.Nth(engine.Wall, w+1)
					moves = append(moves, m)
				}
			}
		}
	}
	return moves
}

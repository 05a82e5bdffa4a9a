package huangdi

import (
	"math/bits"

	"carteado/engine"
	"carteado/engine/card"
)

// faces are different cards, a bit each: that of a card is its distance from below.
type faces uint16

func face(c card.Card) faces { return 1 << (c - below) }

func (f faces) has(c card.Card) bool { return f&face(c) != 0 }

// first is the lowest card, last the highest. There must be one.
func (f faces) first() card.Card { return below + card.Card(bits.TrailingZeros16(uint16(f))) }
func (f faces) last() card.Card  { return below + card.Card(bits.Len16(uint16(f))-1) }

// names is how many different cards there are and one more, and below is under the lowest.
const (
	names = int(card.Reverse-below) + 1
	below = card.Joker - last - 1
)

// A reach holds the cards that the seat to move can play, with their sources: a bit
// each.
type reach struct {
	hand, all faces
	piles     [names]uint32 // by face: the piles on which it lies
}

func (o *reach) add(p pile, from source) {
	o.all |= 1 << p.top.face()
	o.piles[p.top.face()] |= 1 << from
}

// from are the sources of a card.
func (o *reach) from(c card.Card) uint32 {
	return o.piles[c-below] | uint32(o.hand>>(c-below)&1)<<fromHand
}

func (r *Round) reach(s engine.Seat) (o reach) {
	o.hand = r.hands[s].faces
	o.all = o.hand
	o.add(r.stocks[s], stockTop)
	for p := range r.rules.piles {
		o.add(r.discards[s][p], ownPiles+source(p))
	}
	for q := r.after(s); q != s; q = r.after(q) {
		if r.breaksBorrowing(lent(q, 0)) != "" {
			continue
		}
		for p := range r.rules.piles {
			o.add(r.discards[q][p], lent(q, p))
		}
	}
	return o
}

// Legal appends the moves a seat chooses between.
func (r *Round) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if r.over != playing || s != r.turn[0] {
		return moves
	}
	o := r.reach(s)
	moves = r.legalBuilds(&o, moves)
	if o.all.has(card.Reverse) {
		moves = r.legalReverses(&o, moves)
	}
	if r.breaksEnd(s) == "" {
		return append(moves, engine.Move{Verb: verbEnd})
	}
	if r.breaksStop(s) != "" {
		return moves
	}
	for hand := o.hand; hand != 0; hand &= hand - 1 {
		for p := range r.rules.piles {
			var m *engine.Move
			moves, m = engine.Extend(moves, verbDiscard, hand.first())
			m.To = ownPile(p)
		}
	}
	return moves
}

// A taking holds the cards that the walls take: faces, sixteen bits for each wall.
type taking uint64

func (r *Round) taking(by *[wallStates]faces) (t taking) {
	for w := range r.walls[:r.rules.walls] {
		t |= taking(by[r.walls[w].state]) << (16 * w)
	}
	return t
}

// any are the cards that some wall takes.
func (t taking) any() faces {
	t |= t >> 32
	return faces(t | t>>16)
}

// walls are those that take a card, sixteen bits for each.
func (t taking) walls(c card.Card) uint64 { return uint64(t>>(c-below)) & 0x0001_0001_0001_0001 }

func (r *Round) legalBuilds(o *reach, moves []engine.Move) []engine.Move {
	takes := r.taking(&r.rules.builds)
	for cards := o.all & takes.any(); cards != 0; cards &= cards - 1 {
		c := cards.first()
		for sources := o.from(c); sources != 0; sources &= sources - 1 {
			from := first(sources).written()
			for walls := takes.walls(c); walls != 0; walls &= walls - 1 {
				var m *engine.Move
				moves, m = engine.Extend(moves, verbBuild, c)
				m.From, m.To = from, lowest(walls)
			}
		}
	}
	return moves
}

func (r *Round) legalReverses(o *reach, moves []engine.Move) []engine.Move {
	takes := r.taking(&r.rules.turns)
	for cards := o.all & takes.any(); cards != 0; cards &= cards - 1 {
		c := cards.first()
		for sources := o.from(c); sources != 0; sources &= sources - 1 {
			from := first(sources)
			for reverses := o.from(card.Reverse); reverses != 0; reverses &= reverses - 1 {
				with := first(reverses)
				if r.breaksPair(from, with) != "" {
					continue
				}
				for walls := takes.walls(c); walls != 0; walls &= walls - 1 {
					var m *engine.Move
					moves, m = engine.Extend(moves, verbReverse, c)
					m.From, m.With, m.To = from.written(), with.written(), lowest(walls)
				}
			}
		}
	}
	return moves
}

// first is the first of some sources.
func first(sources uint32) source { return source(bits.TrailingZeros32(sources)) }

// lowest is the first of some walls.
func lowest(walls uint64) engine.Place {
	return engine.Nth(engine.Wall, bits.TrailingZeros64(walls)/16+1)
}

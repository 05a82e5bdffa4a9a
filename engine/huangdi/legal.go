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

// A reach holds the cards that the seat to move can play, with their sources and
// walls. The index of a card is its distance from below; sources and walls are a bit
// each.
type reach struct {
	all   faces
	from  [names]uint32 // by card: the sources of it
	build [names]uint8  // by card: the walls that it continues
	turn  [names]uint8  // by card: the walls that it continues after a reverse card

	builds, turns faces // the cards for which there are such walls
}

// names is how many different cards there are, and below the lowest.
const (
	names = int(card.Reverse-below) + 1
	below = card.Joker - last - 1
)

func (o *reach) add(c card.Card, from source) {
	if c != card.Unknown {
		o.from[c-below] |= 1 << from
		o.all |= face(c)
	}
}

// ask notes the cards within reach that a wall takes.
func (o *reach) ask(r *Round, w int) {
	wall, bit := &r.walls[w], uint8(1)<<w
	builds := o.all & r.continuing(wall)
	o.builds |= builds
	for ; builds != 0; builds &= builds - 1 {
		o.build[bits.TrailingZeros16(uint16(builds))] |= bit
	}
	if !o.all.has(card.Reverse) {
		return
	}
	turns := o.all & r.turning(wall)
	o.turns |= turns
	for ; turns != 0; turns &= turns - 1 {
		o.turn[bits.TrailingZeros16(uint16(turns))] |= bit
	}
}

func (r *Round) reach(s engine.Seat) (o reach) {
	h := &r.hands[s]
	for _, slot := range h.slots[:h.n] {
		o.add(r.faces[slot], fromHand)
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
	for w := range r.rules.walls {
		o.ask(r, w)
	}
	return o
}

// Legal appends the moves a seat chooses between.
func (r *Round) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if r.over != playing || s != r.turn[0] {
		return moves
	}
	o := r.reach(s)
	moves = o.legalBuilds(moves)
	moves = o.legalReverses(r, moves)
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
		for p := range r.rules.piles {
			var m *engine.Move
			moves, m = engine.Extend(moves, verbDiscard, c)
			m.To = ownPile(p)
		}
	}
	return moves
}

func (o *reach) legalBuilds(moves []engine.Move) []engine.Move {
	for cards := o.builds; cards != 0; cards &= cards - 1 {
		i := bits.TrailingZeros16(uint16(cards))
		for sources := o.from[i]; sources != 0; sources &= sources - 1 {
			from := first(sources).written()
			for walls := o.build[i]; walls != 0; walls &= walls - 1 {
				var m *engine.Move
				moves, m = engine.Extend(moves, verbBuild, below+card.Card(i))
				m.From, m.To = from, lowest(walls)
			}
		}
	}
	return moves
}

func (o *reach) legalReverses(r *Round, moves []engine.Move) []engine.Move {
	for cards := o.turns; cards != 0; cards &= cards - 1 {
		i := bits.TrailingZeros16(uint16(cards))
		for sources := o.from[i]; sources != 0; sources &= sources - 1 {
			from := first(sources)
			for reverses := o.from[card.Reverse-below]; reverses != 0; reverses &= reverses - 1 {
				with := first(reverses)
				if r.breaksPair(from, with) != "" {
					continue
				}
				for walls := o.turn[i]; walls != 0; walls &= walls - 1 {
					var m *engine.Move
					moves, m = engine.Extend(moves, verbReverse, below+card.Card(i))
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
func lowest(walls uint8) engine.Place { return engine.Nth(engine.Wall, bits.TrailingZeros8(walls)+1) }

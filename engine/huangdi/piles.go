package huangdi

import (
	"math/bits"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A slot is one card of the pack: its face in the upper half, and which of the cards with
// that face it is in the lower. Slots tell equal cards apart, and therefore appear in no
// view, event or row.
type slot uint8

// copies is room for the cards with one face.
const copies = 16

// none is no slot: it stands under the lowest card of a pile and behind the last of
// the draw pile.
const none slot = 0

// face is the index of the card's face.
func (s slot) face() int { return int(s / copies) }

// card is the card, Unknown for none.
func (s slot) card() card.Card {
	if s == none {
		return card.Unknown
	}
	return below + card.Card(s.face())
}

// A pile is a stack of cards; Round.next links a card to the one below it.
type pile struct {
	top slot
	n   uint8
}

// card is the card on top, Unknown where there is none.
func (p pile) card() card.Card { return p.top.card() }

// A queue is the draw pile: the first is drawn next.
type queue struct {
	first, last slot
	n           uint8
}

// A hand has at each face the cards that it holds, a bit each.
type hand struct {
	cards [names]uint16
	faces faces // of which it holds any
	n     uint8
}

// gain puts a card into a hand.
func (h *hand) gain(s slot) {
	h.cards[s.face()] |= 1 << (s % copies)
	h.faces |= 1 << s.face()
	h.n++
}

// lose takes a card out of a hand that holds it.
func (h *hand) lose(c card.Card) slot {
	cards := &h.cards[c-below]
	s := slot(c-below)*copies + slot(bits.TrailingZeros16(*cards))
	if *cards &= *cards - 1; *cards == 0 {
		h.faces &^= face(c)
	}
	h.n--
	return s
}

// list returns the cards in order.
func (h *hand) list() []card.Card { return h.append(make([]card.Card, 0, h.n)) }

func (h *hand) append(cards []card.Card) []card.Card {
	for rest := h.faces; rest != 0; rest &= rest - 1 {
		for range bits.OnesCount16(h.cards[rest.first()-below]) {
			cards = append(cards, rest.first())
		}
	}
	return cards
}

// A wall with the reverse cards beside it.
type wall struct {
	cards, reversed pile
	state           wallState
}

// A setting is a round that is being set up.
type setting struct {
	*Round
	used [names]uint8 // cards of each face that are in the round
	err  error        // a card was none, or one too many
}

// add brings a card into the round.
func (r *setting) add(c card.Card) slot {
	face := c - below
	if face == 0 || int(face) >= names || r.used[face] == copies {
		r.err = engine.ErrCards
		return none
	}
	r.used[face]++
	return slot(face*copies) + slot(r.used[face]-1)
}

func (r *Round) push(p *pile, s slot) {
	r.next[s], p.top = p.top, s
	p.n++
}

func (r *Round) pop(p *pile) slot {
	s := p.top
	p.top = r.next[s]
	p.n--
	return s
}

// linesOf are the empty lines of the draw pile; none in an ordinary round.
func linesOf(o engine.Options, seats int) engine.Lines {
	if o.Duplicates() == 0 {
		return engine.Lines{}
	}
	return engine.NewLines(seats)
}

// under puts a card under the draw pile, or under the shortest of its lines.
func (r *Round) under(s slot) {
	if r.lines.On() {
		r.insert(s, r.lines.Add(r.lines.Shortest()))
		return
	}
	r.behind(s)
}

// behind puts a card behind the last of the draw pile.
func (r *Round) behind(s slot) {
	r.next[s] = none
	if r.draw.n == 0 {
		r.draw.first = s
	} else {
		r.next[r.draw.last] = s
	}
	r.draw.last = s
	r.draw.n++
}

// insert puts a card behind so many others of the draw pile.
func (r *Round) insert(s slot, at int) {
	if at == int(r.draw.n) {
		r.behind(s)
		return
	}
	before := &r.draw.first
	for range at {
		before = &r.next[*before]
	}
	r.next[s], *before = *before, s
	r.draw.n++
}

// remove takes the card behind so many others out of the draw pile.
func (r *Round) remove(at int) slot {
	before, last := &r.draw.first, none
	for range at {
		last = *before
		before = &r.next[last]
	}
	s := *before
	*before = r.next[s]
	if s == r.draw.last {
		r.draw.last = last
	}
	r.draw.n--
	return s
}

// nextCard takes the card of the draw pile that a seat draws. There must be one.
func (r *Round) nextCard(seat engine.Seat) slot {
	if r.lines.On() {
		return r.remove(r.lines.Take(seat))
	}
	s := r.draw.first
	r.draw.first = r.next[s]
	r.draw.n--
	return s
}

// list returns the cards of a pile, bottom to top.
func (r *Round) list(p pile) []card.Card { return r.append(make([]card.Card, 0, p.n), p) }

func (r *Round) append(cards []card.Card, p pile) []card.Card {
	n := len(cards)
	cards = slices.Grow(cards, int(p.n))[:n+int(p.n)]
	for s, i := p.top, len(cards)-1; i >= n; s, i = r.next[s], i-1 {
		cards[i] = s.card()
	}
	return cards
}

// drawn appends the cards of the draw pile, the next one first.
func (r *Round) drawn(cards []card.Card) []card.Card {
	for s, n := r.draw.first, r.draw.n; n > 0; s, n = r.next[s], n-1 {
		cards = append(cards, s.card())
	}
	return cards
}

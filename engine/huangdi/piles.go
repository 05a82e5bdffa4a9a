package huangdi

import "carteado/engine/card"

// A slot is one card of the pack. Slots tell equal cards apart, and therefore appear
// in no view, event or row.
type slot = uint8

// none is no slot: it stands under the lowest card of a pile and behind the last of
// the draw pile.
const none slot = 255

// A pile is a stack of cards; Round.next links a card to the one below it.
type pile struct{ top, n uint8 }

// A queue is the draw pile: the first is drawn next.
type queue struct{ first, last, n uint8 }

// A hand is kept in the order of the cards.
type hand struct {
	slots [handSize]slot
	n     uint8
}

// A wall with the reverse cards beside it.
type wall struct {
	cards, reversed pile
	value           uint8 // of the top card; 0 where the place is free
	down            bool
}

// need is the number that continues the wall.
func (w *wall) need() int {
	if w.down {
		return int(w.value) - 1
	}
	return int(w.value) + 1
}

// back is the number that continues the wall after a reverse card, 0 where the wall
// cannot be reversed.
func (w *wall) back() int {
	switch {
	case w.down:
		return int(w.value) + 1
	case w.value > 1:
		return int(w.value) - 1
	}
	return 0
}

// finished walls leave at once.
func (w *wall) finished() bool { return w.down && w.value == 1 || !w.down && w.value == last }

func newRound(rules *rules, seats int) *Round {
	r := &Round{rules: rules, seats: uint8(seats), draw: queue{first: none, last: none}}
	empty := pile{top: none}
	for s := range r.stocks {
		r.stocks[s] = empty
		for p := range r.discards[s] {
			r.discards[s][p] = empty
		}
	}
	for w := range r.walls {
		r.walls[w] = wall{cards: empty, reversed: empty}
	}
	return r
}

// add brings a card into the round.
func (r *Round) add(c card.Card) slot {
	s := r.cards
	r.faces[s], r.next[s] = c, none
	r.cards++
	return s
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

// top is the card on a pile, Unknown where there is none.
func (r *Round) top(p pile) card.Card {
	if p.n == 0 {
		return card.Unknown
	}
	return r.faces[p.top]
}

// under puts a card under the draw pile.
func (r *Round) under(s slot) {
	r.next[s] = none
	if r.draw.n == 0 {
		r.draw.first = s
	} else {
		r.next[r.draw.last] = s
	}
	r.draw.last = s
	r.draw.n++
}

// nextCard takes the next card of the draw pile, of which there must be one.
func (r *Round) nextCard() slot {
	s := r.draw.first
	r.draw.first = r.next[s]
	r.draw.n--
	return s
}

// gain puts a card into a hand, behind those that are not higher.
func (r *Round) gain(h *hand, s slot) {
	at := h.n
	for at > 0 && r.faces[h.slots[at-1]] > r.faces[s] {
		h.slots[at] = h.slots[at-1]
		at--
	}
	h.slots[at] = s
	h.n++
}

// find is the index of a card in a hand, -1 if the hand does not hold it.
func (r *Round) find(h *hand, c card.Card) int {
	for i := range int(h.n) {
		if r.faces[h.slots[i]] == c {
			return i
		}
	}
	return -1
}

// lose takes a card out of a hand that holds it.
func (r *Round) lose(h *hand, c card.Card) slot {
	at := r.find(h, c)
	s := h.slots[at]
	h.n--
	copy(h.slots[at:h.n], h.slots[at+1:h.n+1])
	return s
}

// list returns the cards of a pile, bottom to top.
func (r *Round) list(p pile) []card.Card {
	cards := make([]card.Card, p.n)
	for s, i := p.top, len(cards)-1; i >= 0; s, i = r.next[s], i-1 {
		cards[i] = r.faces[s]
	}
	return cards
}

// held returns the cards of a hand in order.
func (r *Round) held(h *hand) []card.Card {
	cards := make([]card.Card, h.n)
	for i := range cards {
		cards[i] = r.faces[h.slots[i]]
	}
	return cards
}

// drawPile returns the cards of the draw pile, the next one first.
func (r *Round) drawPile() []card.Card {
	cards := make([]card.Card, 0, r.draw.n)
	for s := r.draw.first; len(cards) < int(r.draw.n); s = r.next[s] {
		cards = append(cards, r.faces[s])
	}
	return cards
}

package huangdi

import (
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
)

// A scene is a position written as the piles that matter, by their names, bottom
// to top, and the draw pile with its next card first. The other cards go where
// they do not matter: into stocks that are not given, then under the draw pile.
type scene struct {
	Piles    map[string]string // wall:1, hand:0, stock:1, a:0, draw …
	Options  engine.Options
	Seats    int // by default 2
	Dealer   engine.Seat
	Turn     engine.Seat
	Borrowed []engine.Seat // in this turn
	Built    bool          // in this turn
	Quiet    int
	Empty    int
	Spent    bool // the other cards are nowhere: the round plays on, and does not load
}

// round sets the scene.
func (s scene) round() (*Round, error) {
	seats := max(s.Seats, minSeats)
	rules, err := newRules(s.Options, seats)
	if err != nil {
		return nil, err
	}
	r := newRound(rules, seats)
	r.dealer, r.turn[0], r.built, r.quiet, r.empty = s.Dealer, s.Turn, s.Built || len(s.Borrowed) > 0, uint8(s.Quiet), uint8(s.Empty)
	for _, seat := range s.Borrowed {
		r.borrowed |= 1 << seat
	}
	others := rules.each
	for name, cards := range s.Piles {
		if err := r.lay(name, cards); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, cards, err)
		}
	}
	for slot := range r.cards {
		if c := r.faces[slot]; others[c] == 0 {
			return nil, fmt.Errorf("%s is there too often", c)
		}
		others[r.faces[slot]]--
	}
	for seat := range seats {
		if _, given := s.Piles[engine.Of(engine.Stock, engine.Seat(seat)).String()]; !given {
			r.hide(&r.stocks[seat], &others)
		}
	}
	for c, n := range others {
		for range n {
			if !s.Spent {
				r.under(r.add(card.Card(c)))
			}
		}
	}
	return r, nil
}

// hide fills a stock with high numbers, which fit on few walls, the highest on top.
func (r *Round) hide(stock *pile, others *[card.Reverse + 1]uint8) {
	for int(stock.n) < r.rules.stock {
		c := card.Number(last)
		if int(stock.n) < r.rules.stock-1 {
			c--
		}
		for others[c] == 0 {
			c--
		}
		others[c]--
		r.push(stock, r.add(c))
	}
}

// lay puts cards where a pile's name says.
func (r *Round) lay(name, text string) error {
	p, err := engine.ParsePile(name)
	if err != nil {
		return err
	}
	if p.Kind == engine.Wall {
		words, err := readWords(text)
		if err != nil {
			return err
		}
		return r.raise(&r.walls[p.N-1], words)
	}
	cards, err := card.List(text)
	if err != nil {
		return err
	}
	switch p.Kind {
	case engine.Draw:
		for _, c := range cards {
			r.under(r.add(c))
		}
	case engine.Hand:
		for _, c := range cards {
			r.gain(&r.hands[p.Seat()], r.add(c))
		}
	case engine.Stock:
		r.pile(&r.stocks[p.Seat()], cards)
	default:
		r.pile(&r.discards[p.Seat()][p.Kind-engine.A], cards)
	}
	return nil
}

func readWords(text string) ([]engine.Word, error) {
	var words []engine.Word
	for _, field := range strings.Fields(text) {
		var w engine.Word
		if err := w.UnmarshalText([]byte(field)); err != nil {
			return nil, err
		}
		words = append(words, w)
	}
	return words, nil
}

// heaps are piles as Cards lists them.
func heaps(piles map[string]string) []engine.Heap {
	var list []engine.Heap
	for name, text := range piles {
		p, err := engine.ParsePile(name)
		if err != nil {
			panic(err)
		}
		words, err := readWords(text)
		if err != nil {
			panic(err)
		}
		heap := engine.Heap{Pile: p}
		for _, w := range words {
			heap.Cards = append(heap.Cards, w.Card)
		}
		list = append(list, heap)
	}
	slices.SortFunc(list, func(a, b engine.Heap) int { return strings.Compare(a.Pile.String(), b.Pile.String()) })
	return list
}

package huangdi

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/card"
)

// Game is Huang Di. The zero value is ready to use.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info { return info }

const (
	minSeats = 2
	maxSeats = 4
	maxWalls = 4
	maxPiles = 4
	maxPack  = 144
	handSize = 5
	last     = 10 // the highest number
)

// pack is the deck in order: numbers, jokers, reverse cards.
func (r *rules) pack() []card.Card {
	pack := make([]card.Card, 0, r.deck)
	for c, n := range r.each {
		for range n {
			pack = append(pack, card.Card(c))
		}
	}
	return pack
}

// Deal starts a game, and the first turn of it.
func (Game) Deal(s engine.Setup) (engine.Round, error) {
	rules, err := newRules(s.Options, s.Seats)
	if err != nil {
		return nil, fmt.Errorf("deal huangdi to %d seats: %w", s.Seats, err)
	}
	pack, err := s.Order(info, rules.pack())
	if err != nil {
		return nil, err
	}
	r := setting{Round: &Round{rules: rules, seats: uint8(s.Seats)}}
	r.seed, r.dealer, r.lines = s.Seed, s.Dealer, linesOf(s.Options, s.Seats)
	r.turn[0] = r.after(s.Dealer)
	for i, c := range pack {
		slot := r.add(c)
		if i < s.Seats*rules.stock {
			seat := (int(s.Dealer) + 1 + i) % s.Seats
			r.push(&r.stocks[seat], slot)
			continue
		}
		r.under(slot)
	}
	r.fill(r.turn[0], nil)
	return r.Round, nil
}

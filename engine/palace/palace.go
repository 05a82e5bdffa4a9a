package palace

import (
	"fmt"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Game is Palace. The zero value is ready to use.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info { return info }

const (
	minSeats = 2
	maxSeats = 5
	handSize = 3      // after a play, while the draw pile lasts
	most     = 2 * 52 // cards of two packs
)

// packs is the number of packs for so many seats.
func packs(seats int) int {
	if seats <= 3 {
		return 1
	}
	return 2
}

// packOf is the pack, or the packs, of so many seats.
func packOf(seats int) []card.Card { return slices.Repeat(card.French(), packs(seats)) }

// Deal starts a round with the exchange.
func (Game) Deal(s engine.Setup) (engine.Round, error) {
	pack, err := s.Order(info, packOf(s.Seats))
	if err != nil {
		return nil, err
	}
	rules, err := newRules(s.Options)
	if err != nil {
		return nil, fmt.Errorf("deal palace: %w", err)
	}
	r := &Round{rules: rules, seats: uint8(s.Seats), dealer: s.Dealer, phase: PhaseExchange}
	next := 0
	for lap := range 3 * Places {
		for i := range s.Seats {
			to := (int(s.Dealer) + 1 + i) % s.Seats
			switch row := lap % Places; lap / Places {
			case 0:
				r.down[to][row] = pack[next]
			case 1:
				r.up[to][row] = pack[next]
			case 2:
				r.hands[to].add(pack[next])
			}
			next++
		}
	}
	r.draw = uint8(copy(r.cards[next:], pack[next:]))
	for seat := range s.Seats {
		r.moving[seat] = engine.Seat(seat)
	}
	r.awaited = r.seats
	return r, nil
}

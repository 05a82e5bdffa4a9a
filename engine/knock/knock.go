package knock

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/card"
)

// Game is Knock. The zero value is ready to use.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info { return info }

const (
	seats    = 2
	handSize = 7
	packSize = 52
	joker    = card.Card(card.Ace-1)*4 + card.Card(card.Diamonds) + 1 // the ace of diamonds
	// outside is the number of cards that are in nobody's hand between turns.
	outside = packSize - seats*handSize
)

// Deal starts a round.
func (Game) Deal(s engine.Setup) (engine.Round, error) {
	pack, err := s.Order(info, card.French())
	if err != nil {
		return nil, err
	}
	rules, err := newRules(s.Options)
	if err != nil {
		return nil, fmt.Errorf("deal knock: %w", err)
	}
	first := 1 - s.Dealer
	r := &Round{rules: rules, seed: s.Seed, dealer: s.Dealer, phase: PhaseDraw}
	r.turn[0] = first
	for i, c := range pack[:seats*handSize] {
		to := (first + engine.Seat(i)) % seats
		r.hands[to] = r.hands[to].With(c)
	}
	rest := pack[seats*handSize:]
	r.pile[0], r.discards = rest[0], 1
	r.stock = uint8(copy(r.pile[1:], rest[1:]))
	if rules.duplicate {
		r.lines = engine.NewLines(seats)
		r.lines.Deal(r.pile[1:])
	}
	return r, nil
}

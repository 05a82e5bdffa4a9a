package rummy

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/card"
)

// Game is Rummy. The zero value is ready to use.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info { return info }

const (
	minSeats = 2
	maxSeats = 6
	packSize = 52
	maxMelds = packSize / 3
	maxAdded = packSize - 3 // cards laid off: some meld was there first
)

// handSize is what each seat is dealt.
func handSize(seats int) int {
	switch {
	case seats == 2:
		return 10
	case seats <= 4:
		return 7
	}
	return 6
}

// Deal starts a round.
func (Game) Deal(s engine.Setup) (engine.Round, error) {
	pack, err := s.Order(info, card.French())
	if err != nil {
		return nil, err
	}
	rules, err := newRules(s.Options)
	if err != nil {
		return nil, fmt.Errorf("deal rummy: %w", err)
	}
	r := &Round{rules: rules, seed: s.Seed, seats: uint8(s.Seats), dealer: s.Dealer, phase: PhaseDraw}
	r.turn[0] = r.after(s.Dealer)
	dealt := s.Seats * handSize(s.Seats)
	for i, to := 0, r.turn[0]; i < dealt; i, to = i+1, r.after(to) {
		r.hands[to] = r.hands[to].With(pack[i])
	}
	r.pile[0], r.discards = pack[dealt], 1
	r.next = uint8(dealt + 1)
	copy(r.pile[dealt+1:], pack[dealt+1:])
	if rules.options.Duplicates() > 0 {
		r.lines = engine.NewLines(s.Seats)
		r.lines.Deal(r.pile[dealt+1:])
	}
	return r, nil
}

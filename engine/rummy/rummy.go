package rummy

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Game is Rummy. The zero value is ready to use.
type Game struct{}

// info is the same for every table.
var info = engine.Info{
	Key: "rummy", Version: 1, MinSeats: minSeats, MaxSeats: maxSeats,
	Options: options(), Presets: presets(),
}

// Info describes the game.
func (Game) Info() engine.Info { return info }

// Scoring says what rounds mean for a match.
func (Game) Scoring(o engine.Options) engine.Scoring { return scoring(o) }

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
	if s.Seats < minSeats || s.Seats > maxSeats || s.Dealer < 0 || int(s.Dealer) >= s.Seats {
		return nil, fmt.Errorf("deal rummy to %d seats, dealer %d: %w", s.Seats, s.Dealer, engine.ErrSeats)
	}
	rules, err := newRules(s.Options)
	if err != nil {
		return nil, fmt.Errorf("deal rummy: %w", err)
	}
	pack := s.Pack
	if pack == nil {
		pack = card.French()
		engine.Shuffle(pack, s.Seed)
	}
	if len(pack) != packSize || meld.Of(pack...) != meld.Of(card.French()...) {
		return nil, fmt.Errorf("deal rummy: expected the pack of 52, got %d cards", len(pack))
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
	return r, nil
}

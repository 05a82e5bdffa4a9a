package palace

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/card"
)

// Game is Palace. The zero value is ready to use.
type Game struct{}

// info is the same for every table.
var info = engine.Info{
	Key: "palace", Version: 1, MinSeats: minSeats, MaxSeats: maxSeats,
	Options: []engine.Option{
		{Key: optAcross, Values: []string{"off", "on"}, Group: engine.GroupCards},
		{Key: optVoluntary, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optScoring, Values: []string{scoreWins, scorePlaces}, Group: engine.GroupMatch},
		{Key: optSevenLow, Values: []string{"off", "on"}, Group: engine.GroupCards},
		{Key: optMulti, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optFirst, Values: []string{"left", "lowest"}, Group: engine.GroupTurn},
		{
			Key: optTarget, Values: []string{"2", "1", "3", "4", "5"}, Group: engine.GroupMatch,
			Needs: engine.Options{optScoring: scoreWins},
		},
		{
			Key: optRounds, Values: []string{"3", "1", "5", "7"}, Group: engine.GroupMatch,
			Needs: engine.Options{optScoring: scorePlaces},
		},
		{Key: optNoFinish, Values: []string{"off", "on"}, Group: engine.GroupEnd},
		{Key: optAddUp, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optChoose, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optSkips, Values: []string{"off", "on"}, Group: engine.GroupCards},
		{Key: optTen, Values: []string{"on", "off"}, Group: engine.GroupCards},
		{Key: optQuad, Values: []string{"off", "on"}, Group: engine.GroupCards},
		{Key: optBlock, Values: []string{"300", "150", "600"}, Group: engine.GroupEnd},
		{Key: optDealer, Values: []string{"rotate", "winner", "loser"}, Group: engine.GroupMatch},
	},
	Presets: []engine.Preset{
		{Key: "shithead", Options: engine.Options{optAcross: "on", optVoluntary: "on", optMulti: "on", optFirst: "lowest"}},
		{Key: "quick", Options: engine.Options{optTarget: "1"}},
		{Key: "places", Options: engine.Options{optScoring: scorePlaces, optDealer: "loser"}},
	},
}

// Info describes the game.
func (Game) Info() engine.Info { return info }

// Scoring says what rounds mean for a match.
func (Game) Scoring(o engine.Options) engine.Scoring {
	s := engine.Scoring{Target: o.Int(optTarget), Dealer: engine.DealNext}
	if o[optScoring] == scorePlaces {
		s = engine.Scoring{Rounds: o.Int(optRounds), Places: true, Dealer: engine.DealNext}
	}
	switch o[optDealer] {
	case "winner":
		s.Dealer = engine.DealWinner
	case "loser":
		s.Dealer = engine.DealLoser
	}
	return s
}

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

// Deal starts a round with the exchange.
func (Game) Deal(s engine.Setup) (engine.Round, error) {
	if s.Seats < minSeats || s.Seats > maxSeats || s.Dealer < 0 || int(s.Dealer) >= s.Seats {
		return nil, fmt.Errorf("deal palace to %d seats, dealer %d: %w", s.Seats, s.Dealer, engine.ErrSeats)
	}
	rules, err := newRules(s.Options)
	if err != nil {
		return nil, fmt.Errorf("deal palace: %w", err)
	}
	pack := s.Pack
	if pack == nil {
		for range packs(s.Seats) {
			pack = append(pack, card.French()...)
		}
		engine.Shuffle(pack, s.Seed)
	}
	if !whole(pack, s.Seats) {
		return nil, fmt.Errorf("deal palace: expected %d packs of 52, got %d cards", packs(s.Seats), len(pack))
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

// whole reports that cards are the pack, or the packs, of so many seats.
func whole(cards []card.Card, seats int) bool {
	var times [kinds + 1]int
	for _, c := range cards {
		if !c.IsFrench() {
			return false
		}
		times[c]++
	}
	for _, n := range times[1:] {
		if n != packs(seats) {
			return false
		}
	}
	return true
}

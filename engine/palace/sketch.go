package palace

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A sketch is a position by the piles that matter, for examples and tests. The
// cards that it does not name go where they do not matter: into hands and rows
// that are not given, then behind the draw pile or, when that has run out, among
// those burned.
type sketch struct {
	Options  engine.Options
	Seats    int // two, if not said
	Dealer   engine.Seat
	Turn     engine.Seat
	Exchange bool // the round has not begun
	Hands    [maxSeats]string
	Up, Down [maxSeats]string // by place, ?? where it is empty; - for an empty row
	Discard  string           // bottom to top
	Draw     string           // its next cards
	Spent    bool             // … and there are no others
	Plays    int              // since it ran out
	Out      []engine.Seat    // who is out, in order
}

// Round is the position as rows would keep it, loaded. It fails where that is no
// position of the game.
func (k sketch) Round() (engine.Round, error) {
	k.Seats = max(k.Seats, minSeats)
	s := stored{
		Options: k.Options, Dealer: k.Dealer, Phase: PhasePlay, Moving: []engine.Seat{k.Turn}, Spent: k.Plays,
		Hands: make([][]card.Card, k.Seats), Out: make([]int, k.Seats),
		Up: make([][Places]card.Card, k.Seats), Down: make([][Places]card.Card, k.Seats),
	}
	if k.Exchange {
		s.Phase, s.Moving = PhaseExchange, nil
		for seat := range k.Seats {
			s.Moving = append(s.Moving, engine.Seat(seat))
		}
	}
	for place, seat := range k.Out {
		s.Out[seat] = place + 1
		k.Hands[seat], k.Up[seat], k.Down[seat] = "-", "-", "-"
	}
	s.Discard, s.Draw = listed(k.Discard), listed(k.Draw)
	for seat := range k.Seats {
		s.Hands[seat] = listed(k.Hands[seat])
		copy(s.Up[seat][:], listed(k.Up[seat]))
		copy(s.Down[seat][:], listed(k.Down[seat]))
	}
	others := k.others(s.all())
	for seat := range k.Seats {
		if k.Hands[seat] == "" {
			s.Hands[seat], others = others[:handSize], others[handSize:]
		}
		for _, row := range [...]struct {
			text string
			to   *[Places]card.Card
		}{{k.Up[seat], &s.Up[seat]}, {k.Down[seat], &s.Down[seat]}} {
			if row.text == "" {
				others = others[copy(row.to[:], others):]
			}
		}
	}
	if k.Spent {
		s.Burned = others
	} else {
		s.Draw = slices.Concat(s.Draw, others)
	}
	return s.load()
}

// others are the cards of the pack that are not named, in the order of the game.
func (k sketch) others(named []card.Card) (others []card.Card) {
	var times [kinds + 1]int
	for _, c := range named {
		times[c]++
	}
	for p := range uint(kinds) {
		for range packs(k.Seats) - times[at(p)] {
			others = append(others, at(p))
		}
	}
	return others
}

// listed reads cards; what is wrong with them shows when the round is loaded.
func listed(text string) []card.Card {
	if text == "-" {
		return nil
	}
	cards, _ := card.List(text) // no cards are a wrong number of them
	return cards
}

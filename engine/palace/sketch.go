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
	options  engine.Options
	seats    int // two, if not said
	dealer   engine.Seat
	turn     engine.Seat
	exchange bool // the round has not begun
	hands    [maxSeats]string
	up, down [maxSeats]string // by place, ?? where it is empty; - for an empty row
	discard  string           // bottom to top
	draw     string           // its next cards
	spent    bool             // … and there are no others
	plays    int              // since it ran out
	out      []engine.Seat    // who is out, in order
}

// round is the position as rows would keep it, loaded. It fails where that is no
// position of the game.
func (k sketch) round() (engine.Round, error) {
	k.seats = max(k.seats, minSeats)
	s := stored{
		Options: k.options, Dealer: k.dealer, Phase: PhasePlay, Moving: []engine.Seat{k.turn}, Spent: k.plays,
		Hands: make([][]card.Card, k.seats), Out: make([]int, k.seats),
		Up: make([][Places]card.Card, k.seats), Down: make([][Places]card.Card, k.seats),
	}
	if k.exchange {
		s.Phase, s.Moving = PhaseExchange, nil
		for seat := range k.seats {
			s.Moving = append(s.Moving, engine.Seat(seat))
		}
	}
	for place, seat := range k.out {
		s.Out[seat] = place + 1
		k.hands[seat], k.up[seat], k.down[seat] = "-", "-", "-"
	}
	s.Discard, s.Draw = listed(k.discard), listed(k.draw)
	for seat := range k.seats {
		s.Hands[seat] = listed(k.hands[seat])
		copy(s.Up[seat][:], listed(k.up[seat]))
		copy(s.Down[seat][:], listed(k.down[seat]))
	}
	others := k.others(s.all())
	for seat := range k.seats {
		if k.hands[seat] == "" {
			s.Hands[seat], others = others[:handSize], others[handSize:]
		}
		for _, row := range [...]struct {
			text string
			to   *[Places]card.Card
		}{{k.up[seat], &s.Up[seat]}, {k.down[seat], &s.Down[seat]}} {
			if row.text == "" {
				others = others[copy(row.to[:], others):]
			}
		}
	}
	if k.spent {
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
		for range packs(k.seats) - times[at(p)] {
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
	cards, _ := card.List(text) //nolint:errcheck // no cards is a wrong number of cards
	return cards
}

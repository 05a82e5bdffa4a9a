package knock_test

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
)

// A knock in the first turn: what the knocker may declare, what the opponent
// lays off where the joker is not in the way, and the points.
func Example() {
	round, err := knock.Game{}.Deal(engine.Setup{Seats: 2, Dealer: 1, Pack: stacked(
		"4C 5C AD 9H 9S 9D TH", // the first player's
		"3C 6C 7C 9C KH QD JS", // the dealer's
		"8S",                   // turned up
		"2S",                   // the stock
	)})
	if err != nil {
		panic(err)
	}
	if _, err := engine.Play(round, 0, engine.NewMove("draw").At(engine.In(engine.Stock))); err != nil {
		panic(err)
	}

	view := round.View(0).(knock.View)
	fmt.Println("holds", view.Melds, "and", view.Rest, "and may knock with", view.Knocks)
	ten := card.New(10, card.Hearts)
	for _, declared := range view.Arrangements(ten) {
		fmt.Println("may declare:", declared)
	}

	if _, err := engine.Play(round, 0, engine.NewMove("knock", ten)); err != nil {
		panic(err)
	}
	end := round.View(engine.Spectator).(knock.View).End
	for seat, hand := range end.Hands {
		fmt.Println("seat", seat, "shows", hand.Melds, "and keeps", hand.Left, "for", end.Points[seat])
	}
	for _, laid := range end.Hands[1].LaidOff {
		fmt.Println("laid off:", laid.Card, "on", end.Hands[end.Knocker].Melds[laid.Meld])
	}
	// Output:
	// holds [[4C 5C AD=6C] [9D 9H 9S]] and [2S TH] and may knock with [TH]
	// may declare: knock TH | 4C 5C AD=6C | 9D 9H 9S
	// may declare: knock TH | AD=3C 4C 5C | 9D 9H 9S
	// seat 0 shows [[4C 5C AD=6C] [9D 9H 9S]] and keeps [2S] for 2
	// seat 1 shows [] and keeps [6C JS QD KH] for 42
	// laid off: 7C on [4C 5C AD=6C]
	// laid off: 3C on [4C 5C AD=6C]
	// laid off: 9C on [9D 9H 9S]
}

// stacked is a pack that deals these hands, the first player's first.
func stacked(first, dealer, upcard, stock string) []card.Card {
	read := func(text string) []card.Card {
		cards, err := card.List(text)
		if err != nil {
			panic(err)
		}
		return cards
	}
	var pack []card.Card
	others := read(dealer)
	for i, c := range read(first) {
		pack = append(pack, c, others[i])
	}
	pack = append(pack, read(upcard)...)
	pack = append(pack, read(stock)...)
	seen := map[card.Card]bool{}
	for _, c := range pack {
		seen[c] = true
	}
	for _, c := range card.French() {
		if !seen[c] {
			pack = append(pack, c)
		}
	}
	return pack
}

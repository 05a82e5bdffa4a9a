package rummy_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, rummy.Game{}) }

func TestSteps(t *testing.T) { enginetest.Steps(t, rummy.Game{}) }

// A round of two turns: what a seat sees of its cards, and the score.
func Example() {
	round, err := rummy.Game{}.Deal(engine.Setup{Seats: 2, Dealer: 1, Pack: stacked(
		"4D 5D 6D 7D 8D 9D TC TH TS KC", // the first player's
		"2C 3H 5S 7C 9H JD QC KD AS 6S", // the dealer's
		"JC",                            // turned up
		"2H TD 3S",                      // the stock
	)})
	if err != nil {
		panic(err)
	}
	play := func(seat engine.Seat, moves ...string) {
		for _, text := range moves {
			m, err := engine.ParseMove(text)
			if err != nil {
				panic(err)
			}
			if _, err := engine.Play(round, seat, m); err != nil {
				panic(err)
			}
		}
	}
	play(0, "draw @stock", "meld TC TH TS", "discard 2H")
	play(1, "draw @stock", "discard TD")
	play(0, "draw @discard")

	view := round.View(0).(rummy.View)
	fmt.Println("holds", view.Hand, "and may not discard", view.Taken)
	fmt.Println("the ten fits on", view.Fits(view.Taken))
	_, err = engine.Play(round, 0, engine.NewMove("discard", view.Taken))
	fmt.Println(err)

	play(0, "meld 4D 5D 6D 7D 8D 9D TD", "discard KC")
	end := round.View(engine.Spectator).(rummy.View).End
	fmt.Println(end.How, end.Hands[1], end.Values[1], end.Points)
	// Output:
	// holds [4D 5D 6D 7D 8D 9D TD KC] and may not discard TD
	// the ten fits on [1]
	// illegal move: rummy.taken
	// out [AS 2C 3H 5S 6S 7C 9H JD QC KD] 63 [63 0]
}

// stacked deals two hands from the left of the dealer, then the rest in order.
func stacked(first, dealer string, rest ...string) []card.Card {
	read := func(text string) []card.Card {
		list, err := card.List(text)
		if err != nil {
			panic(err)
		}
		return list
	}
	var pack []card.Card
	a, b := read(first), read(dealer)
	for i := range a {
		pack = append(pack, a[i], b[i])
	}
	for _, text := range rest {
		pack = append(pack, read(text)...)
	}
	for _, c := range card.French() {
		if !slices.Contains(pack, c) {
			pack = append(pack, c)
		}
	}
	return pack
}

package huangdi_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, huangdi.Game{}) }

func TestSteps(t *testing.T) { enginetest.Steps(t, huangdi.Game{}) }

// A turn: two cards start a wall, a joker stands for the third, the stock card
// follows, and the wall is turned back.
func Example() {
	round, err := huangdi.Game{}.Deal(engine.Setup{
		Seats: 2, Dealer: 1, Pack: stacked("9 8 9 8 9 8 9 8 10 7 10 7 10 7 10 6 2 6 4 6", "1 2 3 R J 10"),
	})
	if err != nil {
		panic(err)
	}
	for _, text := range []string{
		"build 1 @hand >wall:1",
		"build 2 @hand >wall:1",
		"build J @hand >wall:1",
		"build 4 @stock >wall:1",
		"build 2 @stock >wall:2",
		"reverse 3 @hand +@hand >wall:1",
	} {
		move, err := engine.ParseMove(text)
		if err != nil {
			panic(err)
		}
		events, err := engine.Play(round, 0, move)
		if err != nil {
			fmt.Println(text, "is refused:", err)
			continue
		}
		for _, e := range events {
			fmt.Println(e.Kind, e.Cards, e.N)
		}
	}
	view := round.View(1).(huangdi.View)
	wall := view.Walls[0]
	fmt.Println(wall.Cards, "descends:", wall.Down, "and needs", wall.Need, "or, turned back,", wall.Reverse)
	fmt.Println("seat 0 holds", view.Counts[0], "cards and", view.Stocks[0], "of its stock, on top", view.Tops[0])
	// Output:
	// built [1] 1
	// built [2] 1
	// built [J=3] 1
	// built_stock [4] 1
	// turned [2] 0
	// build 2 @stock >wall:2 is refused: illegal move: huangdi.need
	// reversed [R 3] 1
	// drew [] 5
	// [1 2 J=3 4 3] descends: true and needs 2 or, turned back, 4
	// seat 0 holds 5 cards and 9 of its stock, on top 2
}

// stacked is a pack that begins with the stocks as they are dealt and goes on with
// the cards that are drawn first.
func stacked(stocks, draw string) []card.Card {
	var pack []card.Card
	left := map[card.Card]int{card.Joker: 12, card.Reverse: 12}
	for n := 1; n <= 10; n++ {
		left[card.Number(n)] = 8
	}
	for _, text := range []string{stocks, draw} {
		cards, err := card.List(text)
		if err != nil {
			panic(err)
		}
		for _, c := range cards {
			left[c]--
		}
		pack = append(pack, cards...)
	}
	for c := card.Number(1); c <= card.Reverse; c++ {
		pack = append(pack, slices.Repeat([]card.Card{c}, left[c])...)
	}
	return pack
}

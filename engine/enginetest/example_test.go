package enginetest_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/enginetest/toy"
)

// example is an example of the toy: the first seat draws the thirteenth card and
// discards its lowest.
func example(t *testing.T) engine.Example {
	t.Helper()
	options := engine.Options{"swap": "off", "turns": "1"}
	resolved, err := toy.Game{}.Info().Resolve(options)
	if err != nil {
		t.Fatal(err)
	}
	r, err := toy.Game{}.Deal(engine.Setup{Seats: 2, Dealer: 1, Options: resolved, Pack: toy.Pack()})
	if err != nil {
		t.Fatal(err)
	}
	made, err := engine.ParseMoves("draw @stock; discard AC", 0)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Example{
		Key: "drawn", Section: "turn", Options: options, Start: r, Made: made,
		Show: []engine.Place{engine.Of(engine.Hand, 0), engine.In(engine.Discard)},
		Want: []engine.Pile{
			{Place: engine.Of(engine.Hand, 0), Cards: []card.Card{8, 5, 3}},
			{Place: engine.In(engine.Discard), Cards: []card.Card{7, 1}},
		},
	}
}

func TestExamplesAreHeldToWhatTheySay(t *testing.T) {
	if err := enginetest.CheckExample(toy.Game{}, example(t)); err != nil {
		t.Error(err)
	}
	good := map[string]func(*engine.Example){
		"refused at last": func(e *engine.Example) {
			e.Made = append(e.Made, e.Made[0])
			e.Broken = engine.RuleNotYourTurn
		},
		"scored": func(e *engine.Example) {
			e.Made = append(e.Made, engine.Made{Seat: 1, Move: e.Made[0].Move},
				engine.Made{Seat: 1, Move: engine.NewMove("discard", 2)})
			e.Want = nil
			e.Points = []int{0, 6}
		},
	}
	for name, change := range good {
		e := example(t)
		change(&e)
		if err := enginetest.CheckExample(toy.Game{}, e); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*engine.Example){
		"an option of no game":   func(e *engine.Example) { e.Options = engine.Options{"swap": "maybe"} },
		"no moves":               func(e *engine.Example) { e.Made = nil },
		"cards that are no pack": func(e *engine.Example) { e.Start.(*toy.Round).Discard = nil },
		"a move refused":         func(e *engine.Example) { e.Made[0].Seat = 1 },
		"a move not refused":     func(e *engine.Example) { e.Broken = "toy.drop" },
		"refused otherwise": func(e *engine.Example) {
			e.Made = append(e.Made, e.Made[0])
			e.Broken = "toy.drop"
		},
		"a pile of no game":          func(e *engine.Example) { e.Show = append(e.Show, engine.In(engine.Burned)) },
		"wanted and not shown":       func(e *engine.Example) { e.Show = e.Show[:1] },
		"another hand":               func(e *engine.Example) { e.Want[0].Cards[0] = 9 },
		"another order":              func(e *engine.Example) { e.Want[1].Cards = []card.Card{1, 7} },
		"points of a round not over": func(e *engine.Example) { e.Points = []int{0, 0} },
	} {
		e := example(t)
		change(&e)
		if err := enginetest.CheckExample(toy.Game{}, e); err == nil {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}

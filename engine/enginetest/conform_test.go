package enginetest_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/enginetest/toy"
)

func TestTheToyConforms(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: toy.Game{}})
}

// choosy deals two packs to four seats only.
type choosy struct{ toy.Game }

func (g choosy) Deal(s engine.Setup) (engine.Round, error) {
	if s.Options["packs"] == "2" && s.Seats < 4 {
		return nil, fmt.Errorf("deal: %w", &engine.ErrOption{Key: "packs", Value: "2"})
	}
	return g.Game.Deal(s)
}

func TestWhatAGameDoesNotOfferIsLeftOut(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: choosy{}})
	two := engine.Options{"packs": "2"}
	for seats := 2; seats <= 4; seats++ {
		if got := enginetest.Offered(choosy{}, seats, two); got != (seats == 4) {
			t.Errorf("offered to %d seats: %v", seats, got)
		}
		if !enginetest.Offered(choosy{}, seats, nil) {
			t.Errorf("not dealt to %d seats", seats)
		}
	}
}

func TestSinglyMakesEachValueMatter(t *testing.T) {
	got := enginetest.Singly(engine.Info{Options: []engine.Option{
		{Key: "mode", Values: []string{"wins", "points"}},
		{Key: "target", Values: []string{"25", "50"}, Needs: engine.Options{"mode": "points"}},
	}})
	var names []string
	for _, options := range got {
		names = append(names, enginetest.Name(options))
	}
	if want := []string{"default", "mode=points", "mode=points,target=50"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}

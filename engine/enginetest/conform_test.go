package enginetest_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/enginetest/toy"

	"pgregory.net/rapid"
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

func TestMixturesAreOffered(t *testing.T) {
	drawn, played := 0, map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		m := enginetest.Mixtures(choosy{}).Draw(t, "mixture")
		if !enginetest.Offered(choosy{}, m.Seats, m.Options) || len(m.Options) != len(toy.Game{}.Info().Options) {
			t.Fatalf("%d seats, %v", m.Seats, m.Options)
		}
		drawn++
		played[fmt.Sprint(m.Seats, m.Options["packs"])] = true
	})
	if drawn < 100 || !played["41"] || !played["42"] || !played["21"] || !played["31"] {
		t.Errorf("%d mixtures, %v", drawn, played)
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

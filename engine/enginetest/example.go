package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
)

// Bounds of the number of examples of a game: enough to teach it, few enough to read.
const (
	minExamples = 8
	maxExamples = 16
)

// Examples plays what the pages of a game's rules show: every example loads and is
// what it says it is.
func Examples(t *testing.T, g engine.Game) {
	examples := engine.Examples(g)
	if n := len(examples); n < minExamples || n > maxExamples {
		t.Errorf("%d examples, want %d to %d", n, minExamples, maxExamples)
	}
	keys := map[string]bool{}
	for _, e := range examples {
		t.Run(e.Key, func(t *testing.T) {
			if e.Key == "" || keys[e.Key] || e.Section == "" {
				t.Errorf("example %q of section %q: a key of its own and a section are needed", e.Key, e.Section)
			}
			keys[e.Key] = true
			if err := CheckExample(g, e); err != nil {
				t.Error(err)
			}
		})
	}
}

// CheckExample is the first thing that is wrong with an example.
func CheckExample(g engine.Game, e engine.Example) error {
	if _, err := g.Info().Resolve(e.Options); err != nil {
		return err
	}
	if len(e.Made) == 0 {
		return errors.New("no moves")
	}
	before, err := json.Marshal(e.Start)
	if err != nil {
		return err
	}
	r, err := g.Load(before)
	if err != nil {
		return err
	}
	again, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if !bytes.Equal(before, again) {
		return fmt.Errorf("stored\n%s, after loading\n%s", before, again)
	}
	if err := playExample(r, e); err != nil {
		return err
	}
	for _, shown := range e.Show {
		if !hasPile(e.Start, shown) && !hasPile(r, shown) {
			return fmt.Errorf("shows %s, which is neither there before nor afterwards", shown)
		}
	}
	for _, want := range e.Want {
		if !slices.Contains(e.Show, want.Place) {
			return fmt.Errorf("%s is wanted and not shown", want.Place)
		}
		if got := pileOf(r, want.Place); !sameCards(want.Place, got, want.Cards) {
			return fmt.Errorf("%s holds %s, want %s", want.Place, card.Write(got), card.Write(want.Cards))
		}
	}
	if result, over := r.Result(); over != (e.Points != nil) || !slices.Equal(result.Points, e.Points) {
		return fmt.Errorf("over is %v with the points %v, want %v", over, result.Points, e.Points)
	}
	return nil
}

// playExample makes the moves; the last one is refused if the example says so.
func playExample(r engine.Round, e engine.Example) error {
	for i, m := range e.Made {
		_, err := engine.Play(r, m.Seat, m.Move)
		var illegal *engine.Illegal
		switch last := i == len(e.Made)-1; {
		case !last || e.Broken == "":
			if err != nil {
				return fmt.Errorf("seat %d, %q: %w", m.Seat, m.Move, err)
			}
		case err == nil:
			return fmt.Errorf("seat %d, %q: accepted, want refused by %s", m.Seat, m.Move, e.Broken)
		case !errors.As(err, &illegal) || illegal.Rule != e.Broken:
			return fmt.Errorf("seat %d, %q: %w, want refused by %s", m.Seat, m.Move, err, e.Broken)
		}
	}
	return nil
}

func hasPile(r engine.Round, p engine.Place) bool {
	return slices.ContainsFunc(r.Piles(nil), func(h engine.Pile) bool { return h.Place == p })
}

func pileOf(r engine.Round, p engine.Place) []card.Card {
	for _, pile := range r.Piles(nil) {
		if pile.Place == p {
			return pile.Cards
		}
	}
	return nil
}

// sameCards compares what a pile holds, in order where that matters.
func sameCards(p engine.Place, got, want []card.Card) bool {
	if p.Kind.Loose() {
		got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	}
	return slices.Equal(got, want)
}

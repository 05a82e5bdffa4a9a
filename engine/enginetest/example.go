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

// So many examples teach a game without tiring its reader.
const (
	fewestExamples = 8
	mostExamples   = 16
)

// Examples plays what the pages of a game's rules show: every example loads and is
// what it says it is.
func Examples(t *testing.T, g engine.Game) {
	exemplary, ok := g.(engine.Exemplary)
	if !ok {
		t.Fatalf("%s has no examples", g.Info().Key)
	}
	examples := exemplary.Examples()
	if n := len(examples); n < fewestExamples || n > mostExamples {
		t.Errorf("%d examples, want %d to %d", n, fewestExamples, mostExamples)
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
	if len(e.Moves) == 0 || len(e.Seats) > 0 && len(e.Seats) != len(e.Moves) {
		return fmt.Errorf("%d moves of %d seats", len(e.Moves), len(e.Seats))
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
		if !slices.Contains(e.Show, want.Pile) {
			return fmt.Errorf("%s is wanted and not shown", want.Pile)
		}
		if got := pileOf(r, want.Pile); !sameCards(want.Pile, got, want.Cards) {
			return fmt.Errorf("%s holds %s, want %s", want.Pile, card.Write(got), card.Write(want.Cards))
		}
	}
	if result, over := r.Result(); over != (e.Points != nil) || !slices.Equal(result.Points, e.Points) {
		return fmt.Errorf("over is %v with the points %v, want %v", over, result.Points, e.Points)
	}
	return nil
}

// playExample makes the moves; the last one is refused if the example says so.
func playExample(r engine.Round, e engine.Example) error {
	for i, m := range e.Moves {
		s := e.Seat
		if len(e.Seats) > 0 {
			s = e.Seats[i]
		}
		_, err := r.Play(s, m)
		var illegal *engine.Illegal
		switch last := i == len(e.Moves)-1; {
		case !last || e.Broken == "":
			if err != nil {
				return fmt.Errorf("seat %d, %q: %w", s, m, err)
			}
		case err == nil:
			return fmt.Errorf("seat %d, %q: accepted, want refused by %s", s, m, e.Broken)
		case !errors.As(err, &illegal) || illegal.Rule != e.Broken:
			return fmt.Errorf("seat %d, %q: %w, want refused by %s", s, m, err, e.Broken)
		}
	}
	return nil
}

func hasPile(r engine.Round, p engine.Pile) bool {
	return slices.ContainsFunc(r.Cards(), func(h engine.Heap) bool { return h.Pile == p })
}

func pileOf(r engine.Round, p engine.Pile) []card.Card {
	for _, heap := range r.Cards() {
		if heap.Pile == p {
			return heap.Cards
		}
	}
	return nil
}

// sameCards compares what a pile holds; hands and melds lie in no order.
func sameCards(p engine.Pile, got, want []card.Card) bool {
	switch p.Kind {
	case engine.Hand, engine.Meld, engine.Burned, engine.Shown, engine.Left:
		got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	}
	return slices.Equal(got, want)
}

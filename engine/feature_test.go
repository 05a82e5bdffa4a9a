package engine_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

// A move that was taken back does not count, and neither does a round in which somebody else moved for the seat.
func TestCountFeatures(t *testing.T) {
	t.Parallel()
	play := func(undo bool, helped engine.Seat) (found []map[string]engine.Tally, took int) {
		t.Helper()
		options := engine.Options{"swap": "off", "turns": "1", "target": "15"}
		m, err := engine.NewMatch(toy.Game{}, 2, options, engine.Seed{7})
		if err != nil {
			t.Fatal(err)
		}
		var made []engine.Made
		var own []bool
		make := func(s engine.Seat, text string) {
			t.Helper()
			move, err := engine.ParseMove(text)
			if err == nil {
				_, err = m.Play(s, move)
			}
			if err != nil {
				t.Fatal(err)
			}
			made, own = append(made, engine.Made{Seat: s, Move: move}), append(own, s != helped)
		}
		for len(m.Rounds()) == 0 {
			s := m.ToMove()[0]
			before := m.Clone()
			make(s, "draw @discard")
			if undo && took == 0 {
				m.Undo(s, before)
				made, own = append(made, engine.Made{Seat: s, Move: engine.Move{Verb: engine.VerbUndo}}),
					append(own, true)
				make(s, "draw @discard")
			}
			took++
			make(s, m.Legal(s, nil)[0].String())
		}
		fresh, err := engine.NewMatch(toy.Game{}, 2, options, engine.Seed{7})
		if err != nil {
			t.Fatal(err)
		}
		if found, err = engine.CountFeatures(fresh, made, own); err != nil {
			t.Fatal(err)
		}
		return found, took
	}
	for _, undo := range []bool{false, true} {
		if found, took := play(undo, engine.Nobody); found[0]["taken"].Times+found[1]["taken"].Times != took {
			t.Errorf("undo %v: %d cards were taken, counted %+v", undo, took, found)
		}
	}
	if found, _ := play(false, 1); len(found[1]) != 0 || found[0]["taken"].Times != 1 {
		t.Errorf("of a seat for which somebody else moved %+v", found)
	}
}

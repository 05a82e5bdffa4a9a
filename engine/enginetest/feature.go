package enginetest

import (
	"slices"
	"testing"

	"carteado/engine"
)

// Counted plays matches by rated moves, at times by the automatic one, and returns what the game counts of each, beside
// the match itself and what its moves told.
func Counted(t *testing.T, g engine.Game, options engine.Options, seats, matches int,
	check func(*engine.Match, []engine.Event, []map[string]engine.Tally)) {
	t.Helper()
	for n := range matches {
		seed := engine.Seed{}.Derive("counted", n)
		m, err := engine.NewMatch(g, seats, options, seed)
		if err != nil {
			t.Fatal(err)
		}
		var made []engine.Made
		var told []engine.Event
		var own []bool
		for len(m.ToMove()) > 0 && len(made) < 20_000 {
			s := m.ToMove()[0]
			move := m.Auto(s)
			if !m.Between() && len(made)%11 != n%11 {
				move = rated(g, m.View(s).Round, m.Legal(s, nil))
			}
			events, err := m.Play(s, move)
			if err != nil {
				t.Fatal(err)
			}
			made, told, own = append(made, engine.Made{Seat: s, Move: move}), append(told, events...), append(own, true)
		}
		fresh, err := engine.NewMatch(g, seats, options, seed)
		if err != nil {
			t.Fatal(err)
		}
		features, err := engine.CountFeatures(fresh, made, own)
		if err != nil {
			t.Fatal(err)
		}
		check(m, told, features)
	}
}

// rated is the move that the game's own rating likes best.
func rated(g engine.Game, view any, legal []engine.Move) engine.Move {
	rates := g.(engine.Rater).Rate(view, legal)
	return legal[slices.Index(rates, slices.Max(rates))]
}

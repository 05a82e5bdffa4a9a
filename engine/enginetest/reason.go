package enginetest

import (
	"slices"
	"testing"

	"carteado/engine"
)

// A Reason is a position, perhaps after some moves, in which a reason is true of a move and not of the other one in its
// place.
type Reason struct{ Key, Position, Best, Other, Before string }

// Reasons checks that a game gives each of its reasons where it is true.
func Reasons(t *testing.T, g engine.Game, rows []Reason) {
	t.Helper()
	reasoner := g.(engine.Reasoner)
	left := slices.Clone(reasoner.ReasonKeys())
	for _, row := range rows {
		r, err := engine.Set(g, row.Position, nil)
		if err != nil {
			t.Errorf("%s: %v", row.Key, err)
			continue
		}
		before, err := engine.ParseMoves(row.Before, 0)
		if err != nil {
			t.Errorf("%s: %v", row.Key, err)
		}
		for _, made := range before {
			Play(t, r, made.Seat, made.Move.String())
		}
		s := r.ToMove()[0]
		said := func(best, other string) bool {
			var moves [2]engine.Move
			for i, text := range []string{best, other} {
				if text == "" {
					continue
				}
				if moves[i] = Move(t, text); r.Breaks(s, &moves[i]) != "" {
					t.Errorf("%s: %s is not legal", row.Key, text)
				}
			}
			reasons := reasoner.Reasons(r.View(s), moves[0], moves[1])
			return slices.ContainsFunc(reasons, func(reason engine.Reason) bool { return reason.Key == row.Key })
		}
		if !said(row.Best, row.Other) {
			t.Errorf("%s is not said of %s, rather than %s, in %s", row.Key, row.Best, row.Other, row.Position)
		}
		if row.Other != "" && said(row.Other, row.Best) {
			t.Errorf("%s is said of %s, rather than %s, in %s", row.Key, row.Other, row.Best, row.Position)
		}
		left = slices.DeleteFunc(left, func(key string) bool { return key == row.Key })
	}
	if len(left) > 0 {
		t.Errorf("no position shows %v", left)
	}
}

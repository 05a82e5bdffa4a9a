package knock_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

// choice is the legal move that is rated highest.
func choice(r engine.Round, s engine.Seat) string {
	legal := r.Legal(s, nil)
	rates := knock.Game{}.Rate(look(r, s), legal)
	return legal[slices.Index(rates, slices.Max(rates))].String()
}

// rate is the rating of one move.
func rate(t *testing.T, view any, written string) int {
	t.Helper()
	return knock.Game{}.Rate(view, []engine.Move{enginetest.Move(t, written)})[0]
}

// §8: what the bot does in positions where there is little doubt.
func TestRate(t *testing.T) {
	for _, row := range []struct {
		name, hand, top, want string
		turns                 int
	}{
		{"a useless discard is left", "4H 5H 6H 9C 9D 2C QD", "KS", "draw @stock", 0},
		{"one that makes a set is taken", "4H 5H 6H 9C 9D 2C QD", "9S", "draw @discard", 0},
		{"one that is hardly better is left", "4H 5H 6H 9C 9D 2C QD", "TS", "draw @stock", 0},
		{"the joker is always taken", "5C 8H QS 2D TC 7S KH", "AD", "draw @discard", 40},
		{"and never given away", "AD 5C 8H QS 2D TC 7S KH", "", "discard KH", 40},
		{"the dearest card goes", "4H 5H 6H 9C 9D 8S QD KD", "", "discard KD", 0},
		{"a pair is kept", "4H 5H 6H 7H KC KD 2S QS", "", "discard QS", 0},
		{"a knock is better than waiting", "4H 5H 6H 9C 9D 9S 2C KD", "", "knock KD", 0},
		{"but not early with many cards to zero", "AD 4H 5H 6H 7H 8H 2S KD", "", "discard KD", 0},
		{"later it is", "AD 4H 5H 6H 7H 8H 2S KD", "", "knock KD", 20},
		{"zero does not wait", "4H 5H 6H 7H 9C 9D 9S KD", "", "knock KD", 0},
		{"the match before 25", "2S 3S 4S 5S 6S 7S 8S AD", "", "knock AD", 20},
		{"25 before 10", "3S 4S 5S 6S AD 8S 9S 9H", "", "knock 9H", 20},
	} {
		r := at(t, fmt.Sprintf("hand:0 %s; discard %s; turns %d", row.hand, row.top, row.turns))
		equal(t, row.name, choice(r, p1), row.want)
	}
	t.Run("cards near what the opponent took are held back", func(t *testing.T) {
		view := look(at(t, "hand:0 AC 3D 5S 7H 9H JS QC KD"), p1)
		free := rate(t, view, "discard JS")
		for taken, near := range map[string]bool{"JH": true, "TS": true, "QS": true, "9S": false, "TH": false} {
			view.Known[p2] = enginetest.Cards(t, taken)
			equal(t, taken, rate(t, view, "discard JS") < free, near)
		}
	})
	t.Run("what is not asked of it is nothing", func(t *testing.T) {
		equal(t, "another view", rate(t, card.Unknown, "draw @stock"), 0)
		equal(t, "another move", rate(t, look(at(t, ""), p1), "next"), 0)
	})
}

package bot

import (
	"testing"

	"carteado/engine"
)

// What a round is worth goes by the players who can still win the match, and by totals as they are counted.
func TestStakes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		view   engine.MatchView
		points []int
		want   float64
	}{
		"ahead in the last round": {engine.MatchView{Seats: 2, Length: 3, Number: 3, Totals: []int{1, 1}},
			[]int{1, 0}, 1},
		"level in the last round": {engine.MatchView{Seats: 2, Length: 3, Number: 3, Totals: []int{1, 1}},
			[]int{1, 1}, 0.5},
		"behind one who left": {engine.MatchView{Seats: 3, Length: 3, Number: 3, Totals: []int{1, 1, 4},
			Left: []bool{false, false, true}}, []int{2, 1, 0}, 1},
		"the target of one who left": {engine.MatchView{Seats: 3, Target: 10, Totals: []int{1, 1, 9},
			Left: []bool{false, false, true}}, []int{0, 0, 3}, 0.5},
		"a limit that one who left reaches": {engine.MatchView{Seats: 3, Target: 10, LowWins: true,
			Totals: []int{1, 2, 9}, Left: []bool{false, false, true}}, []int{0, 0, 3}, 1},
		"below nothing": {engine.MatchView{Seats: 2, Length: 3, Number: 3, LowWins: true, Floor: true,
			Totals: []int{3, 0}}, []int{-10, 0}, 0.5},
		"below nothing, where that counts": {engine.MatchView{Seats: 2, Length: 3, Number: 3, LowWins: true,
			Totals: []int{3, 0}}, []int{-10, 0}, 1},
	} {
		k := newStakes(c.view, 5)
		if got := k.value(c.points, engine.Nobody); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%s: %.3f, want %.3f", name, got, c.want)
		}
	}
	k := newStakes(engine.MatchView{Seats: 2, Length: 4, Number: 4, Totals: []int{120, 0},
		Options: engine.Options{engine.Duplicate: "4"}}, 5)
	few, many := k.value([]int{1, 0}, engine.Nobody), k.value([]int{30, 0}, engine.Nobody)
	if level := k.value([]int{0, 0}, engine.Nobody); level != 0.5 || few <= level || many <= few {
		t.Errorf("against other tables no point is worth %.3f, one %.3f and thirty %.3f", level, few, many)
	}
}

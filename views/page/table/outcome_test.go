package table

import (
	"testing"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

var four = []part.Person{{ID: 1, Name: "Ana", Me: true}, {ID: 2, Name: "Bento"}, {ID: 3, Name: "Célia"}, {Bot: "club"}}

func TestOutcome(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	points, wins := part.Goal{Unit: part.Points, Target: 100}, part.Goal{Unit: part.Wins, Target: 2}
	low, rounds := part.Goal{Unit: part.Points, Target: 100, LowWins: true}, part.Goal{Unit: part.Points, Rounds: 3}
	for name, c := range map[string]struct {
		how     string
		placing []int
		goal    part.Goal
		totals  []int
		title   string
		why     string
	}{
		"by points": {engine.ByTarget, []int{2, 1, 3, 4}, points, []int{96, 105, 40, 0}, "Bento won the match",
			"Someone reached 100: the higher total wins."},
		"by few points": {engine.ByTarget, []int{1, 2}, low, []int{41, 104}, "You won the match",
			"Someone reached 100: the lower total wins."},
		"by wins": {engine.ByTarget, []int{1, 2, 2, 2}, wins, []int{2, 0, 0, 1}, "You won the match",
			"The first to 2 wins takes the match."},
		"by one win": {engine.ByTarget, []int{3, 2, 1, 4}, part.Goal{Unit: part.Wins, Target: 1}, []int{0, 0, 1, 0},
			"Célia won the match", ""},
		"by rounds": {engine.ByRounds, []int{2, 1, 3, 4}, rounds, []int{4, 7, 2, 1}, "Bento won the match",
			"All rounds have been played."},
		"parted": {engine.ByRounds, []int{2, 1, 3, 4}, rounds, []int{7, 7, 2, 1}, "Bento won the match",
			"All rounds have been played. Equal totals are parted by first places, then by the last round."},
		"shared": {engine.ByRounds, []int{1, 3, 1, 4}, rounds, []int{7, 4, 7, 1},
			"Ana and Célia share first place", "All rounds have been played."},
		"drawn by two": {engine.ByTarget, []int{1, 1}, low, []int{100, 100}, "The match ended in a draw",
			"Someone reached 100: the lower total wins."},
		"the other left": {engine.ByLeft, []int{1, 2}, low, []int{30, 4}, "You won the match",
			"The other side gave up."},
		"all left": {engine.ByLeft, []int{2, 1, 3, 4}, points, []int{30, 4, 0, 0}, "Bento won the match",
			"The others gave up."},
		"closed": {engine.ByClose, []int{1, 1, 1, 1}, points, []int{30, 4, 0, 0}, "The table was closed",
			"The match counts for nobody."},
	} {
		o := engine.Outcome{How: c.how, Placing: c.placing}
		if got := Outcome(ctx, o, four[:len(c.placing)]); got != c.title {
			t.Errorf("%s: %q, want %q", name, got, c.title)
		}
		if got := ended(ctx, o, c.goal, c.totals); got != c.why {
			t.Errorf("%s: %q, want %q", name, got, c.why)
		}
	}
}

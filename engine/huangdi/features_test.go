package huangdi_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

// What is counted is what the score sheet and the log say.
func TestFeatures(t *testing.T) {
	t.Parallel()
	seen := 0
	enginetest.Counted(t, huangdi.Game{}, nil, 2, 6, func(m *engine.Match, told []engine.Event,
		got []map[string]engine.Tally) {
		reverses, turns := make([]int, m.Seats()), make([]int, m.Seats())
		for _, e := range told {
			switch e.Kind {
			case "reversed":
				reverses[e.Seat]++
				seen++
			case "discarded", "ended", "out":
				turns[e.Seat]++
			}
		}
		for s, tallies := range got {
			if tallies["reverse"].Times != reverses[s] {
				t.Errorf("seat %d reversed %d times, counted %d", s, reverses[s], tallies["reverse"].Times)
			}
			if rounds := m.Rounds(); len(rounds) == 1 && rounds[0].By == engine.Seat(s) &&
				tallies["win"] != (engine.Tally{}).Add(turns[s]) {
				t.Errorf("seat %d won in %d turns, counted %+v", s, turns[s], tallies["win"])
			}
		}
	})
	if seen == 0 {
		t.Error("nobody reversed")
	}
}

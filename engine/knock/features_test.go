package knock_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

// What is counted is what the score sheet says: the knocks, the undercuts, and what was left to the knocker.
func TestFeatures(t *testing.T) {
	t.Parallel()
	seen := 0
	enginetest.Counted(t, knock.Game{}, nil, 2, 12, func(m *engine.Match, _ []engine.Event,
		got []map[string]engine.Tally) {
		var want [2]map[string]int
		for s := range want {
			want[s] = map[string]int{}
		}
		for _, r := range m.Rounds() {
			if r.By == engine.Nobody {
				continue
			}
			by, other := r.By, 1-r.By
			want[by]["knock"]++
			// An undercut knocker has more points left than the other.
			if r.How == knock.HowKnock && r.Points[by] > r.Points[other] {
				want[other]["undercut"]++
				want[by]["undercut_by"]++
				seen++
			}
			if r.How == knock.HowKnock && r.Points[by] <= r.Points[other] {
				want[by]["sum"] += r.Points[by]
			}
		}
		for s, tallies := range got {
			for _, name := range []string{"knock", "undercut", "undercut_by"} {
				if tallies[name].Times != want[s][name] {
					t.Errorf("seat %d, %s: counted %d times, the sheet says %d", s, name, tallies[name].Times,
						want[s][name])
				}
			}
			if k := tallies["knock"]; k.Times > 0 && (k.Least < 0 || k.Sum < want[s]["sum"] || tallies["early"].Least < 1) {
				t.Errorf("seat %d: %+v", s, tallies)
			}
		}
	})
	if seen == 0 {
		t.Error("nobody was answered better")
	}
}

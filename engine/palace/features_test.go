package palace_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

// What is counted is what the score sheet and the log say.
func TestFeatures(t *testing.T) {
	t.Parallel()
	seen := 0
	enginetest.Counted(t, palace.Game{}, nil, 3, 8, func(m *engine.Match, told []engine.Event,
		got []map[string]engine.Tally) {
		piles, cards := make([]int, m.Seats()), make([]int, m.Seats())
		for _, e := range told {
			if e.To == engine.In(engine.Hand) && e.N > 0 && e.Kind != "drew" {
				piles[e.Seat]++
				cards[e.Seat] += e.N
			}
		}
		for s, tallies := range got {
			wins := 0
			for _, r := range m.Rounds() {
				if r.Winner == engine.Seat(s) && r.How == palace.HowOut {
					wins++
				}
			}
			seen += piles[s]
			if tallies["win"].Times != wins || tallies["pile"].Times != piles[s] || tallies["pile"].Sum != cards[s] {
				t.Errorf("seat %d: %d wins, %d piles of %d cards; counted %+v", s, wins, piles[s], cards[s], tallies)
			}
			// Nine cards, of which at most four or so go at once.
			if wins > 0 && (tallies["win"].Least < 3 || tallies["win"].Least > 300) {
				t.Errorf("seat %d won in %d plays", s, tallies["win"].Least)
			}
		}
	})
	if seen == 0 {
		t.Error("nobody took a pile")
	}
}

package rummy_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

// What is counted is what the score sheet says: who went out, and with how many points.
func TestFeatures(t *testing.T) {
	t.Parallel()
	enginetest.Counted(t, rummy.Game{}, nil, 3, 8, func(m *engine.Match, _ []engine.Event,
		got []map[string]engine.Tally) {
		for s, tallies := range got {
			outs, most := 0, 0
			for _, r := range m.Rounds() {
				if r.By == engine.Seat(s) {
					outs, most = outs+1, max(most, r.Points[s])
				}
			}
			if tallies["out"].Times != outs || tallies["points"].Most != most {
				t.Errorf("seat %d: %d out, %d points; counted %+v", s, outs, most, tallies)
			}
			if outs > 0 && tallies["out"].Least < 1 {
				t.Errorf("seat %d went out in no turn: %+v", s, tallies)
			}
		}
	})
	// A player who had laid nothing before goes out at once.
	for position, rummies := range map[string]int{
		"hand:0 5C 7C; stock 6C": 1, "hand:0 5C 7C; stock 6C; meld:1 4D 4H 4S; laid 0": 0,
	} {
		r := at(t, position).Run("draw @stock; meld 5C 6C 7C").Round
		draw, _ := engine.ParseMove("draw @stock")
		got := map[string]engine.Tally{}
		rummy.Game{}.Count([]engine.Told{{Seat: p1, Move: draw}, {Seat: p2, Move: draw}}, r,
			func(name string, s engine.Seat, n int) {
				equal(t, "seat", s, p1)
				got[name] = got[name].Add(n)
			})
		if got["rummy"].Times != rummies || got["out"] != (engine.Tally{}).Add(1) {
			t.Errorf("%s: %+v", position, got)
		}
	}
}

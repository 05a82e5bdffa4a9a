package rummy_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/rummy"
)

// §3.5: how P1 goes out, or that the round is blocked, the hands left, and the
// points of the round.
func TestSettlements(t *testing.T) {
	const ordinary, double, blocked = rummy.HowOut, rummy.HowRummy, rummy.HowBlocked
	for _, row := range []struct {
		name, how string
		others    string // for a blocked round all hands
		points    []int
	}{
		{"a", ordinary, "KD QH 7C AS", []int{28, 0}},
		{"b", ordinary, "9C 9D 9H", []int{27, 0}},
		{"c", ordinary, "TS JC 2D | 5H", []int{27, 0, 0}},
		{"d", double, "KD QH 7C AS | 6C 7H", []int{82, 0, 0}},
		{"e", ordinary, "AS | AC AD | 2H 3H 4H", []int{12, 0, 0, 0}},
		{"f", double, "AS", []int{2, 0}},
		{"g", blocked, "2H TH | QC TD | KS QS AS JD", []int{27, 0, 0}},
		{"h", blocked, "2H TH | 2C TD | KS QS AS JD", []int{0, 0, 0}},
		{"i", ordinary, "KH | QH JD | 2C | 5S 5D | AH", []int{43, 0, 0, 0, 0, 0}},
	} {
		t.Run("row "+row.name, func(t *testing.T) {
			p, moves := position{Hands: "9S | " + row.others, Melds: []string{"1 4C 4D 4S"}, Stock: "4H"}, []string{"draw @stock", "layoff 4H >meld:1", "discard 9S"}
			if row.how == ordinary && row.name == "e" {
				p.Melds, p.Stock, moves[1] = []string{"1 JC JH JS"}, "JD", "layoff JD >meld:1"
			}
			switch row.how {
			case double:
				p.Melds[0] = "2 4C 4D 4S" // P1 has laid nothing yet
			case blocked:
				p, moves = exhausted(5, row.others), []string{"draw @stock", "discard 9C"}
			}
			r := p.round(t)
			play(t, r, p1, moves...)
			equal(t, "points", look(r, engine.Spectator).End.Points, row.points)
			equal(t, "how", look(r, engine.Spectator).End.How, row.how)
			result, _ := r.Result()
			equal(t, "result", result.Points, row.points)
		})
	}
	t.Run("match", func(t *testing.T) {
		m := lastCard("KD TD | QC 7S 7D 7C").match(t, 54, 96, 40)
		play(t, m, p1, outByDiscard...)
		equal(t, "totals", m.Totals(), []int{105, 96, 40})
		outcome, over := m.Outcome()
		equal(t, "over", over, true)
		equal(t, "places", outcome.Placing, []int{1, 2, 3})
	})
}

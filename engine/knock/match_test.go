package knock_test

import (
	"fmt"
	"testing"

	"carteado/engine"

	"pgregory.net/rapid"
)

// Seven cards of the opponent that come to a number, and what they say against.
const (
	leaves3  = "KC KD KS 7H 3H 2S AC" // against handA
	leaves4  = "KC KD KS QC QD QS 4C"
	leaves5  = "KC KD KS QC QD QS 5C"
	leaves12 = "7H 3H 9H KS KD KC QS" // against handA
	leaves35 = "2S TS KH KC KD QC JC" // against handF
	leaves70 = "KS KH QC QH JD 8S AH" // against handJ
)

// §3.5: totals before the round, what P1 knocks with, totals after it, and how
// the match stands.
func TestMatches(t *testing.T) {
	for _, row := range []struct {
		no       int
		before   []int
		seven    string
		opponent string
		after    []int
		how      string // of the match, empty while it goes on
		placing  []int
	}{
		{1, []int{60, 95}, handA, leaves12, []int{62, 107}, engine.ByTarget, []int{1, 2}},
		{2, []int{98, 40}, handJ, leaves70, []int{101, 110}, engine.ByTarget, []int{1, 2}},
		{3, []int{98, 97}, handA, leaves3, []int{100, 100}, engine.ByTarget, []int{1, 1}},
		{4, []int{99, 20}, handH, leaves4, []int{100, 24}, engine.ByTarget, []int{2, 1}},
		{5, []int{4, 90}, handB, leaves5, []int{-6, 95}, "", nil},
		{6, []int{99, 0}, "7H 8H 9H TH JH QH KH", "3C 6C 7C 9C 2S 4D 6S", []int{99, 0}, engine.BySpot, []int{1, 2}},
		{7, []int{95, 99}, handF, leaves35, []int{70, 134}, engine.ByTarget, []int{1, 2}},
	} {
		t.Run(fmt.Sprintf("no. %d", row.no), func(t *testing.T) {
			m := knocked(t, nil, row.before, row.seven, row.opponent)
			equal(t, "totals", m.Totals(), row.after)
			outcome, over := m.Outcome()
			equal(t, "over", over, row.how != "")
			equal(t, "how", outcome.How, row.how)
			equal(t, "places", outcome.Placing, row.placing)
			equal(t, "draw", over && outcome.Draw(), row.no == 3)
		})
	}
}

// knocked is a match in which P1 has just knocked; the dealer was P1.
func knocked(t rapid.TB, options engine.Options, before []int, seven, opponent string) *engine.Match {
	t.Helper()
	thrown := throw(seven, opponent)
	m := position{P1: seven + " " + thrown, P2: opponent, Options: options}.match(t, before...)
	play(t, m, p1, "knock "+thrown)
	return m
}

// nextDealer goes on to the next round and says who deals it.
func nextDealer(t rapid.TB, m *engine.Match) engine.Seat {
	t.Helper()
	play(t, m, p1, "next")
	play(t, m, p2, "next")
	equal(t, "round", m.Number(), 2)
	return m.Dealer()
}

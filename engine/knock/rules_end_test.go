package knock_test

import (
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
)

func testScore(t *testing.T) {
	for _, row := range []struct {
		name, seven, opponent string
		how                   string
		points                [2]int
	}{
		{"own deadwood", handA, leaves12, knock.HowKnock, [2]int{2, 12}},
		{"nothing left over", handB, leaves5, knock.HowZero, [2]int{-10, 5}},
		{"a run of seven with the joker", handF, leaves35, knock.HowRunOfSevenJoker, [2]int{-25, 35}},
		{"no bonus for less", handJ, "KC KD KS QC QD QS AC", knock.HowKnock, [2]int{3, 1}},
		{"no bonus for nothing", handA, "KC KD KS 8S 8D 8H 8C", knock.HowKnock, [2]int{2, 0}},
	} {
		end := settled(t, nil, row.seven, "", row.opponent)
		equal(t, row.name, end.Points, row.points)
		equal(t, row.name, end.How, row.how)
	}
	equal(t, "below zero", knocked(t, nil, []int{4, 90}, handB, leaves5).Totals(), []int{-6, 95})
}

func testRunOfSeven(t *testing.T) {
	m := knocked(t, nil, []int{99, 0}, "3S 4S 5S 6S 7S 8S 9S", leaves5)
	outcome, _ := m.Outcome()
	equal(t, "how", outcome.How, engine.BySpot)
	equal(t, "winner", outcome.Winner(), p1)
	equal(t, "totals", m.Totals(), []int{99, 0})
	equal(t, "points", m.Rounds()[0].Points, []int{0, 0})

	m = knocked(t, nil, []int{50, 0}, "AD 2D 3D 4D 5D 6D 7D", leaves5)
	_, over := m.Outcome()
	equal(t, "over with the joker in its own place", over, false)
}

func testMatchEnd(t *testing.T) {
	for _, row := range []struct {
		before []int
		over   bool
		winner engine.Seat
	}{
		{[]int{97, 87}, false, engine.Spectator}, // 99, 99
		{[]int{97, 88}, true, p1},                // 99, 100
		{[]int{98, 10}, true, p2},                // 100, 22
		{[]int{108, 98}, true, engine.Spectator}, // 110, 110
		{[]int{109, 98}, true, p2},               // 111, 110
	} {
		outcome, over := knocked(t, nil, row.before, handA, leaves12).Outcome()
		equal(t, "over", over, row.over)
		equal(t, "winner", outcome.Winner(), row.winner)
	}
}

func testDealer(t *testing.T) {
	equal(t, "after a knock by the dealer", nextDealer(t, knocked(t, nil, []int{0, 0}, handA, leaves12)), p2)
	m := exhausted(3).match(t, 0, 0)
	play(t, m, p2, "draw @stock", "discard KD")
	equal(t, "after a void round", nextDealer(t, m), p2)
	equal(t, "to move", m.ToMove(), []engine.Seat{p1})

	var deals [2]int
	for n := range 200 {
		m, err := engine.NewMatch(knock.Game{}, 2, nil, engine.Seed{}.Derive("dealer", n))
		if err != nil {
			t.Fatal(err)
		}
		deals[m.Dealer()]++
	}
	if min(deals[0], deals[1]) < 70 {
		t.Errorf("the first dealers of 200 matches: %v", deals)
	}
}

func testSecrets(t *testing.T) {
	r := position{P1: handA + " KD", P2: other, Discard: "3H"}.round(t)
	for _, s := range []engine.Seat{p2, engine.Spectator} {
		view := look(r, s)
		equal(t, "counts", view.Counts, [2]int{8, 7})
		equal(t, "deadwood", view.Deadwood, map[engine.Seat]int{p2: 55, engine.Spectator: 0}[s])
		equal(t, "drawn, taken, knocks", view.Drawn.String()+view.Taken.String()+card.Write(view.Knocks), "????")
		equal(t, "known", card.Write(view.Known[p1]), "")
		text := strings.Join([]string{card.Write(view.Hand), card.Write(view.Rest), combinations(view.Melds)}, " ")
		for _, c := range cards(t, handA+" KD") {
			if strings.Contains(text, c.String()) {
				t.Errorf("seat %d sees %s", s, c)
			}
		}
	}
	equal(t, "end", look(r, p1).End == nil, true)

	play(t, r, p1, "knock KD")
	for _, s := range []engine.Seat{p1, p2, engine.Spectator} {
		view := look(r, s)
		equal(t, "knock card", view.End.KnockCard.String(), "KD")
		equal(t, "left over", card.Write(view.End.Hands[p2].Left), "2D 4S 6C 8D TH QC KS")
		equal(t, "counts", view.Counts, [2]int{})
	}
	var names []string
	for _, heap := range r.Cards() {
		names = append(names, heap.Pile.String())
	}
	equal(t, "piles", names, strings.Fields("stock discard hand:0 hand:1 knock shown:0 shown:1 left:0 left:1"))
	equal(t, "hand", len(r.Cards()[2].Cards)+len(r.Cards()[3].Cards), 0)
}

func testAbsent(t *testing.T) {
	auto := func(r engine.Round, s engine.Seat) string {
		m := r.(engine.Absent).Auto(s).String()
		play(t, r, s, m)
		return m
	}
	r := position{P1: handA, P2: other, Discard: "3H", Stock: "KD"}.round(t)
	equal(t, "draws", auto(r, p1), "draw @stock")
	equal(t, "discards", auto(r, p1), "discard KD")

	// Who left after taking a card may not give it back.
	r = position{P1: handA, P2: other, Discard: "3H 9H"}.round(t)
	play(t, r, p1, "draw @discard")
	equal(t, "discards", auto(r, p1), "discard 2C")

	// … but one that costs no points, of several the dearest.
	r = position{P1: handB, Discard: "3C 9H"}.round(t)
	play(t, r, p1, "draw @discard")
	equal(t, "discards", auto(r, p1), "discard 9C")

	m := position{P1: handA, P2: other}.match(t, 0, 99)
	play(t, m, p1, "leave")
	outcome, _ := m.Outcome()
	equal(t, "winner", outcome.Winner(), p2)
}

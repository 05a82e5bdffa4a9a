package knock_test

import (
	"fmt"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
)

// §7: the house rules, each with its values.
func TestOptions(t *testing.T) {
	tests := map[string]func(*testing.T){
		"knock_limit":          testLimitOption,
		"target_score":         testTargetOption,
		"court_values":         testCourtsOption,
		"first_turn_knock":     testFirstTurnOption,
		"layoff_vs_zero":       testLayOffOption,
		"defender_bonus":       testDefenderOption,
		"undercut":             testUndercutOption,
		"floor_zero":           testFloorOption,
		"natural_ad":           testNaturalOption,
		"max_reshuffles":       testRenewalsOption,
		"allow_redraw_discard": testRedrawOption,
		"single_leftover":      testSingleLeftover,
		"dealer":               testDealerOption,
	}
	options := (knock.Game{}).Info().Options
	equal(t, "options", len(options), len(tests))
	for i, o := range options {
		t.Run(fmt.Sprintf("%d: %s", i+1, o.Key), tests[o.Key])
	}
}

func on(key string) engine.Options { return engine.Options{key: "on"} }

func testLimitOption(t *testing.T) {
	const deadwood5, deadwood7 = "4H 5H 6H 9C 9D 9S 5C", "4H 5H 6H 9C 9D 9S 7C"
	for _, row := range []struct {
		limit, seven string
		ok           bool
	}{
		{"0", handB, true}, {"0", "4H 5H 6H 9C 9D 9S AC", false},
		{"3", handJ, true}, {"3", handO, false},
		{"5", deadwood5, true}, {"5", "4H 5H 6H 9C 9D 9S 6C", false},
		{"7", deadwood7, true}, {"7", "4H 5H 6H 9C 9D 9S 8C", false},
	} {
		r := position{P1: row.seven + " KD", Options: engine.Options{"knock_limit": row.limit}}.round(t)
		equal(t, row.limit+" "+row.seven, listed(t, r, p1, "knock KD"), row.ok)
		equal(t, "limit shown", fmt.Sprint(look(r, p1).Limit), row.limit)
		if row.ok {
			play(t, r, p1, "knock KD")
		} else {
			refused(t, r, p1, "knock KD", knock.RuleLimit)
		}
	}
}

func testTargetOption(t *testing.T) {
	for target, totals := range map[string][2]int{"50": {37, 38}, "100": {87, 88}, "150": {137, 138}} {
		for i, before := range totals {
			m := knocked(t, engine.Options{"target_score": target}, []int{0, before}, handA, leaves12)
			_, over := m.Outcome()
			equal(t, fmt.Sprint(target, " after ", before), over, i == 1)
		}
	}
}

func testCourtsOption(t *testing.T) {
	r := position{P1: "JC QD KH 2C 4S 6D 8H", Options: engine.Options{"court_values": "ten"}}.round(t)
	equal(t, "deadwood", look(r, p1).Deadwood, 50)
	end := settled(t, engine.Options{"court_values": "ten"}, handB, "", "QC KC JD 8S TS 3D 2H")
	equal(t, "points", end.Points, [2]int{-10, 53})
}

func testFirstTurnOption(t *testing.T) {
	for turns := range 4 {
		r := position{P1: handA + " KD", Turns: turns, Options: engine.Options{"first_turn_knock": "off"}}.round(t)
		equal(t, fmt.Sprint("listed after turns: ", turns), listed(t, r, p1, "knock KD"), turns >= 2)
		if turns < 2 {
			refused(t, r, p1, "knock KD", knock.RuleFirstTurn)
			refused(t, r, p1, "knock KD | 4H 5H 6H | 9C 9D 9S", knock.RuleFirstTurn)
			equal(t, "knocks", len(look(r, p1).Knocks), 0)
		}
	}
}

func testLayOffOption(t *testing.T) {
	end := settled(t, on("layoff_vs_zero"), handB, "", "3H 8H 9H KS KD KC QS")
	equal(t, "laid off", laid(end.Hands[p2].LaidOff), "3H>1 8H>1 9H>2")
	equal(t, "points", end.Points, [2]int{-10, 12})
	end = settled(t, on("layoff_vs_zero"), handF, "", leaves35)
	equal(t, "points", end.Points, [2]int{-25, 23})
}

func testDefenderOption(t *testing.T) {
	for _, row := range []struct {
		seven, opponent, combinations string
		points                        [2]int
	}{
		{handA, "KC KD KS 8S 8D 8H 8C", "8C 8D 8H 8S | KC KD KS", [2]int{2, -10}},
		{handB, "KC KD KS 8S 8D 8H 8C", "8C 8D 8H 8S | KC KD KS", [2]int{-10, -10}},
		{handA, "KC KD KS 8S 8D 8H 9H", "8D 8H 8S | KC KD KS", [2]int{2, 0}}, // 9H is laid off
		{handA, leaves4, "QC QD QS | KC KD KS", [2]int{2, 4}},
		// The whole run is kept, though all of it would fit on the knocker's.
		{handA, "7H 8H 9H TH KC KD KS", "7H 8H 9H TH | KC KD KS", [2]int{2, -10}},
	} {
		end := settled(t, on("defender_bonus"), row.seven, "", row.opponent)
		equal(t, row.opponent, combinations(end.Hands[p2].Melds), row.combinations)
		equal(t, row.opponent, end.Points, row.points)
	}
}

func testUndercutOption(t *testing.T) {
	options := engine.Options{"undercut": "10", "knock_limit": "7"}
	for _, row := range []struct {
		seven, opponent string
		points          [2]int
	}{
		{handO, leaves3, [2]int{14, 3}},
		{handO, "KC KD KS QC QD QS 4S", [2]int{4, 4}}, // not less
		{handB, leaves5, [2]int{-10, 5}},
	} {
		equal(t, row.opponent, settled(t, options, row.seven, "", row.opponent).Points, row.points)
	}
}

func testFloorOption(t *testing.T) {
	equal(t, "totals", knocked(t, on("floor_zero"), []int{4, 90}, handB, leaves5).Totals(), []int{0, 95})
	equal(t, "totals", knocked(t, on("floor_zero"), []int{30, 0}, handF, leaves35).Totals(), []int{5, 35})
}

func testNaturalOption(t *testing.T) {
	m := knocked(t, on("natural_ad"), []int{50, 0}, "AD 2D 3D 4D 5D 6D 7D", leaves5)
	outcome, _ := m.Outcome()
	equal(t, "how", outcome.How, engine.BySpot)
	equal(t, "winner", outcome.Winner(), p1)
	for declared, how := range map[string]string{
		"2D 3D 4D 5D 6D 7D AD=8D": knock.HowRunOfSevenJoker,
		"AD 2D 3D 4D 5D 6D 7D":    knock.HowRunOfSeven,
		"AD 2D 3D | 4D 5D 6D 7D":  knock.HowZero,
	} {
		equal(t, declared, settled(t, on("natural_ad"), "AD 2D 3D 4D 5D 6D 7D", declared, leaves5).How, how)
	}
	equal(t, "elsewhere", settled(t, on("natural_ad"), handF, "", leaves5).How, knock.HowRunOfSevenJoker)
	r := position{P1: "AD 3D 5H 7C 9S JH KC", Options: on("natural_ad")}.round(t)
	equal(t, "left over", look(r, p1).Deadwood, 25+3+5+7+9+11+13)
}

func testRenewalsOption(t *testing.T) {
	for value, times := range map[string]int{"0": 0, "1": 1, "3": 3, "5": 5} {
		for renewed := range times + 1 {
			p := exhausted(renewed)
			p.Options = engine.Options{"max_reshuffles": value}
			r := p.round(t)
			play(t, r, p2, "draw @stock", "discard KD")
			_, over := r.Result()
			equal(t, fmt.Sprint(value, ", renewed ", renewed), over, renewed == times)
		}
	}
}

func testRedrawOption(t *testing.T) {
	hand := position{P1: handA, Discard: "3H KD", Options: on("allow_redraw_discard")}
	for _, text := range []string{"discard KD", "knock KD"} {
		r := hand.round(t)
		play(t, r, p1, "draw @discard")
		equal(t, "listed", listed(t, r, p1, text), true)
		equal(t, "marked", look(r, p1).Taken, card.Unknown)
		play(t, r, p1, text)
	}
}

func testSingleLeftover(t *testing.T) {
	r := position{P1: handJ + " QH", Options: on("single_leftover")}.round(t)
	equal(t, "two left over", listed(t, r, p1, "knock QH"), false)
	refused(t, r, p1, "knock QH", knock.RuleSingle)
	refused(t, r, p1, "knock QH | 5D 6D 7D 8D 9D", knock.RuleSingle)
	equal(t, "one left over", settled(t, on("single_leftover"), handA, "", leaves12).Points, [2]int{2, 12})

	// Left over are AC and AS, or 5H: fewer points, or fewer cards.
	options := engine.Options{"single_leftover": "on", "knock_limit": "5"}
	r = position{P1: "AC AD AS 5H 7H 8H 9H KD", Options: options}.round(t)
	equal(t, "shown before", look(r, p1).Deadwood, 5)
	refused(t, r, p1, "knock KD | 5H AD=6H 7H 8H 9H", knock.RuleSingle)
	play(t, r, p1, "knock KD")
	equal(t, "the best of one left over", combinations(look(r, p1).End.Hands[p1].Melds), "AC AD=AH AS | 7H 8H 9H")
	equal(t, "none left over", settled(t, on("single_leftover"), handB, "", leaves5).Points, [2]int{-10, 5})
}

func testDealerOption(t *testing.T) {
	for _, row := range []struct {
		value, seven, opponent string
		dealer                 engine.Seat
	}{
		{"alternate", handA, leaves12, p2},
		{"winner", handA, leaves12, p1},
		{"loser", handA, leaves12, p2},
		{"winner", handA, "KC KD KS 8S 8D 8H 8C", p2}, // the opponent has fewer points
		{"loser", handA, "KC KD KS 8S 8D 8H 8C", p1},
		{"winner", handA, "KC KD KS QC QD QS 2S", p2}, // two each: the deal alternates
		{"loser", handA, "KC KD KS QC QD QS 2S", p2},
	} {
		m := knocked(t, engine.Options{"dealer": row.value}, []int{0, 0}, row.seven, row.opponent)
		equal(t, row.value+" "+row.opponent, nextDealer(t, m), row.dealer)
	}
	for _, value := range []string{"winner", "loser"} {
		p := exhausted(3)
		p.Options = engine.Options{"dealer": value}
		m := p.match(t, 0, 0)
		play(t, m, p2, "draw @stock", "discard KD")
		equal(t, value+", void", nextDealer(t, m), p2)
	}
}

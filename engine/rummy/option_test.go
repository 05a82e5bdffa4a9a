package rummy_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
)

// §7: the house rules, each with its values.
func TestOptions(t *testing.T) {
	tests := map[string]func(*testing.T){
		"melds_per_turn":         testMeldsOption,
		"match_mode":             testModeOption,
		"target_score":           testTargetOption,
		"deals":                  testDealsOption,
		"ace":                    testAceOption,
		"must_discard_to_go_out": testDiscardOption,
		"layoff_needs_meld":      testNeedsMeldOption,
		"allow_redraw_discard":   testRedrawOption,
		"layoff_scope":           testScopeOption,
		"recycle":                testRecycleOption,
		"max_reshuffles":         testRenewalsOption,
		"dealer":                 testDealerOption,
		"rummy_bonus":            testBonusOption,
		"blocked_score":          testBlockedOption,
	}
	options := (rummy.Game{}).Info().Options
	equal(t, "options", len(options), len(tests))
	for i, o := range options {
		t.Run(fmt.Sprintf("%d: %s", i+1, o.Key), tests[o.Key])
		if !strings.Contains("match turn cards end", o.Group) || o.Group == "" {
			t.Errorf("%s stands in the group %q", o.Key, o.Group)
		}
		for key, value := range o.Needs {
			if _, err := (rummy.Game{}).Info().Resolve(on(key, value)); err != nil {
				t.Errorf("%s needs %v", o.Key, err)
			}
		}
	}
}

func TestPresets(t *testing.T) {
	presets := (rummy.Game{}).Info().Presets
	for _, p := range presets {
		resolved, err := rummy.Game{}.Info().Resolve(p.Options)
		if err != nil || len(p.Options) == 0 {
			t.Errorf("%s: %v, %v", p.Key, p.Options, err)
		}
		plain, _ := rummy.Game{}.Info().Resolve(nil)
		for key := range p.Options {
			if plain[key] == resolved[key] {
				t.Errorf("%s names %s as it is anyway", p.Key, key)
			}
		}
	}
	equal(t, "presets", len(presets), 3)
}

func testMeldsOption(t *testing.T) {
	for value, again := range map[string]bool{"1": false, "1_except_rummy": false, "unlimited": true} {
		r := position{Hands: "5C 5D 5H 8S 9S TS 2C 2D 2H KD", Drawn: "KD", Options: on("melds_per_turn", value)}.round(t)
		play(t, r, p1, "meld 5C 5D 5H")
		equal(t, value, listed(t, r, p1, "meld 8S 9S TS"), again)
		if !again {
			refused(t, r, p1, "meld 8S 9S TS", rummy.RuleOnce)
			continue
		}
		play(t, r, p1, "meld 8S 9S TS", "meld 2C 2D 2H", "discard KD")
		equal(t, value, look(r, p1).End.How, rummy.HowRummy)
	}
	testGoRummy(t)
}

func testModeOption(t *testing.T) {
	m := lastCard("KD").match(t, 95, 0)
	play(t, m, p1, outByDiscard...)
	_, over := m.Outcome()
	equal(t, "target", over, true)
	p := lastCard("KD")
	p.Options = on("match_mode", "deals")
	m = p.match(t, 495, 0)
	play(t, m, p1, outByDiscard...)
	_, over = m.Outcome()
	equal(t, "deals", over, false)
}

func testTargetOption(t *testing.T) {
	for _, target := range []int{50, 100, 150, 200, 300, 500} {
		for _, short := range []int{0, 1} {
			p := lastCard("KD")
			p.Options = on("target_score", fmt.Sprint(target))
			m := p.match(t, target-10-short, 0)
			play(t, m, p1, outByDiscard...)
			_, over := m.Outcome()
			equal(t, fmt.Sprint(target, " less ", short), over, short == 0)
		}
	}
}

func testDealsOption(t *testing.T) {
	for deals := range 12 {
		options := on("match_mode", "deals", "deals", fmt.Sprint(deals+1))
		scoring := rummy.Game{}.Scoring(options)
		equal(t, "rounds", scoring.Rounds, deals+1)
		equal(t, "target", scoring.Target, 0)
	}
	p := lastCard("KD | QC")
	p.Options = on("match_mode", "deals", "deals", "1")
	for before, want := range map[[3]int]string{{0, 20, 3}: "[1 1 3]", {1, 20, 3}: "[1 2 3]", {0, 21, 20}: "[2 1 2]"} {
		m := p.match(t, before[:]...)
		play(t, m, p1, outByDiscard...)
		outcome, over := m.Outcome()
		equal(t, "over", over, true)
		equal(t, "how", outcome.How, engine.ByRounds)
		equal(t, "places, ties shared", fmt.Sprint(outcome.Placing), want)
	}
}

func testAceOption(t *testing.T) {
	for text, rules := range map[string][3]string{ // low, low_or_high, high
		"AD 2D 3D":    {"", "", rummy.RuleAceHigh},
		"QD KD AD":    {rummy.RuleAceLow, "", ""},
		"JD QD KD AD": {rummy.RuleAceLow, "", ""},
		"KD AD 2D":    {rummy.RuleCorner, rummy.RuleCorner, rummy.RuleCorner},
		"QD KD AD 2D": {rummy.RuleCorner, rummy.RuleCorner, rummy.RuleCorner},
		"AC AD AS":    {"", "", ""},
		"2D 3D 4D":    {"", "", ""},
	} {
		for i, value := range []string{"low", "low_or_high", "high"} {
			r := position{Hands: text + " 9C", Drawn: "9C", Options: on("ace", value)}.round(t)
			equal(t, text+" listed, ace "+value, listed(t, r, p1, "meld "+text), rules[i] == "")
			if rules[i] != "" {
				refused(t, r, p1, "meld "+text, rules[i])
			} else {
				play(t, r, p1, "meld "+text)
			}
		}
	}
	// A run holds one ace, at one end.
	for value, want := range map[string]string{"low": "AD >meld:2", "low_or_high": "AD >meld:1, AD >meld:2", "high": "AD >meld:1"} {
		p := position{Hands: "AD 9C", Drawn: "9C", Melds: []string{"2 JD QD KD", "2 2D 3D 4D"}, Options: on("ace", value)}
		equal(t, "ace "+value, layOffs(t, p.round(t)), want)
	}
	r := position{Hands: "AD 9C 2C", Drawn: "9C", Melds: []string{"2 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"}, Options: on("ace", "low_or_high")}.round(t)
	play(t, r, p1, "layoff AD >meld:1")
	// The ace counts 1 wherever it goes.
	r = position{Hands: "AD KD", Options: on("ace", "high")}.round(t)
	equal(t, "value", look(r, p1).Value, 11)
}

func testDiscardOption(t *testing.T) {
	p := position{Hands: "5C 7C", Stock: "6C", Discard: "9H KD", Melds: []string{"1 2C 2D 2H"}, Options: on("must_discard_to_go_out", "on")}
	r := p.round(t)
	play(t, r, p1, "draw @stock")
	equal(t, "listed", melds(t, r), "")
	refused(t, r, p1, "meld 5C 6C 7C", rummy.RuleKeepDiscard)

	p.Hands += " 2S"
	r = p.round(t)
	play(t, r, p1, "draw @stock", "meld 5C 6C 7C")
	refused(t, r, p1, "layoff 2S >meld:1", rummy.RuleKeepDiscard)
	play(t, r, p1, "discard 2S")
	equal(t, "how", look(r, p1).End.How, rummy.HowOut)
}

func testNeedsMeldOption(t *testing.T) {
	p := position{Hands: "5C 5D 5H JS QS 2D", Drawn: "2D", Melds: []string{"2 8S 9S TS"}, Options: on("layoff_needs_meld", "on")}
	r := p.round(t)
	equal(t, "before", layOffs(t, r), "")
	equal(t, "shown", len(look(r, p1).Fits(card.New(card.Jack, card.Spades))), 0)
	refused(t, r, p1, "layoff JS >meld:1", rummy.RuleNeedsMeld)
	play(t, r, p1, "meld 5C 5D 5H", "layoff JS >meld:1", "layoff QS >meld:1")
	// A card laid off earlier is no meld: it cannot have been.
	p.Melds = append(p.Melds, "1 7C 7D 7H")
	play(t, p.round(t), p1, "layoff JS >meld:1")
}

func testRedrawOption(t *testing.T) {
	r := position{Hands: "4H KD 2C", Discard: "TH 9S", Options: on("allow_redraw_discard", "on")}.round(t)
	play(t, r, p1, "draw @discard")
	equal(t, "marked", look(r, p1).Taken, card.Unknown)
	equal(t, "listed", listed(t, r, p1, "discard 9S"), true)
	play(t, r, p1, "discard 9S")
	r = position{Hands: "4H", Melds: []string{"1 4C 4D 4S"}, Discard: "2D 9S", Options: on("allow_redraw_discard", "on")}.round(t)
	play(t, r, p1, "draw @discard", "layoff 4H >meld:1", "discard 9S")
	equal(t, "how", look(r, p1).End.How, rummy.HowOut)
}

func testScopeOption(t *testing.T) {
	p := position{Hands: "7S JS 2D", Drawn: "2D", Melds: []string{"2 8S 9S TS", "1 7C 7D 7H"}, Options: on("layoff_scope", "own")}
	r := p.round(t)
	equal(t, "listed", layOffs(t, r), "7S >meld:2")
	equal(t, "shown", fmt.Sprint(look(r, p1).Fits(card.New(7, card.Spades))), "[2]")
	refused(t, r, p1, "layoff JS >meld:1", rummy.RuleOwn)
	play(t, r, p1, "layoff 7S >meld:2")
}

func testRecycleOption(t *testing.T) {
	p := position{Hands: "2S 5H 8S TS QD", Discard: "2C 5D 9H JC", Spent: true}
	p.Options = on("recycle", "flip")
	r := p.round(t)
	old := strings.Fields(piles(r)["discard"])
	play(t, r, p1, "draw @stock")
	equal(t, "the oldest discard", look(r, p1).Drawn.String(), old[0])
	equal(t, "in the order discarded", piles(r)["stock"], strings.Join(old[1:len(old)-1], " "))
	equal(t, "discard", piles(r)["discard"], "JC")

	p = exhausted(0, "2H TH | QC TD | KS QS AS JD")
	p.Options = on("recycle", "none")
	equal(t, "renewals left", look(p.round(t), p1).Renewals, 0)
	r = p.round(t)
	play(t, r, p1, "draw @stock", "discard 9C")
	equal(t, "how", look(r, p1).End.How, rummy.HowBlocked)
}

func testRenewalsOption(t *testing.T) {
	for _, times := range []int{0, 1, 2, 3, 5, 10} {
		for renewed := range times + 1 {
			p := exhausted(renewed, "2H TH | QC TD")
			p.Options = on("max_reshuffles", fmt.Sprint(times))
			r := p.round(t)
			play(t, r, p1, "draw @stock", "discard 9C")
			_, over := r.Result()
			equal(t, fmt.Sprint(times, ", renewed ", renewed), over, renewed == times)
		}
	}
}

func testDealerOption(t *testing.T) {
	for _, row := range []struct {
		value  string
		dealer engine.Seat
	}{{"rotate", p2}, {"winner", p3}} {
		p := position{Hands: "KD | QC | 9S", Melds: []string{"3 AC AD AH"}, Stock: "AS", Turn: p3, Options: on("dealer", row.value)}
		m := p.match(t, 0, 0, 0)
		play(t, m, p3, outByDiscard...)
		equal(t, row.value, nextDealer(t, m), row.dealer)

		p = exhausted(5, "KC TD | QC 4D | 2S")
		p.Options = on("dealer", row.value)
		m = p.match(t, 0, 0, 0)
		play(t, m, p1, "draw @stock", "discard 9C")
		equal(t, row.value+", blocked", nextDealer(t, m), row.dealer)

		p = exhausted(5, "KC TD | 2C | 2S")
		p.Options = on("dealer", row.value)
		m = p.match(t, 0, 0, 0)
		play(t, m, p1, "draw @stock", "discard 9C")
		equal(t, row.value+", a tie", nextDealer(t, m), p2)
	}
}

func testBonusOption(t *testing.T) {
	for value, points := range map[string]int{"double": 82, "none": 41} {
		r := position{
			Hands: "4D 5D 6D 7D 8D 9D KC | KD QH 7C AS | 6C 7H", Stock: "TD", Options: on("rummy_bonus", value),
		}.round(t)
		play(t, r, p1, "draw @stock", "meld 4D 5D 6D 7D 8D 9D TD", "discard KC")
		end := look(r, p2).End
		equal(t, value, end.Points[p1], points)
		equal(t, value, end.Double, value == "double")
		equal(t, value, end.How, rummy.HowRummy)
	}
}

func testBlockedOption(t *testing.T) {
	p := exhausted(5, "2H TH | QC TD | KS QS AS JD")
	p.Options = on("blocked_score", "void", "dealer", "winner")
	m := p.match(t, 1, 2, 3)
	play(t, m, p1, "draw @stock", "discard 9C")
	end := look(m.Round(), p2).End
	equal(t, "how", end.How, rummy.HowBlocked)
	equal(t, "points", end.Points, []int{0, 0, 0})
	equal(t, "winner", end.Winner, engine.Spectator)
	equal(t, "totals", m.Totals(), []int{1, 2, 3})
	equal(t, "dealer", nextDealer(t, m), p2)
}

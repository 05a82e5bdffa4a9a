package rummy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
)

// §10: the clarifications, by number.
func TestClarifications(t *testing.T) {
	clarifications := []struct {
		name string
		test func(*testing.T)
	}{
		{"no card can be drawn, even if the top discard could be taken", testBlocked},
		{"melds in one order, groups in the order laid", func(t *testing.T) {
			r := position{Hands: "5C 5D 5H 5S 6C 7C AD 2D", Melds: []string{"2 8H 9H TH"}, Drawn: "AD"}.round(t)
			equal(t, "listed", melds(t, r), strings.Join([]string{
				"5C 5D 5H", "5C 5D 5H 5S", "5C 5D 5S", "5C 5H 5S", "5C 6C 7C", "5D 5H 5S",
			}, ", "))
			for _, text := range []string{"5D 5C 5H", "5H 5D 5C", "7C 6C 5C", "6C 5C 7C"} {
				refused(t, r, p1, "meld "+text, rummy.RuleOrder)
			}
			play(t, r, p1, "meld 5C 6C 7C")
			equal(t, "the second", piles(r)["meld:2"], "5C 6C 7C")
			m := position{Hands: "QC KC AC 2D", Drawn: "2D", Options: on("ace", "high")}.round(t)
			refused(t, m, p1, "meld AC QC KC", rummy.RuleOrder)
			play(t, m, p1, "meld QC KC AC")
			equal(t, "the ace behind the king", piles(m)["meld:1"], "QC KC AC")
		}},
		{"the dead-end guard under the house rules", testDeadEndUnderOptions},
		{"the whole hand in one move", testGoRummyWords},
		{"turning over counts like a shuffle", func(t *testing.T) {
			p := position{Hands: "2S 5H 8S TS QD", Discard: "2C 5D 9H JC", Spent: true, Options: on("recycle", "flip")}
			r := p.round(t)
			play(t, r, p1, "draw @stock")
			equal(t, "renewals left", look(r, p1).Renewals, 4)
			p = exhausted(5, "2H TH | QC TD | KS QS AS JD")
			p.Options = on("recycle", "flip")
			r = p.round(t)
			play(t, r, p1, "draw @stock", "discard 9C")
			equal(t, "how", look(r, p1).End.How, rummy.HowBlocked)
		}},
		{"who deals after a blocked round", testDealerOption},
		{"points at the winner's seat, 0 elsewhere", func(t *testing.T) {
			r := position{Hands: " | 9S | KD QH | 9C", Melds: []string{"2 AC AD AH"}, Stock: "AS", Turn: p2}.round(t)
			play(t, r, p2, outByDiscard...)
			result, _ := r.Result()
			others := look(r, p1).End.Values
			equal(t, "points", result.Points, []int{0, others[0] + 20 + 9, 0, 0})
			equal(t, "who", fmt.Sprint(result.By, result.Winner, result.Loser), "1 1 -1")
		}},
	}
	equal(t, "clarifications", len(clarifications), 7)
	for i, c := range clarifications {
		t.Run(fmt.Sprintf("%d: %s", i+1, c.name), c.test)
	}
}

func testDeadEndUnderOptions(t *testing.T) {
	const fours = "layoff 4H >meld:1"
	start := position{Hands: "4H 9S", Drawn: "9S", Taken: true, Melds: []string{"1 4C 4D 4S", "2 6S 7S 8S"}}
	for name, c := range map[string]struct {
		options engine.Options
		mine    string // who laid the fours
		rule    string
	}{
		"as written":           {nil, "1", ""},
		"another's run":        {on("layoff_scope", "own"), "1", rummy.RuleDeadEnd},
		"needs a meld, has it": {on("layoff_needs_meld", "on"), "1", ""},
		"needs a meld":         {on("layoff_needs_meld", "on"), "2", rummy.RuleNeedsMeld},
		"may go back":          {on("layoff_scope", "own", "allow_redraw_discard", "on"), "1", ""},
		"must discard":         {on("must_discard_to_go_out", "on"), "1", rummy.RuleKeepDiscard},
		"must discard, may go back": {
			on("must_discard_to_go_out", "on", "allow_redraw_discard", "on", "layoff_scope", "own"), "1", "",
		},
	} {
		p := start
		p.Options, p.Melds = c.options, []string{c.mine + " 4C 4D 4S", "2 6S 7S 8S"}
		r := p.round(t)
		equal(t, name+", listed", listed(t, r, p1, fours), c.rule == "")
		fits := look(r, p1).Fits(card.New(4, card.Hearts))
		equal(t, name+", fits", slices.Contains(fits, 1), c.rule == "")
		if c.rule != "" {
			refused(t, r, p1, fours, c.rule)
			continue
		}
		play(t, r, p1, fours)
		if len(r.Legal(p1, nil)) == 0 {
			t.Errorf("%s: there is no way on", name)
		}
	}
	// With a discard to come, a meld must leave a card that may be discarded.
	p := position{Hands: "5S 6S 7S", Stock: "KD", Discard: "2D KH", Options: on("must_discard_to_go_out", "on")}
	r := p.round(t)
	play(t, r, p1, "draw @discard")
	refused(t, r, p1, "meld 5S 6S 7S", rummy.RuleKeepDiscard)
	r = p.round(t)
	play(t, r, p1, "draw @stock", "meld 5S 6S 7S", "discard KD")
	equal(t, "how", look(r, p1).End.How, rummy.HowRummy)
}

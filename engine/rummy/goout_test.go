package rummy_test

import (
	"strings"
	"testing"

	"carteado/engine/rummy"
)

// hand28 is the hand of scenario 28, after the draw.
const hand28 = "4C 4D 4H 8S 9S TS JS AD 2D 3D KC"

var exceptRummy = on("melds_per_turn", "1_except_rummy")

func testGoRummy(t *testing.T) {
	const whole = "rummy 4C 4D 4H | 8S 9S TS JS | AD 2D 3D ~ KC"
	p := position{Hands: hand28 + " | QH", Drawn: "KC", Options: exceptRummy}
	r := p.round(t)
	equal(t, "listed", listed(t, r, p1, whole), false)
	events := play(t, r, p1, whole)
	view := look(r, p2)
	equal(t, "how", view.End.How, rummy.HowRummy)
	equal(t, "points", view.End.Points, []int{20, 0})
	equal(t, "third meld", piles(r)["meld:3"], "AD 2D 3D")
	equal(t, "discard", view.Top.String(), "KC")
	var said []string
	for _, e := range events {
		said = append(said, e.Kind)
	}
	equal(t, "said", strings.Join(said, " "), "melded melded melded discarded rummy")

	// One leftover card more, and nothing happens at all.
	p.Hands = strings.Replace(hand28, "4H", "5H", 1) + " | QH"
	refused(t, p.round(t), p1, whole, rummy.RuleNotInHand)
	p.Hands = strings.Replace(hand28, "4C", "", 1) + " | QH"
	r = p.round(t)
	equal(t, "left", refusal(t, r, p1, "rummy 8S 9S TS JS | AD 2D 3D ~ KC", rummy.RuleLeft).Args, map[string]int{"n": 2})
	equal(t, "left", refusal(t, r, p1, "rummy 8S 9S TS JS | AD 2D 3D", rummy.RuleLeft).Args, map[string]int{"n": 3})
	refused(t, r, p1, "rummy 4D 4H | 8S 9S TS JS | AD 2D 3D ~ KC", rummy.RuleFew)
}

// Clarification 4, and what follows from it.
func testGoRummyWords(t *testing.T) {
	p := position{Hands: "4C 4D 4H 4S JH QH 5H | AS", Melds: []string{"2 5C 5D 5S", "2 8H 9H TH"}, Drawn: "5H", Options: exceptRummy}
	for text, rule := range map[string]string{
		// Lay-offs stand in any segment, with the melds or by themselves.
		"rummy 4C 4D 4H | JH>meld:2 QH>meld:2 | 5H>meld:1 ~ 4S": "",
		"rummy JH>meld:2 4C 4D 4H QH>meld:2 5H>meld:1 ~ 4S":     "",
		"rummy 5H>meld:1 | JH>meld:2 | 4C QH>meld:2 4D 4H 4S":   "",
		"rummy 4C 4D 4H 4S | JH>meld:2 QH>meld:2 5H>meld:1":     "",
		"rummy 4C 4D 4H 4S | JH>meld:2 QH>meld:2 ~ 5H":          "",
		// The new set is meld 3, and takes the missing four.
		"rummy 4C 4D 4H | JH>meld:2 QH>meld:2 5H>meld:1 4S>meld:3": "",
		"rummy 4S>meld:3 JH>meld:2 QH>meld:2 5H>meld:1 | 4C 4D 4H": "",
		"rummy 4C 4D 4H | JH>meld:2 QH>meld:2 5H>meld:1 4S>meld:4": rummy.RuleNoMeld,
		"rummy 4C 4D 4H | QH>meld:2 JH>meld:2 5H>meld:1 ~ 4S":      rummy.RuleFit,
		"rummy 4C 4D 4H | JH>meld:2 QH>meld:2 5H>meld:3 ~ 4S":      rummy.RuleFit,
		"rummy 4D 4C 4H | JH>meld:2 QH>meld:2 5H>meld:1 ~ 4S":      rummy.RuleOrder,
		"rummy 4C 4D 4H | JH>meld:2 JH>meld:2 5H>meld:1 ~ 4S":      rummy.RuleNotInHand,
		"rummy 4C 4D 4H | 4C 4D 4H | JH>meld:2 5H>meld:1":          rummy.RuleNotInHand,
		"rummy 4C 4D 4H 4S | JH>meld:2 QH>meld:2 5H>meld:1 ~ 4S":   rummy.RuleNotInHand,
		"rummy 4C 4D 4H 4S | JH>meld:2 QH>meld:2 5H>meld:1 ~":      rummy.RuleMeld,
		"rummy 4C 4D 4H 4S | JH>meld:2 QH>meld:2 | ~ 5H":           rummy.RuleMeld,
		"rummy":                 rummy.RuleMeld,
		"rummy ~ 5H":            rummy.RuleLeft,
		"rummy | 5H":            rummy.RuleMeld,
		"rummy 5H ~ | 4C 4D 4H": rummy.RuleMeld,
		"rummy 4C 4D 4H 4S | JH=QH JH>meld:2 QH>meld:2 ~ 5H": rummy.RuleMeld,
		"rummy 4C 4D 4H | JH>meld:2 QH>meld:2 | 5H 4S":       rummy.RuleFew,
		"rummy 4C 4D 4H | JH>meld:2 QH>meld:2 ~ 5H":          rummy.RuleLeft,
	} {
		r := p.round(t)
		if rule != "" {
			refused(t, r, p1, text, rule)
			continue
		}
		play(t, r, p1, text)
		equal(t, text, look(r, p1).End.How, rummy.HowRummy)
		equal(t, text, hand(r, p1), "")
	}
	// Lay-offs alone.
	r := position{Hands: "JH QH 5H | AS", Melds: []string{"2 5C 5D 5S", "2 8H 9H TH"}, Drawn: "5H", Options: exceptRummy}.round(t)
	play(t, r, p1, "rummy JH>meld:2 QH>meld:2 5H>meld:1")
	equal(t, "cards", piles(r)["meld:2"], "8H 9H TH JH QH")
}

// TestWhoMayGoRummy: only with the option, with nothing laid before, and under
// the other house rules.
func TestWhoMayGoRummy(t *testing.T) {
	const hand, whole = "4C 4D 4H 8S 9S TS KC | AS", "rummy 4C 4D 4H | 8S 9S TS ~ KC"
	for name, c := range map[string]struct {
		position
		text, rule string
	}{
		"in force":        {position{Hands: hand, Drawn: "KC"}, whole, ""},
		"after a lay-off": {position{Hands: hand, Drawn: "KC", Melds: []string{"2 5C 5D 5H 5S"}, Added: []string{"1 5S 1"}}, whole, rummy.RuleOpened},
		"after a meld":    {position{Hands: hand, Drawn: "KC", Melds: []string{"1 5C 5D 5H 5S"}}, whole, rummy.RuleOpened},
		"in this turn":    {position{Hands: hand, Drawn: "KC", Melds: []string{"1 5C 5D 5H 5S"}, Acted: true, Fresh: 1}, whole, rummy.RuleOpened},
		"others did":      {position{Hands: hand, Drawn: "KC", Melds: []string{"2 5C 5D 5H 5S"}}, whole, ""},
		"the card taken":  {position{Hands: hand, Drawn: "KC", Taken: true}, whole, rummy.RuleTaken},
		"another taken":   {position{Hands: hand, Drawn: "4C", Taken: true}, whole, ""},
		"taken, redraw":   {position{Hands: hand, Drawn: "KC", Taken: true, Options: on("allow_redraw_discard", "on")}, whole, ""},
		"must discard": {
			position{Hands: "4C 4D 4H 4S 8S 9S TS | AS", Drawn: "4C", Options: on("must_discard_to_go_out", "on")},
			"rummy 4C 4D 4H 4S | 8S 9S TS", rummy.RuleKeepDiscard,
		},
		"must discard, does": {
			position{Hands: "4C 4D 4H 4S 8S 9S TS | AS", Drawn: "4C", Options: on("must_discard_to_go_out", "on")},
			"rummy 4C 4D 4H | 8S 9S TS ~ 4S", "",
		},
		"own only": {
			position{Hands: "4C 4D 4H JS | AS", Drawn: "4C", Melds: []string{"2 8S 9S TS"}, Options: on("layoff_scope", "own")},
			"rummy 4C 4D 4H | JS>meld:1", rummy.RuleOwn,
		},
		"own, in the move": {
			position{Hands: "4C 4D 4H 4S | AS", Drawn: "4C", Melds: []string{"2 8S 9S TS"}, Options: on("layoff_scope", "own")},
			"rummy 4C 4D 4H | 4S>meld:2", "",
		},
		"needs a meld": {
			position{Hands: "JS QS | AS", Drawn: "JS", Melds: []string{"2 8S 9S TS"}, Options: on("layoff_needs_meld", "on")},
			"rummy JS>meld:1 ~ QS", rummy.RuleNeedsMeld,
		},
		"needs a meld, has one": {
			position{Hands: "JS 4C 4D 4H | AS", Drawn: "JS", Melds: []string{"2 8S 9S TS"}, Options: on("layoff_needs_meld", "on")},
			"rummy JS>meld:1 | 4C 4D 4H", "",
		},
		"with a pile": {position{Hands: hand, Drawn: "KC"}, whole + " >discard", rummy.RulePhase},
	} {
		p := c.position
		if p.Options == nil {
			p.Options = on()
		}
		p.Options["melds_per_turn"] = "1_except_rummy"
		r := p.round(t)
		offered := len(look(r, p1).GoOuts()) > 0
		if c.rule == "" {
			equal(t, name+": offered", offered, true)
			play(t, r, p1, c.text)
			equal(t, name, look(r, p1).End.How, rummy.HowRummy)
		} else {
			refused(t, r, p1, c.text, c.rule)
		}
	}
	for _, value := range []string{"1", "unlimited"} {
		r := position{Hands: hand, Drawn: "KC", Options: on("melds_per_turn", value)}.round(t)
		refused(t, r, p1, whole, rummy.RuleNoRummy)
		equal(t, "offered", len(look(r, p1).GoOuts()), 0)
	}
	r := position{Hands: hand, Stock: "2D", Options: exceptRummy}.round(t)
	refused(t, r, p1, whole, rummy.RulePhase)
	equal(t, "offered before the draw", len(look(r, p1).GoOuts()), 0)
}

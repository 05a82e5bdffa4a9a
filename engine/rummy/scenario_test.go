package rummy_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
)

// §6: the scenarios of the rules, by number.
func TestScenarios(t *testing.T) {
	scenarios := []struct {
		name string
		test func(*testing.T)
	}{
		{"deal", func(t *testing.T) {
			r, err := rummy.Game{}.Deal(engine.Setup{Seats: 4, Dealer: p1, Pack: card.French()})
			if err != nil {
				t.Fatal(err)
			}
			view := look(r, p1)
			equal(t, "cards", view.Counts, []int{7, 7, 7, 7})
			equal(t, "discards", view.Discards, 1)
			equal(t, "stock", view.Stock, 23)
			equal(t, "to move", r.ToMove(), []engine.Seat{p2})
			equal(t, "phase", view.Phase, rummy.PhaseDraw)
		}},
		{"draw and discard", func(t *testing.T) {
			r := position{Hands: "2C 5D KH", Discard: "9H", Stock: "4C"}.round(t)
			play(t, r, p1, "draw @stock", "discard 4C")
			equal(t, "top", look(r, p2).Top.String(), "4C")
			equal(t, "to move", r.ToMove(), []engine.Seat{p2})
			equal(t, "phase", look(r, p2).Phase, rummy.PhaseDraw)
		}},
		{"no second draw", func(t *testing.T) {
			r := position{Hands: "2C 5D KH", Drawn: "2C"}.round(t)
			refused(t, r, p1, "draw @stock", rummy.RulePhase)
			refused(t, r, p1, "draw @discard", rummy.RulePhase)
		}},
		{"low ace run", func(t *testing.T) {
			r := position{Hands: "AC 2C 3C KD", Drawn: "KD"}.round(t)
			play(t, r, p1, "meld AC 2C 3C")
		}},
		{"no high ace, no corner", func(t *testing.T) {
			r := position{Hands: "QD KD AD 2D", Drawn: "KD"}.round(t)
			refused(t, r, p1, "meld QD KD AD", rummy.RuleAceLow)
			refused(t, r, p1, "meld KD AD 2D", rummy.RuleCorner)
		}},
		{"bad melds", func(t *testing.T) {
			r := position{Hands: "5C 6C 7D 8C 5D 6H", Drawn: "5C"}.round(t)
			refused(t, r, p1, "meld 5C 6C", rummy.RuleFew)
			for _, text := range []string{"meld 5C 6C 7D", "meld 5C 6C 8C", "meld 5C 5D 6H"} {
				refused(t, r, p1, text, rummy.RuleMeld)
			}
		}},
		{"one meld per turn", testOneMeld},
		{"laying off on another's run", testLayOff},
		{"full set", func(t *testing.T) {
			r := position{Hands: "7S 6S KD", Melds: []string{"2 7C 7D 7H"}, Drawn: "KD"}.round(t)
			play(t, r, p1, "layoff 7S >meld:1")
			equal(t, "set", piles(r)["meld:1"], "7C 7D 7H 7S")
			refused(t, r, p1, "layoff 6S >meld:1", rummy.RuleFull)
		}},
		{"no rearranging", testTable},
		{"taken discard may not go back", testTaken},
		{"but may later", func(t *testing.T) {
			r := position{Hands: "4H KD 2C | 3C 6D", Discard: "TH 9S", Stock: "7D 8D"}.round(t)
			play(t, r, p1, "draw @discard", "discard KD")
			play(t, r, p2, "draw @stock", "discard 7D")
			play(t, r, p1, "draw @stock", "discard 9S")
		}},
		{"dead-end guard", testDeadEnd},
		{"out without discard", func(t *testing.T) {
			r := position{Hands: "5C 7C", Stock: "6C", Discard: "KD"}.round(t)
			play(t, r, p1, "draw @stock", "meld 5C 6C 7C")
			equal(t, "winner", look(r, p1).End.Winner, p1)
			equal(t, "discards", piles(r)["discard"], "KD")
		}},
		{"out by discard", func(t *testing.T) {
			r := position{Hands: "KD", Melds: []string{"2 3C 4C 5C"}, Stock: "6C"}.round(t)
			play(t, r, p1, "draw @stock", "layoff 6C >meld:1", "discard KD")
			equal(t, "winner", look(r, p1).End.Winner, p1)
		}},
		{"score", testScore},
		{"Rummy", testRummy},
		{"not a Rummy", func(t *testing.T) {
			r := position{
				Hands: "4D 5D 6D 7D 8D 9D KC | KD QH 7C AS | 6C 7H", Stock: "TD",
				Melds: []string{"2 2C 2D 2H 2S"}, Added: []string{"1 2S 1"},
			}.round(t)
			play(t, r, p1, "draw @stock", "meld 4D 5D 6D 7D 8D 9D TD", "discard KC")
			equal(t, "points", look(r, p1).End.Points, []int{41, 0, 0})
		}},
		{"Rummy with lay-offs", func(t *testing.T) {
			r := position{Hands: "2H 3H 4H 5H 6H QH KS | AS", Melds: []string{"2 QC QD QS"}, Stock: "7H"}.round(t)
			play(t, r, p1, "draw @stock", "meld 2H 3H 4H 5H 6H 7H", "layoff QH >meld:1", "discard KS")
			equal(t, "how", look(r, p1).End.How, rummy.HowRummy)
			equal(t, "points", look(r, p1).End.Points, []int{2, 0})
		}},
		{"renewing the stock", testRenewal},
		{"empty stock, discard taken", func(t *testing.T) {
			r := position{Hands: "2S 5H 8S TS QD", Discard: "2C 5D 9H JC", Spent: true}.round(t)
			play(t, r, p1, "draw @discard")
			view := look(r, p1)
			equal(t, "taken", view.Drawn.String(), "JC")
			equal(t, "discard", strings.HasSuffix(piles(r)["discard"], "2C 5D 9H"), true)
			equal(t, "renewals left", view.Renewals, 5)
			equal(t, "stock", view.Stock, 0)
		}},
		{"blocked by the limit", func(t *testing.T) {
			r := exhausted(5, "2H TH | QC TD | KS QS AS JD").round(t)
			play(t, r, p1, "draw @stock", "discard 9C")
			equal(t, "points", look(r, p1).End.Points, []int{27, 0, 0})
		}},
		{"blocked by lack of cards", func(t *testing.T) {
			r := thin().round(t)
			play(t, r, p1, "discard 3C")
			equal(t, "how", look(r, p1).End.How, rummy.HowBlocked)
		}},
		{"blocked with a tie", func(t *testing.T) {
			m := exhausted(5, "2H TH | 2C TD | KS QS AS JD").match(t, 10, 20, 30)
			play(t, m, p1, "draw @stock", "discard 9C")
			equal(t, "totals", m.Totals(), []int{10, 20, 30})
			equal(t, "dealer", nextDealer(t, m), p2)
		}},
		{"play ceases", testGoingOut},
		{"match end", testMatchEnd},
		{"hidden view", func(t *testing.T) {
			r := position{Hands: "2C 5D KH | 3C 4D", Stock: "6C"}.round(t)
			play(t, r, p1, "draw @stock")
			for _, viewer := range []engine.Seat{p2, engine.Spectator} {
				if strings.Contains(string(encode(t, look(r, viewer))), "6C") {
					t.Errorf("seat %d sees the card drawn", viewer)
				}
			}
			play(t, r, p1, "discard 6C")
			equal(t, "top", look(r, p2).Top.String(), "6C")
		}},
		{"option 1_except_rummy", testGoRummy},
	}
	equal(t, "scenarios", len(scenarios), 28)
	for i, s := range scenarios {
		t.Run(fmt.Sprintf("%d: %s", i+1, s.name), s.test)
	}
}

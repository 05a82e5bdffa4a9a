package knock_test

import (
	"fmt"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
)

// §6: the scenarios of the rules, by number. Those that are a settlement or a
// match of the tables say which.
func TestScenarios(t *testing.T) {
	scenarios := []struct {
		name string
		test func(*testing.T)
	}{
		{"deal", testDeal},
		{"ordinary turn", func(t *testing.T) {
			r := position{Stock: "4C", P1: handB, P2: other}.round(t)
			play(t, r, p1, "draw @stock", "discard 4C")
			equal(t, "top", look(r, p2).Top.String(), "4C")
			equal(t, "to move", r.ToMove(), []engine.Seat{p2})
			equal(t, "phase", look(r, p2).Phase, knock.PhaseDraw)
		}},
		{"taken card may not go back", func(t *testing.T) {
			r := position{P1: "4H 5H 6H 9C 9D 2C KD", Discard: "9S"}.round(t)
			play(t, r, p1, "draw @discard")
			refused(t, r, p1, "discard 9S", knock.RuleTaken)
			refused(t, r, p1, "knock 9S", knock.RuleTaken)
		}},
		{"knock at 2", accepted("4H 5H 6H 9C 9D 9S 2C KD", "KD", nil, knock.HowKnock, 2)},
		{"knock at 3", accepted("5D 6D 7D 8D 9D AS 2C QH", "QH", nil, knock.HowKnock, 3)},
		{"knock at 4 refused, accepted with options", func(t *testing.T) {
			r := position{P1: handO + " KD"}.round(t)
			refused(t, r, p1, "knock KD", knock.RuleLimit)
			play(t, r, p1, "discard KD")
			for _, limit := range []string{"5", "7"} {
				accepted(handO+" KD", "KD", engine.Options{"knock_limit": limit}, knock.HowKnock, 4)(t)
			}
		}},
		{"settlement with lay-offs", settlements[0].check},
		{"no lay-off against zero", settlements[1].check},
		{"best reply is not greedy", settlements[2].check},
		{"joker as deadwood", settlements[5].check},
		{"joker as bridge", settlements[6].check},
		{"full set", settlements[7].check},
		{"run of seven with joker", func(t *testing.T) {
			m := position{P1: handF + " 2D"}.match(t, 10, 0)
			play(t, m, p1, "knock 2D")
			equal(t, "total", m.Totals()[p1], -15)
		}},
		{"natural run of seven", func(t *testing.T) {
			m := position{P1: "7H 8H 9H TH JH QH KH AH"}.match(t, 99, 0)
			play(t, m, p1, "knock AH")
			outcome, over := m.Outcome()
			equal(t, "over", over, true)
			equal(t, "winner", outcome.Winner(), p1)
		}},
		{"ace is low", accepted(handH+" 2C", "2C", nil, knock.HowKnock, 1)},
		{"ace to seven of diamonds", func(t *testing.T) {
			m := position{P1: "AD 2D 3D 4D 5D 6D 7D KC"}.match(t, 0, 0)
			play(t, m, p1, "knock KC")
			equal(t, "total", m.Totals()[p1], -25)
			equal(t, "goes on", m.Between(), true)
		}},
		{"eight-card run", func(t *testing.T) {
			for _, thrown := range []string{"2S", "9S"} {
				accepted("2S 3S 4S 5S 6S 7S 8S 9S", thrown, nil, knock.HowRunOfSeven, 0)(t)
			}
		}},
		{"zero with joker, not one run", accepted("4H 5H 6H 9C 9D 9S AD KC", "KC", nil, knock.HowZero, -10)},
		{"joker position", func(t *testing.T) {
			settlements[13].check(t)
			settlements[14].check(t)
		}},
		{"invalid declaration", func(t *testing.T) {
			r := position{P1: handA + " KD"}.round(t)
			refused(t, r, p1, "knock KD | 4H 5H 9C", knock.RuleMelds)
			equal(t, "deadwood", refusal(t, r, p1, "knock KD | 4H 5H 6H", knock.RuleLimit).Args["deadwood"], 29)
		}},
		{"opponent at zero", func(t *testing.T) {
			settlements[9].check(t)
			settlements[10].check(t)
		}},
		{"both over 100", ends([]int{98, 40}, handJ, leaves70, []int{101, 110}, p1)},
		{"draw", ends([]int{98, 97}, handA, leaves3, []int{100, 100}, engine.Spectator)},
		{"exactly 100 loses", ends([]int{99, 20}, handH, leaves4, []int{100, 24}, p2)},
		{"negative total", func(t *testing.T) {
			m := knocked(t, nil, []int{4, 90}, handB, leaves5)
			equal(t, "totals", m.Totals(), []int{-6, 95})
			equal(t, "dealer", nextDealer(t, m), p2)
		}},
		{"renewing the stock", func(t *testing.T) {
			// Cards are nowhere but in hands and in the two piles, so that a new stock
			// is always of 37: those that the scenario leaves out are under its four.
			r := position{Spent: true, Discard: "2C KD 5H 9S"}.round(t)
			play(t, r, p1, "draw @stock")
			equal(t, "discard", card.Write(r.Cards()[1].Cards), "9S")
			equal(t, "stock", look(r, p1).Stock, 36)
		}},
		{"void round", func(t *testing.T) {
			m := exhausted(3).match(t, 60, 95)
			play(t, m, p2, "draw @stock", "discard KD")
			equal(t, "totals", m.Totals(), []int{60, 95})
			equal(t, "dealer", nextDealer(t, m), p2)
		}},
		{"out of phase", testTurn},
		{"no leak", testSecrets},
		{"option courts 10", func(t *testing.T) {
			for value, points := range map[string]int{"index": 59, "ten": 53} {
				end := settled(t, engine.Options{"court_values": value}, handB, "", "QC KC JD 8S TS 3D 2H")
				equal(t, value, end.Points[p2], points)
			}
		}},
	}
	equal(t, "scenarios", len(scenarios), 30)
	for i, s := range scenarios {
		t.Run(fmt.Sprintf("%d: %s", i+1, s.name), s.test)
	}
}

// accepted tests a knock and what it brings P1.
func accepted(eight, thrown string, options engine.Options, how string, points int) func(*testing.T) {
	return func(t *testing.T) {
		r := position{P1: eight, Drawn: thrown, Options: options}.round(t)
		equal(t, "listed", listed(t, r, p1, "knock "+thrown), true)
		play(t, r, p1, "knock "+thrown)
		end := look(r, p1).End
		equal(t, "how", end.How, how)
		equal(t, "points", end.Points[p1], points)
	}
}

// ends tests a round that ends the match.
func ends(before []int, seven, opponent string, after []int, winner engine.Seat) func(*testing.T) {
	return func(t *testing.T) {
		m := knocked(t, nil, before, seven, opponent)
		equal(t, "totals", m.Totals(), after)
		outcome, over := m.Outcome()
		equal(t, "over", over, true)
		equal(t, "winner", outcome.Winner(), winner)
	}
}

package palace_test

import (
	"fmt"
	"testing"

	"carteado/engine"
	"carteado/engine/palace"
)

// §6: the scenarios of the rules, by number.
func TestScenarios(t *testing.T) {
	scenarios := []struct {
		name string
		test func(*testing.T)
	}{
		{"higher card and refill", func(t *testing.T) {
			r := position{Discard: "6C", Hands: texts{"7H 9S KD"}, Draw: "4C"}.round(t)
			play(t, r, p1, "play 7H")
			piles(t, r, "discard=6C 7H", "hand:0=4C 9S KD")
			toMove(t, r, p2)
		}},
		{"equal rank", func(t *testing.T) {
			r := position{Discard: "9C", Hands: texts{"9H 3C 4D"}}.round(t)
			play(t, r, p1, "play 9H")
		}},
		{"lower rank", func(t *testing.T) {
			r := position{Discard: "QD", Hands: texts{"7H AS 3C"}}.round(t)
			refused(t, r, p1, palace.RuleLower, "play 7H")
			toMove(t, r, p1)
		}},
		{"several equal cards", func(t *testing.T) {
			r := position{Discard: "6C", Hands: texts{"7H 7S KD"}, Draw: "4C 5C"}.round(t)
			play(t, r, p1, "play 7H 7S")
			piles(t, r, "discard=6C 7H 7S", "hand:0=4C 5C KD")
		}},
		{"mixed ranks", func(t *testing.T) {
			r := position{Discard: "6C", Hands: texts{"7H 8S KD"}}.round(t)
			refused(t, r, p1, palace.RuleMixed, "play 7H 8S")
		}},
		{"2 resets", func(t *testing.T) {
			r := position{Discard: "AS", Hands: texts{"2D 5C 6C", "3H QD KC"}}.round(t)
			play(t, r, p1, "play 2D")
			play(t, r, p2, "play 3H")
			piles(t, r, "discard=AS 2D 3H")
		}},
		{"10 on an ace, refill before the extra turn", func(t *testing.T) {
			r := position{Discard: "5C AS", Hands: texts{"TD 4C 5S"}, Draw: "8H"}.round(t)
			play(t, r, p1, "play TD")
			piles(t, r, "discard=", "burned=5C TD AS", "hand:0=4C 5S 8H")
			toMove(t, r, p1)
			play(t, r, p1, "play 4C")
		}},
		{"four at once", func(t *testing.T) {
			r := position{Discard: "5C 6D", Hands: texts{"8C 8D 8H 8S KD"}, Draw: "3C 4H"}.round(t)
			play(t, r, p1, "play 8C 8D 8H 8S")
			piles(t, r, "discard=", "burned=5C 6D 8C 8D 8H 8S", "hand:0=3C 4H KD")
			toMove(t, r, p1)
		}},
		{"four at once must be legal", func(t *testing.T) {
			r := position{Discard: "QD", Hands: texts{"8C 8D 8H 8S"}}.round(t)
			refused(t, r, p1, palace.RuleLower, "play 8C 8D 8H 8S")
			play(t, r, p1, "take")
		}},
		{"four over two plays", func(t *testing.T) {
			at := position{Discard: "5C 8C 8D", Hands: texts{"8H 8S KD"}}
			r := at.round(t)
			play(t, r, p1, "play 8H 8S")
			piles(t, r, "discard=5C 8C 8D 8H 8S", "burned=")
			toMove(t, r, p2)
			at.Options = on("quad_across_plays")
			r = at.round(t)
			play(t, r, p1, "play 8H 8S")
			piles(t, r, "discard=", "burned=5C 8C 8D 8H 8S")
			toMove(t, r, p1)
		}},
		{"forced taking", func(t *testing.T) {
			r := position{Discard: "5C KD AS", Hands: texts{"3C 4D 9H", "3D 6H 7S"}}.round(t)
			play(t, r, p1, "take")
			piles(t, r, "discard=", "hand:0=3C 4D 5C 9H KD AS")
			toMove(t, r, p2)
			play(t, r, p2, "play 3D")
		}},
		{"no voluntary taking", func(t *testing.T) {
			r := position{Discard: "5C", Hands: texts{"3C 4D 9H"}}.round(t)
			refused(t, r, p1, palace.RuleMayPlay, "take")
		}},
		{"into the face-up stage", func(t *testing.T) {
			r := position{Spent: true, Discard: "7D", Hands: texts{"9C", "JC 3D 3H"}, Up: texts{"2D QH 4S"}}.round(t)
			play(t, r, p1, "play 9C")
			piles(t, r, "hand:0=")
			play(t, r, p2, "play JC")
			equal(t, "zone", look(r, p1).Zone, palace.ZoneUp)
			equal(t, "moves", r.Legal(p1, nil), moves(t, "play QH", "play 2D"))
		}},
		{"face-up: one at a time", func(t *testing.T) {
			r := position{Spent: true, Discard: "9D", Hands: atUp, Up: texts{"QH QS 4S"}}.round(t)
			refused(t, r, p1, palace.RuleOneUp, "play QH QS")
			play(t, r, p1, "play QH")
		}},
		{"face-up: nothing legal", func(t *testing.T) {
			r := position{Spent: true, Discard: "KH AC", Hands: texts{"-", "3C 3D 3H"}, Up: texts{"4S 5H 6D"}}.round(t)
			play(t, r, p1, "take")
			piles(t, r, "hand:0=KH AC", "up:0=4S 5H 6D")
			toMove(t, r, p2)
			play(t, r, p2, "play 3C")
			refused(t, r, p1, palace.RuleHandFirst, "play 4S")
		}},
		{"flip succeeds with a 10", func(t *testing.T) {
			r := position{Spent: true, Discard: "AS", Hands: atUp, Up: noRow, Down: texts{"5C TD QH"}}.round(t)
			burned := look(r, p1).Burned
			play(t, r, p1, "flip @down:2")
			equal(t, "burned", look(r, p1).Burned, burned+2)
			toMove(t, r, p1)
			play(t, r, p1, "flip @down:1")
			piles(t, r, "discard=5C")
		}},
		{"flip fails", func(t *testing.T) {
			r := position{Spent: true, Discard: "KC", Hands: texts{"-", "3C 3D 3H"}, Up: noRow, Down: texts{"5D 9C"}}.round(t)
			play(t, r, p1, "flip @down:1")
			piles(t, r, "hand:0=5D KC", "discard=", "down:0=?? 9C ??")
			equal(t, "still hidden", look(r, p1).Down[p1], [3]bool{false, true, false})
			toMove(t, r, p2)
			play(t, r, p2, "play 3C")
			equal(t, "zone", look(r, p1).Zone, palace.ZoneHand)
			play(t, r, p1, "play 5D")
		}},
		{"winning with a burn", func(t *testing.T) {
			r := position{Spent: true, Discard: "9C QD", Hands: atUp, Up: noRow, Down: texts{"TD"}}.round(t)
			play(t, r, p1, "flip @down:1")
			piles(t, r, "discard=")
			equal(t, "winner", result(t, r).Winner, p1)
			toMove(t, r)
		}},
		{"winning with a 2", func(t *testing.T) {
			r := position{Spent: true, Discard: "9C QD", Hands: atUp, Up: noRow, Down: texts{"2H"}}.round(t)
			play(t, r, p1, "flip @down:1")
			piles(t, r, "discard=9C QD 2H")
			equal(t, "winner", result(t, r).Winner, p1)
		}},
		{"starter card", func(t *testing.T) {
			r := position{Exchange: true, Dealer: p2, Draw: "2H TD 7S", Hands: texts{"6C 8D 9H", "4C 4D QS"}}.round(t)
			play(t, r, p2, "ready")
			play(t, r, p1, "ready")
			piles(t, r, "discard=2H TD 7S", "burned=")
			refused(t, r, p1, palace.RuleLower, "play 6C")
			play(t, r, p1, "play 9H")
			play(t, r, p2, "play QS")
			r = position{Exchange: true, Dealer: p2, Draw: "2H TD 7S", Hands: texts{"3C 4D 5H"}}.round(t)
			play(t, r, p1, "ready")
			play(t, r, p2, "ready")
			play(t, r, p1, "take")
			piles(t, r, "hand:0=3C 4D 5H 7S TD 2H")
		}},
		{"short refill", func(t *testing.T) {
			r := position{Spent: true, Discard: "6C", Draw: "4C", Hands: texts{"7H 7S 9D"}}.round(t)
			play(t, r, p1, "play 7H 7S")
			piles(t, r, "hand:0=4C 9D", "stock=")
		}},
		{"burn with the last hand card", func(t *testing.T) {
			r := position{Spent: true, Discard: "KS", Hands: texts{"TD"}, Up: texts{"3C 4D 5H"}}.round(t)
			play(t, r, p1, "play TD")
			toMove(t, r, p1)
			play(t, r, p1, "play 3C")
		}},
		{"five equal cards", func(t *testing.T) {
			r := position{Seats: 4, Discard: "4C", Hands: texts{"6C 6C 6D 6H 6S KD"}}.round(t)
			play(t, r, p1, "play 6C 6C 6D 6H 6S")
			piles(t, r, "burned=4C 6C 6C 6D 6H 6S")
			toMove(t, r, p1)
		}},
		{"exchange", func(t *testing.T) {
			r := position{Exchange: true, Hands: texts{"2C 3D KH"}, Up: texts{"4S 5S 6S"}, Down: texts{"7S 8S 9S"}}.round(t)
			events := play(t, r, p1, "swap 2C 4S", "swap KH 5S", "ready")
			piles(t, r, "hand:0=3D 4S 5S", "up:0=2C KH 6S", "down:0=7S 8S 9S")
			refused(t, r, p1, engine.RuleNotYourTurn, "swap 3D 2C", "ready")
			for s := engine.Spectator; s <= p2; s++ {
				equal(t, "face-down", look(r, s).Down[p1], [3]bool{true, true, true})
			}
			for _, e := range events {
				equal(t, "seen by all", e.Open, true)
			}
		}},
		{"out of turn, wrong zone", func(t *testing.T) {
			r := position{Turn: p2, Discard: "3C", Hands: texts{"7H 8S KD"}}.round(t)
			refused(t, r, p1, engine.RuleNotYourTurn, "play 7H", "take", "flip @down:1")
			r = position{Discard: "3C", Hands: texts{"7H 8S KD"}}.round(t)
			refused(t, r, p1, palace.RuleFlipEarly, "flip @down:1")
		}},
		{"blocked round", func(t *testing.T) {
			r := position{
				Spent: true, Plays: 299, Turn: p2, Discard: "3C", Hands: texts{"3D 4D 5D 6D 7D 8D 9D", "4C JC"},
				Up: texts{"-", "-"}, Down: texts{"-", "5C 6C 7C"},
			}.round(t)
			play(t, r, p2, "play 4C")
			equal(t, "how", result(t, r).How, palace.HowBlocked)
			equal(t, "winner", result(t, r).Winner, p2)
			equal(t, "left", look(r, p1).End.Left, []int{7, 4})
		}},
		{"match", func(t *testing.T) {
			m := position{Spent: true, Turn: p2, Discard: "3C", Hands: texts{"", "4D"}, Up: texts{"", "-"}, Down: texts{"", "-"}}.match(t, 1, 1)
			play(t, m, p2, "play 4D")
			equal(t, "totals", m.Totals(), []int{1, 2})
			outcome, over := m.Outcome()
			equal(t, "over", over, true)
			equal(t, "winner", outcome.Winner(), p2)
		}},
	}
	equal(t, "scenarios", len(scenarios), 27)
	for i, s := range scenarios {
		t.Run(fmt.Sprintf("%d: %s", i+1, s.name), s.test)
	}
}

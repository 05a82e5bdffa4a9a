package huangdi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
)

// §6: the scenarios of the rules, by number.
func TestScenarios(t *testing.T) {
	scenarios := []struct {
		name string
		test func(*testing.T)
	}{
		{"set-up", func(t *testing.T) {
			r := deal(t, 2, p2, nil)
			v := look(r, engine.Spectator)
			// The first turn begins with the deal.
			equal(t, "stocks, hands, draw pile", said(v.Stocks, v.Counts, v.Draw), "[10 10] [5 0] 79")
			equal(t, "tops", slices.Contains(v.Tops, card.Unknown), false)
		}},
		{"start a wall", func(t *testing.T) {
			r := table(t, piles{"hand:0": "1 4 6 R 9"})
			play(t, r, p1, "build 1 @hand >wall:1")
			holds(t, r, piles{"wall:1": "1", "hand:0": "4 6 9 R"})
		}},
		{"joker as 1", func(t *testing.T) {
			r := table(t, piles{"hand:0": "J 2 5 7 7"})
			play(t, r, p1, "build J @hand >wall:1", "build 2 @hand >wall:1")
			holds(t, r, piles{"wall:1": "J=1 2"})
		}},
		{"wrong card", func(t *testing.T) {
			r := table(t, piles{"hand:0": "1 2 4 9 9", "wall:1": "1 2"})
			for _, c := range []string{"4", "2", "1"} {
				refused(t, r, p1, "build "+c+" @hand >wall:1", huangdi.RuleNeed)
			}
			play(t, r, p1, "build 1 @hand >wall:2")
		}},
		{"no fourth wall", func(t *testing.T) {
			r := table(t, piles{"hand:0": "1 9", "wall:1": "1", "wall:2": "1 2", "wall:3": "1 2 3"})
			for w := 1; w <= 3; w++ {
				refused(t, r, p1, fmt.Sprint("build 1 @hand >wall:", w), huangdi.RuleNeed)
			}
			refused(t, r, p1, "build 1 @hand >wall:4", huangdi.RuleWall)
		}},
		{"stock card", func(t *testing.T) {
			r := table(t, piles{"hand:0": "9", "wall:1": "1 2 3", "stock:0": "2 3 6 7 8 8 9 10 5 4"})
			play(t, r, p1, "build 4 @stock >wall:1")
			equal(t, "seen by P2", said(look(r, p2).Stocks[p1], look(r, p2).Tops[p1]), "9 5")
			play(t, r, p1, "build 5 @stock >wall:1")
		}},
		{"finish at 10", testFinished},
		{"hand emptied by building", func(t *testing.T) {
			r := set(t, scene{Spent: true, Piles: piles{"hand:0": "5", "wall:1": "1 2 3 4", "draw": strings.TrimSpace(strings.Repeat("7 8 ", 8) + "9 9 9 9")}})
			play(t, r, p1, "build 5 @hand >wall:1")
			equal(t, "hand, draw pile, turn", said(look(r, p1).Counts[p1], look(r, p1).Draw, look(r, p1).Turn), "5 15 0")
		}},
		{"hand emptied by discarding", func(t *testing.T) {
			r := table(t, piles{"hand:0": "5", "hand:1": "9 9 9 9 9"})
			play(t, r, p1, "discard 5 >a")
			equal(t, "hand and turn", said(look(r, p1).Counts[p1], look(r, p1).Turn), "0 1")
			play(t, r, p2, "discard 9 >a")
			equal(t, "hand", look(r, p1).Counts[p1], 5)
		}},
		{"reverse", testReverse},
		{"R alone, wrong companion", func(t *testing.T) {
			r := table(t, piles{"hand:0": "7 8 9 R", "wall:1": to8})
			refused(t, r, p1, "build R @hand >wall:1", huangdi.RuleReverseAlone)
			refused(t, r, p1, "reverse 9 @hand +@hand >wall:1", huangdi.RuleCompanion)
			refused(t, r, p1, "reverse 8 @hand +@hand >wall:1", huangdi.RuleCompanion)
		}},
		{"1 on top", testShortWalls},
		{"2 on top", func(t *testing.T) {
			r := set(t, scene{Spent: true, Piles: piles{"hand:0": "R 1 9 9 4", "wall:1": "1 2", "draw": strings.TrimSpace(strings.Repeat("3 4 5 6 7 ", 6))}})
			play(t, r, p1, "reverse 1 @hand +@hand >wall:1")
			holds(t, r, piles{"wall:1": "", "reversed:1": ""})
			equal(t, "draw pile", look(r, p1).Draw, 34)
		}},
		{"reverse back", func(t *testing.T) {
			r := table(t, piles{"hand:0": "5 6 7 8 R", "wall:1": "1 2 3 4 5 4", "stock:0": "3 10", "a:0": "9"})
			play(t, r, p1, "reverse 5 @hand +@hand >wall:1")
			w := look(r, p1).Walls[0]
			equal(t, "wall", said(w.Down, w.Reversed, w.Need), "false 2 6")
			play(t, r, p1, "build 6 @hand >wall:1", "build 7 @hand >wall:1", "build 8 @hand >wall:1", "build 9 @a >wall:1")
			equal(t, "ends at 10", kinds(play(t, r, p1, "build 10 @stock >wall:1")[:3]), "built_stock turned finished")
		}},
		{"joker as companion", func(t *testing.T) {
			r := table(t, piles{"hand:0": "J R 4", "wall:1": to8})
			play(t, r, p1, "reverse J @hand +@hand >wall:1")
			holds(t, r, piles{"wall:1": to8 + " J=7"})
		}},
		{"reverse on a joker", func(t *testing.T) {
			r := table(t, piles{"hand:0": "1 2 R 4", "wall:1": "1 2 J=3"})
			play(t, r, p1, "reverse 2 @hand +@hand >wall:1")
			equal(t, "events", kinds(play(t, r, p1, "build 1 @hand >wall:1")), "built finished")
		}},
		{"finish a descending wall", func(t *testing.T) {
			r := set(t, scene{Spent: true, Piles: piles{"hand:0": "1 9", "wall:1": "1 2 3 4 3 2", "draw": strings.TrimSpace(strings.Repeat("5 6 7 8 10 ", 6))}})
			play(t, r, p1, "build 1 @hand >wall:1")
			equal(t, "draw pile", look(r, p1).Draw, 38)
		}},
		{"own discard top", func(t *testing.T) {
			r := table(t, piles{"hand:0": "2", "wall:1": "1 2 3", "wall:2": to8, "a:0": "9 4"})
			play(t, r, p1, "build 4 @a >wall:1")
			holds(t, r, piles{"a:0": "9"})
			play(t, r, p1, "build 9 @a >wall:2")
		}},
		{"borrowing, one per opponent", testBorrowing},
		{"borrowing again next turn", testBorrowing},
		{"R and companion from one opponent", func(t *testing.T) {
			r := table(t, piles{"hand:0": "7 9", "wall:1": to8, "a:1": "R", "b:1": "7"})
			refused(t, r, p1, "reverse 7 @1:b +@1:a >wall:1", huangdi.RuleBorrowBoth)
			play(t, r, p1, "reverse 7 @hand +@1:a >wall:1")
		}},
		{"same discard pile", func(t *testing.T) {
			r := table(t, piles{"hand:0": "9", "wall:1": to8, "a:0": "7 R"})
			refused(t, r, p1, "reverse 7 @a +@a >wall:1", huangdi.RuleSamePlace)
		}},
		{"stock card as companion wins", testOut},
		{"R as last stock card", testOut},
		{"only reverse cards", func(t *testing.T) {
			r := table(t, piles{"hand:0": "R R"})
			play(t, r, p1, "discard R >b")
			holds(t, r, piles{"b:0": "R", "hand:0": "R"})
		}},
		{"joker discarded", func(t *testing.T) {
			r := table(t, piles{"hand:0": "J 9", "hand:1": "3"})
			play(t, r, p1, "discard J >a")
			play(t, r, p2, "build J @0:a >wall:2")
			holds(t, r, piles{"wall:2": "J=1", "a:0": ""})
		}},
		{"ending the turn although able to build", func(t *testing.T) {
			r := table(t, piles{"hand:0": "9", "stock:0": "5 1"})
			play(t, r, p1, "discard 9 >a")
		}},
		{"short draw with recycling", func(t *testing.T) {
			r := set(t, scene{Spent: true, Turn: p2, Piles: piles{
				"draw": "5 6", "hand:0": "7", "hand:1": "8 8 8 8 R", "a:0": "3 4", "a:1": "9 9 2",
			}})
			play(t, r, p2, "discard R >b")
			equal(t, "hand, draw pile", said(look(r, p1).Counts[p1], look(r, p1).Draw), "5 1")
			holds(t, r, piles{"a:0": "4", "b:0": "", "a:1": "2", "b:1": "R"})
		}},
		{"nothing to draw", testEnd},
		{"winning in the middle of a turn", func(t *testing.T) {
			r := table(t, piles{"hand:0": "1 2 3 4", "stock:0": "5", "stock:1": "9 9 8", "wall:2": "1 2 3 4"})
			play(t, r, p1, "build 5 @stock >wall:2")
			equal(t, "winner", ended(t, r).Winner, p1)
			equal(t, "left", look(r, p2).End.Stocks, []int{0, 3})
		}},
		{"blocked", func(t *testing.T) {
			for stocks, winner := range map[[2]string]engine.Seat{{"8 8 8", "7 7 7 7 7"}: p1, {"8 8 8 8", "7 7 7 7"}: engine.Spectator} {
				r := passed(t, 79, stocks[0], stocks[1])
				play(t, r, p1, "discard 9 >a")
				equal(t, "winner", ended(t, r).Winner, winner)
			}
		}},
		{"hidden view", testSecrets},
	}
	equal(t, "scenarios", len(scenarios), 32)
	for i, s := range scenarios {
		t.Run(fmt.Sprintf("%d: %s", i+1, s.name), s.test)
	}
}

// §3.3: what a game means for a match.
func TestMatchExamples(t *testing.T) {
	points := engine.Options{"match_mode": "points"}
	for _, row := range []struct {
		name         string
		stocks       []string
		turn         engine.Seat
		blocked      bool
		wins, points []int
	}{
		{"a", []string{"5", "9 9 8 8"}, p1, false, []int{1, 0}, []int{9, 0}},
		{"b", []string{"9 9", "9 9 8 8 8 8 8", "5", "7"}, p3, false, []int{0, 0, 1, 0}, []int{0, 0, 15, 0}},
		{"c", []string{"9 9 9", "8 8 8 8 8"}, p1, true, []int{1, 0}, []int{2, 0}},
		{"d", []string{"9 9 9", "8 8 8", "7 7 7 7 7 7"}, p1, true, []int{0, 0, 0}, []int{0, 0, 0}},
		{"blocked, three seats", []string{"9 9 9", "8 8", "7 7 7 7 7 7"}, p1, true, []int{0, 1, 0}, []int{0, 5, 0}},
	} {
		for _, options := range []engine.Options{nil, points} {
			s := scene{Seats: len(row.stocks), Turn: row.turn, Options: options, Piles: piles{"wall:1": "1 2 3 4"}}
			for seat, stock := range row.stocks {
				s.Piles[fmt.Sprint("stock:", seat)] = stock
			}
			s.Piles[fmt.Sprint("hand:", row.turn)] = "2 10"
			text := "build 5 @stock >wall:1"
			if row.blocked {
				s.Quiet, text = 79, "discard 10 >a"
			}
			r := set(t, s)
			play(t, r, row.turn, text)
			want := row.wins
			if options != nil {
				want = row.points
			}
			equal(t, fmt.Sprint(row.name, options), ended(t, r).Points, want)
			equal(t, "shown", look(r, p2).End.Points, want)
		}
	}
	m := won(t, points, 17, 24)
	play(t, m, p1, "build 5 @stock >wall:1")
	outcome, over := m.Outcome()
	equal(t, "e", said(over, outcome.Winner(), m.Totals()), "true 0 [26 24]")
	m = won(t, points, 15, 24)
	play(t, m, p1, "build 5 @stock >wall:1")
	equal(t, "24 are not enough", said(m.Between(), m.Totals()), "true [24 24]")
}

// §10: the clarifications, by number.
func TestClarifications(t *testing.T) {
	clarifications := []struct {
		name string
		test func(*testing.T)
	}{
		{"the last stock card ends the game at that moment", testOut},
		{"a blocked game is judged before the next player draws", testBlocked},
		{"short_reverse refuses a joker, too", testShortReverseOption},
		{"joker_run covers a companion", testJokerRunOption},
		{"a joker is bare in a move and written in full on a wall", testJoker},
		{"every empty place is a target of its own", func(t *testing.T) {
			r := table(t, piles{"hand:0": "1 9", "wall:2": "1 2"})
			equal(t, "builds", legal(r, p1, "build"), "1 @hand >wall:1; 1 @hand >wall:3")
		}},
		{"the winner of a game scores 1", testMatch},
	}
	equal(t, "clarifications", len(clarifications), 7)
	for i, c := range clarifications {
		t.Run(fmt.Sprintf("%d: %s", i+1, c.name), c.test)
	}
}

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

func testEmptyHand(t *testing.T) {
	r := table(t, piles{"hand:0": "5", "wall:1": "1 2 3 4", "draw": "6 7 8 9 2 3 3 3 3 3", "wall:2": "1"})
	n := look(r, p1).Draw
	events := play(t, r, p1, "build 5 @hand >wall:1")
	equal(t, "events", kinds(events), "built drew")
	equal(t, "drawn", card.Write(events[1].Secret), "2 6 7 8 9")
	equal(t, "draw pile", look(r, p1).Draw, n-5)
	play(t, r, p1, "build 6 @hand >wall:1", "build 7 @hand >wall:1", "build 8 @hand >wall:1", "build 2 @hand >wall:2")
	holds(t, r, piles{"hand:0": "9"})
	play(t, r, p1, "build 9 @hand >wall:1")
	holds(t, r, piles{"hand:0": "3 3 3 3 3"})
	equal(t, "to move", r.ToMove(), []engine.Seat{p1})

	r = table(t, piles{"hand:0": "7 R", "hand:1": "9", "wall:1": to8, "draw": "4 4 4 4 4"})
	play(t, r, p1, "reverse 7 @hand +@hand >wall:1")
	holds(t, r, piles{"hand:0": "4 4 4 4 4"})

	r = table(t, piles{"hand:0": "5", "hand:1": "9 9 9 9 9", "draw": "6 7"})
	events = play(t, r, p1, "discard 5 >a")
	equal(t, "events", kinds(events), "discarded")
	holds(t, r, piles{"hand:0": ""})
	events = play(t, r, p2, "discard 9 >a")
	equal(t, "events", kinds(events), "discarded drew")
	equal(t, "drawn", events[1].N, 5)
}

func testDiscard(t *testing.T) {
	r := table(t, piles{"hand:0": "3 3 9 J R", "a:0": "9 4", "hand:1": "2"})
	equal(t, "discards", legal(r, p1, "discard"), "3 >a; 3 >b; 9 >a; 9 >b; J >a; J >b; R >a; R >b")
	equal(t, "piles", refusal(t, r, p1, "discard 3 >c", huangdi.RulePile).Args["piles"], 2)
	refused(t, r, p1, "discard 3", huangdi.RulePile)
	refused(t, r, p1, "discard 3 >discard", huangdi.RulePile)
	refused(t, r, p1, "discard 3 >1:a", huangdi.RulePile)
	refused(t, r, p1, "discard 3 9 >a", huangdi.RuleDiscardHand)
	refused(t, r, p1, "discard >a", huangdi.RuleDiscardHand)
	refused(t, r, p1, "discard 2 >a", huangdi.RuleNotInHand)
	for _, c := range []string{"3", "9", "J", "R"} {
		after := r.Clone()
		play(t, after, p1, "discard "+c+" >a")
		holds(t, after, piles{"a:0": "9 4 " + c, "b:0": ""})
		equal(t, "to move", after.ToMove(), []engine.Seat{p2})
		for viewer := engine.Spectator; viewer <= p2; viewer++ {
			equal(t, "seen", card.Write(look(after, viewer).Discards[p1][0]), "9 4 "+c)
		}
	}
}

func testRecycling(t *testing.T) {
	given := scene{Spent: true, Turn: p2, Piles: piles{
		"hand:0": "8", "hand:1": "R R R R R", "draw": "1 2", "a:0": "3 4", "a:1": "9 9 2",
	}}
	r := set(t, given)
	events := play(t, r, p2, "discard R >b")
	equal(t, "events", kinds(events), "discarded drew recycled drew")
	equal(t, "recycled", events[2].N, 3)
	equal(t, "whose", events[2].Seat, engine.Spectator)
	holds(t, r, piles{"a:0": "4", "b:0": "", "a:1": "2", "b:1": "R"})
	hand := cards(t, pile(t, r, "hand:0"))
	equal(t, "hand", len(hand), 5)
	equal(t, "draw pile", look(r, p1).Draw, 1)
	rest := append(cards(t, pile(t, r, "draw")), hand...)
	equal(t, "cards", card.Write(slices.Sorted(slices.Values(rest))), "1 2 3 8 9 9")

	given.Piles = piles{"hand:0": "8", "hand:1": "R R R R R", "draw": "1 2", "a:0": "3"}
	r = set(t, given)
	play(t, r, p2, "discard R >b")
	holds(t, r, piles{"hand:0": "1 2 8", "a:0": "3", "b:1": "R"})
}

func testEnd(t *testing.T) {
	given := scene{Spent: true, Piles: piles{
		"stock:0": "7 1", "stock:1": "9 9", "a:0": "2", "hand:1": "5 5 5 5 5", "b:1": "3", "wall:3": "1 2 3",
	}}
	r := set(t, given)
	equal(t, "moves", fmt.Sprint(r.Legal(p1, nil)), "[build 1 @stock >wall:1 build 1 @stock >wall:2 end]")
	play(t, r, p1, "build 1 @stock >wall:1", "build 2 @a >wall:1", "build 3 @1:b >wall:1")
	holds(t, r, piles{"hand:0": "", "stock:0": "7"})
	equal(t, "events", kinds(play(t, r, p1, "end")), "ended")
	equal(t, "to move", r.ToMove(), []engine.Seat{p2})
	refused(t, r, p2, "end", huangdi.RuleEnd)

	// A wall that is finished gives cards to draw, at once.
	given.Piles = piles{"stock:0": "7 6", "stock:1": "9 9", "a:0": "10", "hand:1": "5", "wall:3": to9}
	r = set(t, given)
	equal(t, "events", kinds(play(t, r, p1, "build 10 @a >wall:3")), "built finished drew")
	equal(t, "hand", look(r, p1).Counts[p1], 5)
	refused(t, r, p1, "end", huangdi.RuleEnd)
}

func testOut(t *testing.T) {
	for name, c := range map[string]struct{ stock, hand, wall, move string }{
		"a number":       {"5", "1 2 3 4", "1 2 3 4", "build 5 @stock >wall:1"},
		"a joker":        {"J", "1 2 3 4", "1 2 3 4", "build J @stock >wall:1"},
		"a finished one": {"10", "1", to9, "build 10 @stock >wall:1"},
		"a companion":    {"7", "3 R", to8, "reverse 7 @stock +@hand >wall:1"},
		"a reverse card": {"R", "7", to8, "reverse 7 @hand +@stock >wall:1"},
		"a short wall":   {"R", "1", "1 2", "reverse 1 @hand +@stock >wall:1"},
	} {
		r := table(t, piles{"stock:0": c.stock, "hand:0": c.hand, "wall:1": c.wall, "stock:1": "9 8 7 6"})
		n := look(r, p1).Draw
		events := play(t, r, p1, c.move)
		equal(t, name, kinds(events[1:]), "out")
		result := ended(t, r)
		equal(t, name, said(result.How, result.By, result.Winner, result.Loser, result.Wins), "out 0 0 -1 false")
		equal(t, "nothing is drawn", look(r, p1).Draw, n)
		equal(t, "nothing is cleared", len(look(r, p1).Walls[0].Cards), len(strings.Fields(c.wall))+1)
		equal(t, "left", look(r, p2).End.Stocks, []int{0, 4})
		equal(t, "to move", len(r.ToMove()), 0)
		equal(t, "moves", len(r.Legal(p2, nil)), 0)
		refused(t, r, p1, "end", engine.RuleRoundOver)
	}
	w := func() huangdi.Wall {
		r := table(t, piles{"stock:0": "10", "hand:0": "1", "wall:1": to9})
		play(t, r, p1, "build 10 @stock >wall:1")
		return look(r, p1).Walls[0]
	}()
	equal(t, "a finished wall needs nothing", said(w.Need, w.Reverse), "0 0")
}

// passed is a game in which nobody has built for so many turns.
func passed(t *testing.T, quiet int, stock0, stock1 string) engine.Round {
	t.Helper()
	return set(t, scene{Quiet: quiet, Piles: piles{"hand:0": "9 9", "hand:1": "9 9", "stock:0": stock0, "stock:1": stock1, "wall:1": "1"}})
}

func testBlocked(t *testing.T) {
	r := passed(t, 78, "8 8 8", "8 8 8 8 7")
	play(t, r, p1, "discard 9 >a")
	equal(t, "quiet", fmt.Sprint(look(r, p2).Quiet, " of ", look(r, p2).Block), "79 of 80")
	events := play(t, r, p2, "discard 9 >a")
	equal(t, "events", kinds(events), "discarded blocked")
	result := ended(t, r)
	equal(t, "result", said(result.How, result.By, result.Winner, result.Points), "blocked -1 0 [1 0]")
	equal(t, "nobody drew", look(r, p1).Counts, []int{1, 4})

	r = passed(t, 79, "8 8 8", "7 7 7")
	play(t, r, p1, "discard 9 >a")
	equal(t, "drawn", said(ended(t, r).Winner, ended(t, r).Points), "-1 [0 0]")

	r = table(t, piles{"hand:0": "2 9 9", "wall:1": "1"})
	play(t, r, p1, "build 2 @hand >wall:1")
	r = set(t, scene{Quiet: 79, Piles: piles{"hand:0": "2 9 9", "hand:1": "9", "wall:1": "1"}})
	play(t, r, p1, "build 2 @hand >wall:1", "discard 9 >a")
	equal(t, "a card built starts the count anew", look(r, p2).Quiet, 0)
	play(t, r, p2, "discard 9 >a")
	equal(t, "and the next turn goes on from there", look(r, p1).Quiet, 1)

	r = set(t, scene{Seats: 3, Turn: p2, Spent: true, Piles: piles{"stock:0": "9", "stock:1": "8 8", "stock:2": "7 7", "a:1": "2"}})
	play(t, r, p2, "end")
	play(t, r, p3, "end")
	equal(t, "not yet", r.ToMove(), []engine.Seat{p1})
	events = play(t, r, p1, "end")
	equal(t, "events", kinds(events), "ended blocked")
	equal(t, "winner", ended(t, r).Winner, p1)

	r = set(t, scene{Spent: true, Empty: 1, Quiet: 1, Piles: piles{"stock:0": "9", "stock:1": "8 8", "a:0": "1"}})
	play(t, r, p1, "build 1 @a >wall:1", "end")
	play(t, r, p2, "end")
	equal(t, "who has built is not counted", r.ToMove(), []engine.Seat{p1})
	play(t, r, p1, "end")
	equal(t, "over", len(r.ToMove()), 0)
}

// won is a match in which P1 is about to win the game.
func won(t *testing.T, options engine.Options, totals ...int) *engine.Match {
	t.Helper()
	return inMatch(t, scene{
		Seats: len(totals), Options: options, Dealer: p2,
		Piles: piles{"stock:0": "5", "stock:1": "9 8 7 6", "hand:0": "1 2", "wall:1": "1 2 3 4"},
	}, totals...)
}

// inMatch is a scene in the first game of a match.
func inMatch(t *testing.T, s scene, totals ...int) *engine.Match {
	t.Helper()
	m, err := engine.LoadMatch(huangdi.Game{}, engine.Seed{}, encode(t, map[string]any{
		"number": 1, "dealer": s.Dealer, "totals": totals, "since": make([]int, len(totals)),
		"options": s.Options, "round": set(t, s),
	}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func testMatch(t *testing.T) {
	m := won(t, nil, 0, 0)
	play(t, m, p1, "build 5 @stock >wall:1")
	outcome, over := m.Outcome()
	equal(t, "over", over, true)
	equal(t, "outcome", said(outcome.How, outcome.Placing), "target [1 2]")
	equal(t, "totals", m.Totals(), []int{1, 0})

	m = inMatch(t, scene{Dealer: p2, Quiet: 79, Piles: piles{"hand:0": "9", "stock:0": "8 8", "stock:1": "7 7"}}, 0, 0)
	play(t, m, p1, "discard 9 >a")
	equal(t, "a drawn game counts for nobody", said(m.Totals(), m.Between()), "[0 0] true")
	for _, s := range m.ToMove() {
		play(t, m, s, "next")
	}
	equal(t, "the next deals", m.Dealer(), p1)
	equal(t, "and the other begins", m.ToMove(), []engine.Seat{p2})
}

func testSecrets(t *testing.T) {
	r := table(t, piles{"hand:0": "1 4 9 J R", "hand:1": "2 2", "stock:0": "8 3 7", "stock:1": "6 5", "a:0": "9 9", "draw": "10 10"})
	for viewer := engine.Spectator; viewer <= p2; viewer++ {
		v := look(r, viewer)
		want := map[engine.Seat]string{p1: "1 4 9 J R", p2: "2 2"}[viewer]
		equal(t, "hand", card.Write(v.Hand), want)
		equal(t, "counts", v.Counts, []int{5, 2})
		equal(t, "stocks", v.Stocks, []int{3, 2})
		equal(t, "tops", card.Write(v.Tops), "7 5")
		equal(t, "draw pile", v.Draw, 104-5-2-3-2-2)
		equal(t, "end", v.End == nil, true)
	}
	events := play(t, r, p1, "discard 9 >b")
	drew := events[1]
	equal(t, "drawn", said(drew.Seat, drew.N, drew.Secret), "1 3 [1 10 10]")
	seen, open := drew.For(p1)
	equal(t, "as P1 sees it", said(open, seen.N, len(seen.Secret)+len(seen.Cards)), "true 3 0")

	r = table(t, piles{"hand:0": "9 J", "hand:1": "2 2", "stock:0": "1", "stock:1": "6 5"})
	play(t, r, p1, "build 1 @stock >wall:1")
	v := look(r, engine.Spectator)
	equal(t, "hands are shown", fmt.Sprint(v.End.Hands), "[[9 J] [2 2]]")
	equal(t, "stocks are not", said(v.End.Stocks, card.Write(v.Tops)), "[0 2] ?? 5")
	equal(t, "phase and turn", said(v.Phase, v.Turn), "over -1")
}

func testAbsent(t *testing.T) {
	for _, c := range []struct {
		given piles
		auto  string
	}{
		{piles{"hand:0": "2 3", "stock:0": "9 2", "wall:1": "1", "wall:3": "1"}, "build 2 @stock >wall:1"},
		{piles{"hand:0": "2 3", "stock:0": "9 J", "wall:1": "1"}, "build J @stock >wall:1"},
		{piles{"hand:0": "1 2 3 R", "stock:0": "9 7", "wall:1": to8}, "discard 3 >a"}, // a reversal is not direct
		{piles{"hand:0": "1 2 8 J R", "a:0": "3"}, "discard 8 >b"},
		{piles{"hand:0": "8 8", "a:0": "3", "b:0": "3"}, "discard 8 >a"},
		{piles{"hand:0": "J J R", "a:0": "3 3", "b:0": "3"}, "discard R >b"},
		{piles{"hand:0": "J J"}, "discard J >a"},
		{piles{"hand:0": "10 J"}, "discard 10 >a"},
	} {
		r := table(t, c.given)
		auto := r.(engine.Absent).Auto(p1)
		equal(t, fmt.Sprint(c.given), auto.String(), c.auto)
		equal(t, "listed", slices.Contains(r.Legal(p1, nil), auto), true)
	}
	r := set(t, scene{Spent: true, Piles: piles{"stock:0": "9"}})
	equal(t, "without cards", r.(engine.Absent).Auto(p1).String(), "end")

	m := won(t, nil, 0, 0, 0)
	play(t, m, p1, "leave")
	equal(t, "played on", m.Auto(p1).String(), "build 5 @stock >wall:1")
	play(t, m, p1, "build 5 @stock >wall:1")
	_, over := m.Outcome()
	equal(t, "but wins nothing", said(over, m.Totals()), "false [1 0 0]")
	m = won(t, nil, 0, 0)
	play(t, m, p1, "leave")
	outcome, _ := m.Outcome()
	equal(t, "of two the other wins", said(outcome.How, outcome.Winner()), "left 1")
}

package huangdi_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
)

// rules are the numbers of doc.go, each with the test of its sentence.
var rules = []struct {
	number int
	says   string
	test   func(*testing.T)
}{
	{1, "eight of each number, twelve jokers, twelve reverse cards", testDeck},
	{2, "ten cards each as stock, the last turned up", testDeal},
	{3, "draw to five, build at will, discard", testTurn},
	{4, "a wall starts with 1 and goes up by one", testWalls},
	{5, "a finished wall goes under the draw pile", testFinished},
	{6, "hand, stock and own discard piles", testSources},
	{7, "one card of each opponent in a turn", testBorrowing},
	{8, "the next stock card is turned up, and none is discarded", testStock},
	{9, "a joker stands for the number needed", testJoker},
	{10, "a reverse card turns a wall with its companion", testReverse},
	{11, "an ascending 1 is not reversed, an ascending 2 is finished", testShortWalls},
	{12, "reverse card and companion from two places", testCompanion},
	{13, "an empty hand is filled while building", testEmptyHand},
	{14, "any card of the hand on any own pile", testDiscard},
	{15, "discards become the draw pile", testRecycling},
	{16, "without cards the turn ends without a discard", testEnd},
	{17, "the last stock card wins at once", testOut},
	{18, "80 turns without a card built block the game", testBlocked},
	{19, "one point for the winner, one game to a match", testMatch},
	{20, "hands and covered stock cards are secret", testSecrets},
	{21, "absent players build the stock card or discard", testAbsent},
}

func TestRules(t *testing.T) {
	for _, r := range rules {
		t.Run(fmt.Sprintf("rule %d: %s", r.number, r.says), r.test)
	}
}

// TestRulesAreThoseOfTheDoc keeps a rule from going without a test, and a test
// without a rule.
func TestRulesAreThoseOfTheDoc(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var written, tested []string
	for _, m := range regexp.MustCompile(`(?m)^//  (\d+)\. `).FindAllSubmatch(doc, -1) {
		written = append(written, string(m[1]))
	}
	for i, r := range rules {
		tested = append(tested, fmt.Sprint(r.number))
		equal(t, "number", r.number, i+1)
	}
	if !slices.Equal(written, tested) {
		t.Errorf("doc.go numbers the rules %v, the tests %v", written, tested)
	}
	for _, option := range (huangdi.Game{}).Info().Options {
		line := fmt.Sprintf(`(?m)^//\t%s +`, option.Key)
		for _, value := range option.Values {
			line += value + " ?"
		}
		if !regexp.MustCompile(line).Match(doc) {
			t.Errorf("doc.go lacks the option %s with its values %v", option.Key, option.Values)
		}
	}
}

// deck counts the cards of a round by name.
func deck(r engine.Round) map[string]int {
	n := map[string]int{}
	for _, heap := range r.Cards() {
		for _, c := range heap.Cards {
			n[c.String()]++
		}
	}
	return n
}

func deal(t *testing.T, seats int, dealer engine.Seat, options engine.Options) engine.Round {
	t.Helper()
	r, err := huangdi.Game{}.Deal(engine.Setup{Seats: seats, Dealer: dealer, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func testDeck(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		n := deck(deal(t, seats, 0, nil))
		equal(t, "kinds", len(n), 12)
		for name, times := range n {
			want := 8
			if name == "J" || name == "R" {
				want = 12
			}
			equal(t, name, times, want)
		}
	}
	pack := make([]card.Card, 0, 104)
	for name, times := range deck(deal(t, 2, 0, nil)) {
		for range times {
			pack = append(pack, cards(t, name)...)
		}
	}
	for name, setup := range map[string]engine.Setup{
		"one seat":        {Seats: 1},
		"five seats":      {Seats: 5},
		"no dealer":       {Seats: 2, Dealer: 2},
		"a short pack":    {Seats: 2, Pack: pack[1:]},
		"a card too many": {Seats: 2, Pack: append(slices.Clone(pack), card.Joker)},
		"another card":    {Seats: 2, Pack: append(slices.Clone(pack[1:]), card.New(7, card.Hearts))},
		"no such rule":    {Seats: 2, Options: engine.Options{"walls": "5"}},
	} {
		if _, err := (huangdi.Game{}).Deal(setup); err == nil {
			t.Errorf("%s: dealt", name)
		}
	}
	if _, err := (huangdi.Game{}).Deal(engine.Setup{Seats: 2, Pack: pack}); err != nil {
		t.Error(err)
	}
}

func testDeal(t *testing.T) {
	var pack []card.Card
	for _, name := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"} {
		for range 8 {
			pack = append(pack, cards(t, name)...)
		}
	}
	for range 12 {
		pack = append(pack, card.Joker, card.Reverse)
	}
	for seats, draw := range map[int]int{2: 84, 3: 74, 4: 64} {
		r, err := huangdi.Game{}.Deal(engine.Setup{Seats: seats, Dealer: 1, Pack: pack})
		if err != nil {
			t.Fatal(err)
		}
		first := engine.Seat(2 % seats)
		equal(t, "to move", r.ToMove(), []engine.Seat{first})
		for s := range engine.Seat(seats) {
			// The seats are dealt to in turn, from the dealer's left.
			place := (int(s) - 2 + 2*seats) % seats
			for i, c := range cards(t, pile(t, r, fmt.Sprint("stock:", s))) {
				equal(t, "stock", c, pack[i*seats+place])
			}
			equal(t, "top", look(r, engine.Spectator).Tops[s], pack[9*seats+place])
			holds(t, r, piles{fmt.Sprint("a:", s): "", fmt.Sprint("b:", s): ""})
			if s != first {
				holds(t, r, piles{fmt.Sprint("hand:", s): ""})
			}
		}
		equal(t, "drawn", pile(t, r, fmt.Sprint("hand:", first)), card.Write(slices.Sorted(slices.Values(pack[10*seats:10*seats+5]))))
		equal(t, "next cards", pile(t, r, "draw"), card.Write(pack[10*seats+5:]))
		equal(t, "draw pile", look(r, p1).Draw, draw-5)
		holds(t, r, piles{"wall:1": "", "wall:2": "", "wall:3": ""})
	}
}

func testTurn(t *testing.T) {
	r := table(t, piles{"hand:0": "1 2 4 9 9", "hand:1": "8 R", "draw": "3 5 6 7 7", "stock:1": "9"})
	refused(t, r, p2, "discard 8 >a", engine.RuleNotYourTurn)
	refused(t, r, engine.Spectator, "discard 9 >a", engine.RuleNotYourTurn)
	equal(t, "need not build", listed(t, r, p1, "discard 9 >a"), true)
	play(t, r, p1, "build 1 @hand >wall:1", "build 2 @hand >wall:1")
	equal(t, "to move", r.ToMove(), []engine.Seat{p1})
	for _, text := range []string{
		"build", "build 4", "build 4 >wall:1", "build 4 @draw >wall:1", "build 4 @hand >a", "build 4 9 @hand >wall:1",
		"build 4 @0:a >wall:1", "build 4 @2:a >wall:1", "build 4 @c >wall:1", "build 4 @hand +@hand >wall:1", "build J=3 @hand >wall:1",
		"reverse 4 @hand >wall:1", "reverse 4 @hand +@draw >wall:1", "discard 4 +@hand >a", "end >a", "end 4", "draw @stock", "pass", "ready",
	} {
		refused(t, r, p1, text, huangdi.RuleMove)
	}
	events := play(t, r, p1, "discard 9 >b")
	equal(t, "events", kinds(events), "discarded drew")
	holds(t, r, piles{"hand:0": "4 9", "b:0": "9", "hand:1": "3 5 6 8 R"})
	equal(t, "to move", r.ToMove(), []engine.Seat{p2})
	refused(t, r, p1, "discard 4 >a", engine.RuleNotYourTurn)

	three := set(t, scene{Seats: 3, Turn: p3, Piles: piles{"hand:2": "5 5"}})
	play(t, three, p3, "discard 5 >a")
	equal(t, "clockwise", three.ToMove(), []engine.Seat{p1})
}

func testWalls(t *testing.T) {
	r := table(t, piles{"hand:0": "1 1 2 3 J", "wall:2": "1 2 3"})
	refused(t, r, p1, "build 2 @hand >wall:1", huangdi.RuleNeed)
	play(t, r, p1, "build 1 @hand >wall:1")
	refused(t, r, p1, "build 1 @hand >wall:1", huangdi.RuleNeed)
	refused(t, r, p1, "build 3 @hand >wall:1", huangdi.RuleNeed)
	args := refusal(t, r, p1, "build 3 @hand >wall:2", huangdi.RuleNeed).Args
	equal(t, "wall and need", args, map[string]int{"wall": 2, "need": 4})
	refused(t, r, p1, "build 7 @hand >wall:1", huangdi.RuleNotInHand)
	equal(t, "places", refusal(t, r, p1, "build 1 @hand >wall:4", huangdi.RuleWall).Args["walls"], 3)
	refused(t, r, p1, "build 1 @hand", huangdi.RuleWall)
	play(t, r, p1, "build 2 @hand >wall:1", "build 3 @hand >wall:1", "build 1 @hand >wall:3")
	holds(t, r, piles{"wall:1": "1 2 3", "wall:2": "1 2 3", "wall:3": "1"})
}

func testFinished(t *testing.T) {
	r := table(t, piles{"hand:0": "1 4 10", "wall:1": to9, "draw": "7 7 3 2"})
	before := pile(t, r, "draw")
	events := play(t, r, p1, "build 10 @hand >wall:1")
	equal(t, "events", kinds(events), "built finished")
	equal(t, "cards", events[1].N, 10)
	after := pile(t, r, "draw")
	equal(t, "order of the draw pile", after[:len(before)], before)
	returned := cards(t, after[len(before)+1:])
	equal(t, "sorted", card.Write(slices.Sorted(slices.Values(returned))), to9+" 10")
	equal(t, "shuffled", slices.IsSorted(returned), false)
	holds(t, r, piles{"wall:1": ""})
	play(t, r, p1, "build 1 @hand >wall:1")

	r = table(t, piles{"hand:0": "1 9 9", "wall:3": "1 J=2 3 J=4 5 4 3 2"})
	n := look(r, p1).Draw
	play(t, r, p1, "build 1 @hand >wall:3")
	equal(t, "with the reverse card", look(r, p1).Draw, n+10)
	holds(t, r, piles{"wall:3": "", "reversed:3": ""})
}

func testSources(t *testing.T) {
	given := piles{"hand:0": "6 9 9", "stock:0": "8 8 4", "a:0": "9 4", "b:0": "5", "wall:1": "1 2 3", "wall:2": "1 2 3"}
	r := table(t, given)
	refused(t, r, p1, "build 4 @hand >wall:1", huangdi.RuleNotInHand)
	refused(t, r, p1, "build 9 @a >wall:1", huangdi.RuleNotOnTop)
	refused(t, r, p1, "build 8 @stock >wall:1", huangdi.RuleNotOnTop)
	refused(t, r, p1, "build 4 @1:a >wall:1", huangdi.RuleNotOnTop)
	play(t, r, p1, "build 4 @a >wall:1", "build 4 @stock >wall:2", "build 5 @b >wall:1", "build 6 @hand >wall:1")
	holds(t, r, piles{"hand:0": "9 9", "stock:0": "8 8", "a:0": "9", "b:0": "", "wall:1": "1 2 3 4 5 6", "wall:2": "1 2 3 4"})
	refused(t, r, p1, "build 5 @b >wall:2", huangdi.RuleNotOnTop)
}

func testBorrowing(t *testing.T) {
	r := set(t, scene{Seats: 3, Piles: piles{
		"hand:0": "5 9 9", "hand:1": "9", "hand:2": "9", "wall:1": "1 2 3", "wall:2": "1 2 3 4", "a:1": "9 4", "b:1": "5", "a:2": "6",
	}})
	events := play(t, r, p1, "build 4 @1:a >wall:1")
	equal(t, "events", kinds(events), "borrowed")
	equal(t, "borrowed from", look(r, p3).Borrowed, []bool{false, true, false})
	refused(t, r, p1, "build 5 @1:b >wall:1", huangdi.RuleBorrowed)
	play(t, r, p1, "build 5 @hand >wall:1", "build 6 @2:a >wall:1")
	equal(t, "borrowed from", look(r, p3).Borrowed, []bool{false, true, true})
	play(t, r, p1, "discard 9 >a")
	equal(t, "a new turn", look(r, p3).Borrowed, []bool{false, false, false})
	play(t, r, p2, "discard 9 >a")
	equal(t, "of the one before", listed(t, r, p3, "discard 9 >a"), true)
	play(t, r, p3, "discard 9 >a")
	play(t, r, p1, "build 5 @1:b >wall:2")
}

func testStock(t *testing.T) {
	r := table(t, piles{"hand:0": "9 9", "stock:0": "8 8 6 5 4", "wall:1": "1 2 3", "a:0": "7"})
	events := play(t, r, p1, "build 4 @stock >wall:1")
	equal(t, "events", kinds(events), "built_stock turned")
	equal(t, "turned up", said(events[1].Cards, events[1].Open), "[5] true")
	for viewer := engine.Spectator; viewer <= p2; viewer++ {
		equal(t, "top", look(r, viewer).Tops[p1].String(), "5")
		equal(t, "count", look(r, viewer).Stocks[p1], 4)
	}
	play(t, r, p1, "build 5 @stock >wall:1")
	for with, text := range map[string]string{
		"7 R": "reverse 7 @hand +@stock >wall:1", "R 7": "reverse 7 @stock +@hand >wall:1",
	} {
		again := table(t, piles{"hand:0": "7 R", "stock:0": "3 " + with, "wall:1": to8})
		equal(t, text, kinds(play(t, again, p1, text)), "reversed turned")
	}
	refused(t, r, p1, "discard 6 >a", huangdi.RuleNotInHand)
	refused(t, r, p1, "discard 6 @stock >a", huangdi.RuleDiscardHand)
	refused(t, r, p1, "discard 7 @a >b", huangdi.RuleDiscardHand)
}

func testJoker(t *testing.T) {
	r := table(t, piles{"hand:0": "2 5 J J J", "wall:2": "1 2 3", "stock:0": "9 J"})
	equal(t, "builds", legal(r, p1, "build"),
		"J @hand >wall:1; J @hand >wall:2; J @hand >wall:3; J @stock >wall:1; J @stock >wall:2; J @stock >wall:3")
	equal(t, "reversals", legal(r, p1, "reverse"), "")
	events := play(t, r, p1, "build J @hand >wall:1")
	equal(t, "told", fmt.Sprint(events[0].Cards), "[J=1]")
	play(t, r, p1, "build 2 @hand >wall:1", "build J @hand >wall:1", "build J @hand >wall:1", "build 5 @hand >wall:1")
	holds(t, r, piles{"wall:1": "J=1 2 J=3 J=4 5"})
	play(t, r, p1, "build J @stock >wall:2")
	holds(t, r, piles{"wall:2": "1 2 3 J=4", "stock:0": "9"})
	r = table(t, piles{"hand:0": "2 J J", "wall:1": "1 2 3"})
	refused(t, r, p1, "reverse 2 @hand +@hand >wall:1", huangdi.RuleNotReverse)
	refused(t, r, p1, "build J=4 @hand >wall:1", huangdi.RuleMove)
}

func testReverse(t *testing.T) {
	r := table(t, piles{"hand:0": "3 6 7 9 R", "wall:1": to8})
	refused(t, r, p1, "build R @hand >wall:1", huangdi.RuleReverseAlone)
	refused(t, r, p1, "reverse R @hand +@hand >wall:1", huangdi.RuleCompanion)
	equal(t, "need", refusal(t, r, p1, "reverse 9 @hand +@hand >wall:1", huangdi.RuleCompanion).Args, map[string]int{"wall": 1, "need": 7})
	refused(t, r, p1, "reverse 8 @hand +@hand >wall:1", huangdi.RuleNotInHand)
	refused(t, r, p1, "reverse 7 @hand +@stock >wall:1", huangdi.RuleNotReverse)
	events := play(t, r, p1, "reverse 7 @hand +@hand >wall:1")
	equal(t, "events", kinds(events), "reversed")
	equal(t, "cards", fmt.Sprint(events[0].Cards), "[R 7]")
	holds(t, r, piles{"wall:1": to8 + " 7", "reversed:1": "R", "hand:0": "3 6 9"})
	w := look(r, p2).Walls[0]
	equal(t, "wall", said(w.Down, w.Reversed, w.Need, w.Reverse), "true 1 6 8")
	refused(t, r, p1, "build 9 @hand >wall:1", huangdi.RuleNeed)
	play(t, r, p1, "build 6 @hand >wall:1")

	r = table(t, piles{"hand:0": "2 R", "wall:1": "1 2 J=3"})
	play(t, r, p1, "reverse 2 @hand +@hand >wall:1")
	equal(t, "on a joker", look(r, p1).Walls[0].Need, 1)
	r = table(t, piles{"hand:0": "J R", "wall:1": "1 2 3"})
	play(t, r, p1, "reverse J @hand +@hand >wall:1")
	holds(t, r, piles{"wall:1": "1 2 3 J=2"})
}

func testShortWalls(t *testing.T) {
	for _, wall := range []string{"1", "J=1"} {
		r := table(t, piles{"hand:0": "1 2 J R", "wall:1": wall})
		equal(t, "shown", look(r, p1).Walls[0].Reverse, 0)
		for _, c := range []string{"1", "2", "J"} {
			refused(t, r, p1, "reverse "+c+" @hand +@hand >wall:1", huangdi.RuleReverseOne)
			refused(t, r, p1, "reverse "+c+" @hand +@hand >wall:2", huangdi.RuleReverseEmpty)
		}
	}
	for _, c := range []string{"1", "J"} {
		r := table(t, piles{"hand:0": "4 9 9 R " + c, "wall:1": "1 2"})
		n := look(r, p1).Draw
		equal(t, "events", kinds(play(t, r, p1, "reverse "+c+" @hand +@hand >wall:1")), "reversed finished")
		equal(t, "draw pile", look(r, p1).Draw, n+4)
		holds(t, r, piles{"wall:1": "", "reversed:1": "", "hand:0": "4 9 9"})
	}
}

func testCompanion(t *testing.T) {
	given := scene{Seats: 3, Piles: piles{
		"hand:0": "5 7 R", "stock:0": "7 R", "a:0": "7 R", "b:0": "7", "a:1": "R", "b:1": "7", "a:2": "7", "b:2": "R", "wall:1": to8,
	}}
	from := []string{"@hand", "@b", "@1:b", "@2:a"}
	with := []string{"@hand", "@stock", "@a", "@1:a", "@2:b"}
	var all []string
	for _, f := range from {
		for _, w := range with {
			text := fmt.Sprintf("reverse 7 %s +%s >wall:1", f, w)
			r := set(t, given)
			if f != "@hand" && f != "@b" && f[:2] == w[:2] {
				refused(t, r, p1, text, huangdi.RuleBorrowBoth)
				continue
			}
			all = append(all, text[len("reverse "):])
			play(t, r, p1, text)
			equal(t, "wall", pile(t, r, "wall:1"), to8+" 7")
			equal(t, "beside it", pile(t, r, "reversed:1"), "R")
			lent := look(r, p1).Borrowed
			equal(t, "borrowed from P2", lent[p2], f == "@1:b" || w == "@1:a")
			equal(t, "borrowed from P3", lent[p3], f == "@2:a" || w == "@2:b")
		}
	}
	r := set(t, given)
	equal(t, "reversals", fmt.Sprint(len(all)), "18")
	for _, text := range all {
		equal(t, text, listed(t, r, p1, "reverse "+text), true)
	}
	refused(t, r, p1, "reverse 7 @stock +@stock >wall:1", huangdi.RuleSamePlace)
	refused(t, r, p1, "reverse 7 @a +@a >wall:1", huangdi.RuleSamePlace)
	refused(t, r, p1, "reverse 7 @stock +@hand >wall:1", huangdi.RuleNotOnTop)
	given.Borrowed = []engine.Seat{p2}
	r = set(t, given)
	refused(t, r, p1, "reverse 7 @1:b +@hand >wall:1", huangdi.RuleBorrowed)
	refused(t, r, p1, "reverse 7 @hand +@1:a >wall:1", huangdi.RuleBorrowed)
}

package rummy_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
)

// rules are the numbers of doc.go, each with the test of its sentence.
var rules = []struct {
	number int
	says   string
	test   func(*testing.T)
}{
	{1, "ten, seven or six cards each, one turned up", testDeal},
	{2, "draw, lay, discard", testTurn},
	{3, "from the stock unseen, the top discard seen", testDraw},
	{4, "sets of three or four, runs with the ace low", testMelds},
	{5, "one new meld in a turn", testOneMeld},
	{6, "laying off on any meld, card by card", testLayOff},
	{7, "what is on the table stays", testTable},
	{8, "the card just taken is not discarded", testTaken},
	{9, "no dead end", testDeadEnd},
	{10, "an empty hand ends the round", testGoingOut},
	{11, "an empty stock is renewed five times", testRenewal},
	{12, "a stock that cannot be renewed blocks the round", testBlocked},
	{13, "aces 1, courts and tens 10, pips", testValues},
	{14, "the winner scores what the others hold", testScore},
	{15, "a Rummy counts double", testRummy},
	{16, "the only lowest hand scores the differences", testDifferences},
	{17, "a total of 100 wins", testMatchEnd},
	{18, "the deal passes clockwise", testDealer},
	{19, "a hand is its owner's secret", testSecrets},
	{20, "absent players draw and discard, leavers win nothing", testAbsent},
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
	var table []string
	for _, m := range regexp.MustCompile(`(?m)^//\t([a-z_]+)  +`).FindAllSubmatch(doc, -1) {
		table = append(table, string(m[1]))
	}
	var keys []string
	for _, option := range (rummy.Game{}).Info().Options {
		keys = append(keys, option.Key)
		if !regexp.MustCompile(`(?m)^//\t` + option.Key + ` +` + strings.Join(option.Values, " ") + `( |$)`).Match(doc) {
			t.Errorf("doc.go lacks the option %s with its values %v", option.Key, option.Values)
		}
	}
	equal(t, "options of doc.go", table, keys)
}

func testDeal(t *testing.T) {
	pack := card.French()
	for seats, want := range map[int][2]int{2: {10, 31}, 3: {7, 30}, 4: {7, 23}, 5: {6, 21}, 6: {6, 15}} {
		r, err := rummy.Game{}.Deal(engine.Setup{Seats: seats, Dealer: p1, Pack: pack})
		if err != nil {
			t.Fatal(err)
		}
		view := look(r, p2)
		for s, n := range view.Counts {
			equal(t, "cards", n, want[0])
			// The seat on the dealer's left has the first card, the dealer the last
			// of each turn.
			first := (s + seats - 1) % seats
			equal(t, "dealt one at a time", look(r, engine.Seat(s)).Hand[1], pack[first+seats])
		}
		equal(t, "stock", view.Stock, want[1])
		equal(t, "up-card", view.Top, pack[seats*want[0]])
		equal(t, "discards", view.Discards, 1)
		equal(t, "to move", r.ToMove(), []engine.Seat{p2})
		play(t, r, p2, "draw @stock")
		equal(t, "next card", look(r, p2).Drawn, pack[seats*want[0]+1])
	}
	for name, setup := range map[string]engine.Setup{
		"one seat":     {Seats: 1},
		"seven seats":  {Seats: 7},
		"no dealer":    {Seats: 2, Dealer: 2},
		"short pack":   {Seats: 2, Pack: pack[1:]},
		"a card twice": {Seats: 2, Pack: append(pack[1:52:52], pack[1])},
		"no such rule": {Seats: 2, Options: on("ace", "wild")},
	} {
		if _, err := (rummy.Game{}).Deal(setup); err == nil {
			t.Errorf("%s: dealt", name)
		}
	}
}

func testTurn(t *testing.T) {
	r := position{
		Hands: "5C 5D 5H 8S KD 2C", Melds: []string{"2 5S 6S 7S"}, Discard: "3H", Stock: "TD 9D",
	}.round(t)
	equal(t, "draws", r.Legal(p1, nil), []engine.Move{move(t, "draw @stock"), move(t, "draw @discard")})
	refused(t, r, p2, "draw @stock", engine.RuleNotYourTurn)
	for _, text := range []string{"discard 2C", "meld 5C 5D 5H", "layoff 8S >meld:1", "draw", "draw @hand", "draw KD @stock"} {
		refused(t, r, p1, text, rummy.RulePhase)
	}
	play(t, r, p1, "draw @stock")
	for _, text := range []string{
		"draw @stock", "draw @discard", "pass", "discard 2C @hand", "discard 2C >discard", "meld 5C 5D 5H >meld:2",
		"meld 5C 5D 5H @hand", "layoff 8S", "layoff 8S @hand >meld:1", "layoff 8S >discard", "layoff 8S >1:meld:1", "discard 2C +@hand",
	} {
		refused(t, r, p1, text, rummy.RulePhase)
	}
	for _, text := range []string{"discard KD 2C", "discard", "discard KD=2C", "layoff 8S KD >meld:1", "layoff >meld:1"} {
		refused(t, r, p1, text, rummy.RuleOneByOne)
	}
	for _, text := range []string{"discard 9D", "layoff 4S >meld:1", "meld 5C 5D 9D", "meld 5C=5H 5D 5H", "meld 5C | 5D", "meld QH>meld:1 5C 5D"} {
		refused(t, r, p1, text, rummy.RuleNotInHand)
	}
	refused(t, r, p2, "discard 3C", engine.RuleNotYourTurn)
	// Laying off first, melding after it.
	play(t, r, p1, "layoff 8S >meld:1", "meld 5C 5D 5H", "discard 2C")
	equal(t, "hand", hand(r, p1), "TD KD")
	equal(t, "to move", r.ToMove(), []engine.Seat{p2})
	equal(t, "phase", look(r, p2).Phase, rummy.PhaseDraw)

	// Nothing need be laid.
	r = position{Hands: "5C 5D 5H 8S KD 2C", Stock: "TD"}.round(t)
	play(t, r, p1, "draw @stock", "discard TD")

	// Melding first, and play is clockwise.
	r = position{Hands: "5C 5D 5H 6H 7H 2C | | ", Discard: "3H", Stock: "8H", Turn: p1}.round(t)
	play(t, r, p1, "draw @stock", "meld 5H 6H 7H", "layoff 8H >meld:1", "discard 2C")
	for _, s := range []engine.Seat{p2, p3} {
		equal(t, "to move", r.ToMove(), []engine.Seat{s})
		play(t, r, s, "draw @stock", "discard "+look(r, s).Hand[0].String())
	}
	equal(t, "to move", r.ToMove(), []engine.Seat{p1})
}

func testDraw(t *testing.T) {
	start := position{Hands: "2C 5D KH | 3C 8D JS", Discard: "3H 9H", Stock: "4C 7H"}
	r := start.round(t)
	events := play(t, r, p1, "draw @stock")
	equal(t, "own eyes", look(r, p1).Drawn.String(), "4C")
	equal(t, "no mark", look(r, p1).Taken, card.Unknown)
	equal(t, "secret", events[0].Secret, cards(t, "4C"))
	seen, _ := events[0].For(p2)
	equal(t, "the other's eyes", len(seen.Secret)+len(seen.Cards), 0)

	r = start.round(t)
	events = play(t, r, p1, "draw @discard")
	seen, _ = events[0].For(p2)
	equal(t, "taken", fmt.Sprint(seen.Cards), "[9H]")
	equal(t, "known", look(r, p2).Known[p1], cards(t, "9H"))
	equal(t, "top", look(r, p2).Top.String(), "3H")
	equal(t, "marked", look(r, p1).Taken.String(), "9H")
	play(t, r, p1, "discard 2C")
	equal(t, "known as long as it is held", look(r, p2).Known[p1], cards(t, "9H"))
	play(t, r, p2, "draw @stock", "discard 3C")
	play(t, r, p1, "draw @stock", "discard 9H")
	equal(t, "and no longer", len(look(r, p2).Known[p1]), 0)

	// Also in the first turn.
	first, err := rummy.Game{}.Deal(engine.Setup{Seats: 2, Dealer: p2, Pack: card.French()})
	if err != nil {
		t.Fatal(err)
	}
	play(t, first, p1, "draw @discard")
	equal(t, "an empty discard pile", look(first, p2).Top, card.Unknown)
}

func testMelds(t *testing.T) {
	for text, rule := range map[string]string{
		"5C 5D 5H": "", "5C 5D 5H 5S": "", "AC AD AS": "", "AC 2C 3C": "", "JS QS KS": "", "4H 5H 6H 7H 8H 9H TH JH QH": "",
		"5C 6C": rummy.RuleFew, "5C": rummy.RuleFew, "5C 5D": rummy.RuleFew,
		"5C 6C 7D": rummy.RuleMeld, "5C 6C 8C": rummy.RuleMeld, "5C 5D 6H": rummy.RuleMeld, "5C 5D 5H 6H": rummy.RuleMeld,
		"QD KD AD": rummy.RuleAceLow, "JD QD KD AD": rummy.RuleAceLow,
		"KD AD 2D": rummy.RuleCorner, "QD KD AD 2D 3D": rummy.RuleCorner, "QD KD AC": rummy.RuleMeld, "KD AD 2C": rummy.RuleMeld,
		"6C 5C 7C": rummy.RuleOrder, "5D 5C 5H": rummy.RuleOrder, "7C 6C 5C": rummy.RuleOrder, "3C 2C AC": rummy.RuleOrder,
	} {
		drawn := strings.Fields(text)[0]
		spare := "9D"
		if strings.Contains(text, spare) {
			spare = "2S"
		}
		r := position{Hands: text + " " + spare, Drawn: drawn}.round(t)
		if rule == "" {
			equal(t, text+" is listed", listed(t, r, p1, "meld "+text), true)
			play(t, r, p1, "meld "+text)
			equal(t, "on the table", piles(r)["meld:1"], text)
		} else {
			refused(t, r, p1, "meld "+text, rule)
		}
	}
	r := position{Hands: "5C 5D 5H 9D", Drawn: "5C"}.round(t)
	refused(t, r, p1, "meld", rummy.RuleFew)
	refused(t, r, p1, "meld 5C 5C 5C", rummy.RuleFew)
}

func testOneMeld(t *testing.T) {
	r := position{Hands: "5C 5D 5H 8S 9S TS KD | 3C 6D", Stock: "2D 4D 7D", Drawn: "KD"}.round(t)
	equal(t, "melds", melds(t, r), "5C 5D 5H, 8S 9S TS")
	events := play(t, r, p1, "meld 5C 5D 5H")
	equal(t, "said", fmt.Sprint(events[0].Kind, events[0].Cards, events[0].To), "melded[5C 5D 5H] meld:1")
	equal(t, "laid", look(r, p2).Laid, 1)
	equal(t, "melds", melds(t, r), "")
	refused(t, r, p1, "meld 8S 9S TS", rummy.RuleOnce)
	play(t, r, p1, "discard KD")
	play(t, r, p2, "draw @stock", "discard 2D")
	play(t, r, p1, "draw @stock", "meld 8S 9S TS")
	view := look(r, engine.Spectator)
	equal(t, "on the table", fmt.Sprint(view.Melds), "[{0 [5C 5D 5H] []} {0 [8S 9S TS] []}]")
}

// melds are the melds a seat to move may lay, in their order.
func melds(t *testing.T, r engine.Round) string {
	t.Helper()
	var texts []string
	for _, m := range r.Legal(r.ToMove()[0], nil) {
		if text, is := strings.CutPrefix(m.String(), "meld "); is {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
}

func testLayOff(t *testing.T) {
	start := position{Hands: "7S JS QS 4D 2H", Melds: []string{"2 8S 9S TS"}, Drawn: "JS"}
	r := start.round(t)
	equal(t, "not before the jack", refusal(t, r, p1, "layoff QS >meld:1", rummy.RuleFit).Args, map[string]int{"meld": 1})
	equal(t, "no such meld", refusal(t, r, p1, "layoff QS >meld:2", rummy.RuleNoMeld).Args, map[string]int{"meld": 2})
	events := play(t, r, p1, "layoff JS >meld:1", "layoff QS >meld:1", "layoff 7S >meld:1")
	equal(t, "said", fmt.Sprint(events[2].Kind, events[2].Cards, events[2].To), "laid_off[7S] meld:1")
	equal(t, "run", piles(r)["meld:1"], "7S 8S 9S TS JS QS")
	equal(t, "hand", hand(r, p1), "2H 4D")
	equal(t, "who added what", fmt.Sprint(look(r, p2).Melds[0].Added), "[{JS 0} {QS 0} {7S 0}]")
	equal(t, "whose it is", look(r, p2).Melds[0].By, p2)

	// On a set the missing suit, and then nothing.
	r = position{Hands: "7S 6S 2H 8H", Melds: []string{"2 7C 7D 7H"}, Drawn: "2H"}.round(t)
	refused(t, r, p1, "layoff 8H >meld:1", rummy.RuleFit)
	play(t, r, p1, "layoff 7S >meld:1")
	refused(t, r, p1, "layoff 6S >meld:1", rummy.RuleFull)

	// A run of thirteen is full, too.
	r = position{Hands: "KC 5D 2H", Melds: []string{"2 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"}, Drawn: "2H"}.round(t)
	play(t, r, p1, "layoff KC >meld:1")
	refused(t, r, p1, "layoff 5D >meld:1", rummy.RuleFull)

	// On one's own, also on a meld laid in this turn, and the list is by card, then
	// by meld.
	r = position{Hands: "7S 5D 5H 5S 6S 2H", Melds: []string{"1 7C 7D 7H", "2 8S 9S TS"}, Drawn: "2H"}.round(t)
	play(t, r, p1, "meld 5D 5H 5S")
	equal(t, "lay-offs", layOffs(t, r), "7S >meld:1, 7S >meld:2")
	play(t, r, p1, "layoff 7S >meld:2")
	equal(t, "lay-offs", layOffs(t, r), "6S >meld:2")
}

// layOffs are those a seat to move may make, in their order.
func layOffs(t *testing.T, r engine.Round) string {
	t.Helper()
	var texts []string
	for _, m := range r.Legal(r.ToMove()[0], nil) {
		if text, is := strings.CutPrefix(m.String(), "layoff "); is {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
}

func testTable(t *testing.T) {
	// The two of spades of the set would make a run with the ace.
	r := position{Hands: "AS 9C KD", Melds: []string{"1 2C 2D 2H 2S", "2 3S 4S 5S"}, Drawn: "KD"}.round(t)
	refused(t, r, p1, "layoff AS >meld:2", rummy.RuleFit)
	refused(t, r, p1, "layoff 2S >meld:2", rummy.RuleNotInHand)
	refused(t, r, p1, "discard 2S", rummy.RuleNotInHand)
	refused(t, r, p1, "meld AS 2S 3S", rummy.RuleNotInHand)
	// Two runs that meet stay two.
	r = position{Hands: "6S 9C KD", Melds: []string{"1 7S 8S 9S", "2 3S 4S 5S"}, Drawn: "KD"}.round(t)
	play(t, r, p1, "layoff 6S >meld:2")
	equal(t, "one", piles(r)["meld:1"], "7S 8S 9S")
	equal(t, "the other", piles(r)["meld:2"], "3S 4S 5S 6S")
}

func testTaken(t *testing.T) {
	r := position{Hands: "4H KD 2C | 3C 6D", Discard: "TH 9S", Stock: "7D 8D"}.round(t)
	play(t, r, p1, "draw @discard")
	equal(t, "listed", listed(t, r, p1, "discard 9S"), false)
	refused(t, r, p1, "discard 9S", rummy.RuleTaken)
	play(t, r, p1, "discard KD")
	play(t, r, p2, "draw @stock", "discard 7D")
	play(t, r, p1, "draw @stock", "discard 9S")

	r = position{Hands: "4H KD 2C", Stock: "7D"}.round(t)
	play(t, r, p1, "draw @stock", "discard 7D")
}

func testDeadEnd(t *testing.T) {
	dead := position{Hands: "4H", Melds: []string{"1 4C 4D 4S"}, Discard: "2D 9S"}
	r := dead.round(t)
	play(t, r, p1, "draw @discard")
	equal(t, "listed", layOffs(t, r), "")
	refused(t, r, p1, "layoff 4H >meld:1", rummy.RuleDeadEnd)
	play(t, r, p1, "discard 4H")
	equal(t, "out? there is one left", len(r.ToMove()), 1)

	open := dead
	open.Melds = append(open.Melds, "2 6S 7S 8S")
	r = open.round(t)
	play(t, r, p1, "draw @discard", "layoff 4H >meld:1", "layoff 9S >meld:2")
	equal(t, "how", look(r, p1).End.How, rummy.HowOut)

	// The meld itself is the place, or the card laid off opens one.
	r = position{Hands: "5S 6S 7S", Melds: []string{"2 AC AD AH"}, Discard: "2D 8S"}.round(t)
	play(t, r, p1, "draw @discard", "meld 5S 6S 7S", "layoff 8S >meld:2")
	r = position{Hands: "8S", Melds: []string{"1 5S 6S 7S"}, Discard: "2D 9S"}.round(t)
	play(t, r, p1, "draw @discard", "layoff 8S >meld:1", "layoff 9S >meld:1")

	// A meld that would leave the taken card alone.
	r = position{Hands: "5S 6S 7S", Melds: []string{"2 AC AD AH"}, Discard: "2D KH"}.round(t)
	play(t, r, p1, "draw @discard")
	refused(t, r, p1, "meld 5S 6S 7S", rummy.RuleDeadEnd)
	equal(t, "listed", melds(t, r), "")
	play(t, r, p1, "discard 5S")

	// Not with the taken card in the meld, nor with one drawn from the stock.
	r = position{Hands: "5S 6S KH", Melds: []string{"2 AC AD AH"}, Discard: "2D 7S"}.round(t)
	play(t, r, p1, "draw @discard", "meld 5S 6S 7S")
	r = position{Hands: "4H", Melds: []string{"1 4C 4D 4S"}, Stock: "9S"}.round(t)
	play(t, r, p1, "draw @stock", "layoff 4H >meld:1")
	equal(t, "hand", hand(r, p1), "9S")
}

func testGoingOut(t *testing.T) {
	for name, c := range map[string]struct {
		position
		moves []string
	}{
		"by a meld":    {position{Hands: "5C 7C | KD", Melds: []string{"1 2C 2D 2H"}, Stock: "6C"}, []string{"draw @stock", "meld 5C 6C 7C"}},
		"by a lay-off": {position{Hands: "2S | KD", Melds: []string{"1 2C 2D 2H", "2 3C 4C 5C"}, Stock: "6C"}, []string{"draw @stock", "layoff 6C >meld:2", "layoff 2S >meld:1"}},
		"by a discard": {position{Hands: "9S | KD", Melds: []string{"1 2C 2D 2H", "2 3C 4C 5C"}, Stock: "6C"}, []string{"draw @stock", "layoff 6C >meld:2", "discard 9S"}},
	} {
		r := c.round(t)
		discards := look(r, p1).Discards
		events := play(t, r, p1, c.moves...)
		view := look(r, p2)
		equal(t, name, view.End.How, rummy.HowOut)
		equal(t, name+", winner", view.End.Winner, p1)
		equal(t, name+", discards", view.Discards-discards, map[bool]int{true: 1}[name == "by a discard"])
		equal(t, name+", said last", events[len(events)-1].Kind, "out")
		equal(t, name+", to move", len(r.ToMove()), 0)
		equal(t, name+", phase", view.Phase, rummy.PhaseOver)
		result, _ := r.Result()
		equal(t, name, fmt.Sprint(result), "{out [10 0] 0 0 -1 false []}")
	}

	// Play ceases: three kings in a hand are no meld any more.
	r := position{Hands: "9S | KC KD KH", Melds: []string{"1 3C 4C 5C"}, Stock: "6C"}.round(t)
	play(t, r, p1, "draw @stock", "layoff 6C >meld:1", "discard 9S")
	refused(t, r, p2, "meld KC KD KH", engine.RuleRoundOver)
	refused(t, r, p2, "draw @stock", engine.RuleRoundOver)
	equal(t, "points", look(r, p2).End.Points, []int{30, 0})
	equal(t, "moves", len(r.Legal(p2, nil)), 0)
}

package knock_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
)

// rules are the numbers of doc.go, each with the test of its sentence.
var rules = []struct {
	number int
	says   string
	test   func(*testing.T)
}{
	{1, "seven cards each, one turned up, 37 in the stock", testDeal},
	{2, "sets of three or four, runs with the ace low", testCombinations},
	{3, "the joker stands for any one card", testJoker},
	{4, "pips, 11, 12, 13, and 25 for the joker", testValues},
	{5, "draw, then discard or knock", testTurn},
	{6, "from the stock unseen, from the discard pile seen", testDraw},
	{7, "the card just taken stays in the hand", testTaken},
	{8, "a knock at 3 or less", testKnock},
	{9, "combinations of the knocker's choice", testDeclared},
	{10, "an empty stock is renewed three times", testRenewal},
	{11, "a stock that cannot be renewed voids the round", testVoid},
	{12, "the automatic arrangement", testArrangement},
	{13, "laying off on a knocker with cards left over", testLayingOff},
	{14, "the reply leaves the least over", testReply},
	{15, "own deadwood, or a bonus", testScore},
	{16, "a natural run of seven wins the match", testRunOfSeven},
	{17, "a total of 100 ends the match", testMatchEnd},
	{18, "the deal alternates", testDealer},
	{19, "a hand is its owner's secret", testSecrets},
	{20, "absent players draw and discard, leavers lose", testAbsent},
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
	for _, option := range (knock.Game{}).Info().Options {
		line := fmt.Sprintf(`(?m)^//\t%s +`, option.Key)
		for _, value := range option.Values {
			line += value + " ?"
		}
		if !regexp.MustCompile(line).Match(doc) {
			t.Errorf("doc.go lacks the option %s with its values %v", option.Key, option.Values)
		}
	}
}

func testDeal(t *testing.T) {
	pack := card.French()
	r, err := knock.Game{}.Deal(engine.Setup{Seats: 2, Dealer: p2, Pack: pack})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "P1", card.Write(look(r, p1).Hand), "AC AH 2C 2H 3C 3H 4C")
	equal(t, "P2", card.Write(look(r, p2).Hand), "AD AS 2D 2S 3D 3S 4D")
	view := look(r, engine.Spectator)
	equal(t, "up-card", view.Top, pack[14])
	equal(t, "stock", view.Stock, 37)
	equal(t, "to move", r.ToMove(), []engine.Seat{p1})
	play(t, r, p1, "draw @stock")
	equal(t, "next card", look(r, p1).Drawn, pack[15])

	for name, setup := range map[string]engine.Setup{
		"three seats":  {Seats: 3},
		"no dealer":    {Seats: 2, Dealer: 2},
		"short pack":   {Seats: 2, Pack: pack[1:]},
		"a card twice": {Seats: 2, Pack: append(pack[1:52:52], pack[1])},
		"no such rule": {Seats: 2, Options: engine.Options{"knock_limit": "4"}},
	} {
		if _, err := (knock.Game{}).Deal(setup); err == nil {
			t.Errorf("%s: dealt", name)
		}
	}
}

func testCombinations(t *testing.T) {
	for seven, deadwood := range map[string]int{
		"5C 5H 5S 9C JD KH 2C": 9 + 11 + 13 + 2,
		"5C 5D 5H 5S JD KH 2C": 11 + 13 + 2,
		"5C 5H 6C 7C JD KH 2S": 5 + 11 + 13 + 2,
		"AC 2C 3C 9H JD KH 2S": 9 + 11 + 13 + 2,
		"QH KH AH 9C JD 2S 4S": 12 + 13 + 1 + 9 + 11 + 2 + 4,
		"KC AC 2C 9H JD 4S 6S": 13 + 1 + 2 + 9 + 11 + 4 + 6,
		"5C 5H 9S JD KH 2C 3D": 5 + 5 + 9 + 11 + 13 + 2 + 3,
		// The six of clubs is in one combination only.
		"6C 6H 6S 7C 8C KH 2D": 6 + 6 + 13 + 2,
	} {
		r := position{P1: seven}.round(t)
		equal(t, seven, look(r, p1).Deadwood, deadwood)
	}
}

func testJoker(t *testing.T) {
	for seven, deadwood := range map[string]int{
		"5C 5H AD 9C JD KH 2C": 9 + 11 + 13 + 2,
		"5C 6C AD 9H JD KH 2C": 9 + 11 + 13 + 2,
		"5C 7C AD 9H JD KH 2C": 9 + 11 + 13 + 2,
		"QC KC AD 9H JD 3H 2C": 9 + 11 + 3 + 2,
		"5C 9C AD TH JD 3H 2S": 5 + 9 + 25 + 10 + 11 + 3 + 2,
		// A set has four cards at most, but the joker may take one's place.
		"5C 5D 5H 5S AD KH 2C": 5 + 13 + 2,
		// It is no ace among aces, and needs two cards in its own place, too.
		"AC AH AD 9C JD KH 3S": 9 + 11 + 13 + 3,
		"AD 2D 9C JH KS 5S 7H": 25 + 2 + 9 + 11 + 13 + 5 + 7,
	} {
		r := position{P1: seven}.round(t)
		equal(t, seven, look(r, p1).Deadwood, deadwood)
	}
	r := position{P1: handF + " 8C"}.round(t)
	play(t, r, p1, "knock 8C | 3S 4S AD=5S | 6S 7S 8S 9S")
	equal(t, "with the joker in a run of three", look(r, p1).End.How, knock.HowZero)
}

func testValues(t *testing.T) {
	for seven, deadwood := range map[string]int{
		"AC 3H 5S 7C 9D TH QS": 1 + 3 + 5 + 7 + 9 + 10 + 12,
		"2C 4H 6S 8C JD KH AD": 2 + 4 + 6 + 8 + 11 + 13 + 25,
	} {
		r := position{P1: seven}.round(t)
		equal(t, seven, look(r, p1).Deadwood, deadwood)
	}
}

func testTurn(t *testing.T) {
	r := position{P1: handA, P2: other, Discard: "3H", Stock: "KD 8S"}.round(t)
	refused(t, r, p2, "draw @stock", engine.RuleNotYourTurn)
	refused(t, r, p1, "discard 2C", knock.RulePhase)
	refused(t, r, p1, "knock 2C", knock.RulePhase)
	play(t, r, p1, "draw @stock")
	refused(t, r, p1, "draw @stock", knock.RulePhase)
	refused(t, r, p1, "draw @discard", knock.RulePhase)
	refused(t, r, p2, "discard 2D", engine.RuleNotYourTurn)
	for _, text := range []string{"discard KD KD", "discard 2C @hand", "discard 2C >discard", "meld 4H 5H 6H", "discard", "knock KD >knock", "pass"} {
		refused(t, r, p1, text, knock.RulePhase)
	}
	refused(t, r, p1, "discard 2D", knock.RuleNotInHand)
	play(t, r, p1, "discard KD")
	equal(t, "discarded", look(r, p2).Top, card.New(card.King, card.Diamonds))
	equal(t, "to move", r.ToMove(), []engine.Seat{p2})
	equal(t, "turns", look(r, p2).Turns, 1)
	play(t, r, p2, "draw @discard", "discard 2D")
	play(t, r, p1, "draw @stock", "knock 8S")
	refused(t, r, p2, "draw @stock", engine.RuleRoundOver)
}

func testDraw(t *testing.T) {
	r := position{P1: handA, P2: other, Discard: "3H AD", Stock: "KD 7H"}.round(t)
	equal(t, "draws", r.Legal(p1, nil), []engine.Move{move(t, "draw @stock"), move(t, "draw @discard")})
	refused(t, r, p1, "draw", knock.RulePhase)
	refused(t, r, p1, "draw @hand", knock.RulePhase)
	refused(t, r, p1, "draw KD @stock", knock.RulePhase)

	events := play(t, r, p1, "draw @stock")
	equal(t, "own eyes", look(r, p1).Drawn.String(), "KD")
	equal(t, "secret", events[0].Secret, cards(t, "KD"))
	seen, _ := events[0].For(p2)
	equal(t, "the other's eyes", len(seen.Secret)+len(seen.Cards), 0)

	r = position{P1: handA}.round(t)
	refused(t, r, p1, "draw @discard", knock.RuleDiscard)

	r = position{P1: handA, P2: other, Discard: "3H AD"}.round(t)
	events = play(t, r, p1, "draw @discard")
	seen, _ = events[0].For(p2)
	equal(t, "taken", fmt.Sprint(seen.Cards), "[AD]")
	equal(t, "known", look(r, p2).Known[p1], cards(t, "AD"))
	equal(t, "top", look(r, p2).Top.String(), "3H")
	play(t, r, p1, "discard 2C")
	equal(t, "known as long as it is held", look(r, p2).Known[p1], cards(t, "AD"))
	play(t, r, p2, "draw @stock", "discard 2D")
	play(t, r, p1, "draw @stock", "discard AD")
	equal(t, "and no longer", len(look(r, p2).Known[p1]), 0)
}

func testTaken(t *testing.T) {
	r := position{P1: "4H 5H 6H 9C 9D 2C KD", P2: other, Discard: "3H 9S"}.round(t)
	play(t, r, p1, "draw @discard")
	refused(t, r, p1, "discard 9S", knock.RuleTaken)
	refused(t, r, p1, "knock 9S", knock.RuleTaken)
	refused(t, r, p1, "knock 9S | 4H 5H 6H", knock.RuleTaken)
	equal(t, "shown to its owner", look(r, p1).Taken.String(), "9S")
	equal(t, "listed", listed(t, r, p1, "discard 9S"), false)
	play(t, r, p1, "discard KD")
	play(t, r, p2, "draw @stock", "discard 2D")
	play(t, r, p1, "draw @stock", "discard 9S")

	r = position{P1: handA, P2: other, Stock: "KD"}.round(t)
	play(t, r, p1, "draw @stock", "discard KD")
}

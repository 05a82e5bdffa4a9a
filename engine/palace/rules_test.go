package palace_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/palace"
)

// rules are the numbers of doc.go, each with the test of its sentence.
var rules = []struct {
	number int
	says   string
	test   func(*testing.T)
}{
	{1, "one pack or two", testPacks},
	{2, "three down, three up, three in the hand", testDeal},
	{3, "swaps, one for one, until ready", testExchange},
	{4, "the starter is neither a two nor a ten", testStarter},
	{5, "the dealer's left begins", testOrder},
	{6, "as high or higher", testRanks},
	{7, "one card or several of a rank", testSeveral},
	{8, "a two resets", testTwo},
	{9, "a ten burns", testTen},
	{10, "four at once burn", testFour},
	{11, "the hand is filled up", testRefill},
	{12, "who cannot play takes the pile", testTake},
	{13, "the open row, one at a time", testRow},
	{14, "then what lies face down", testFlip},
	{15, "without cards the round is won", testOut},
	{16, "a round without end is blocked", testBlocked},
	{17, "two rounds win a match", testWins},
	{18, "the deal goes clockwise", testDealer},
	{19, "who sees what", testSecrets},
	{20, "absent players and leavers", testAbsent},
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
	for _, option := range (palace.Game{}).Info().Options {
		line := fmt.Sprintf(`(?m)^//\t%s +`, option.Key)
		for _, value := range option.Values {
			line += value + " ?"
		}
		if !regexp.MustCompile(line).Match(doc) {
			t.Errorf("doc.go lacks the option %s with its values %v", option.Key, option.Values)
		}
	}
}

func deal(t *testing.T, s engine.Setup) engine.Round {
	t.Helper()
	r, err := palace.Game{}.Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func testPacks(t *testing.T) {
	for seats, draw := range map[int]int{2: 34, 3: 25, 4: 68, 5: 59} {
		r := deal(t, engine.Setup{Seats: seats})
		equal(t, fmt.Sprint(seats, " seats"), look(r, p1).Draw, draw)
		times := map[card.Card]int{}
		for _, heap := range r.Cards() {
			for _, c := range heap.Cards {
				times[c]++
			}
		}
		for _, c := range card.French() {
			equal(t, c.String(), times[c], 1+(seats-2)/2)
		}
	}
	for _, wrong := range []engine.Setup{
		{Seats: 1}, {Seats: 6}, {Seats: 2, Dealer: 2}, {Seats: 2, Dealer: -1},
		{Seats: 2, Pack: card.French()[1:]}, {Seats: 4, Pack: card.French()}, {Seats: 2, Pack: make([]card.Card, 52)},
		{Seats: 2, Options: engine.Options{"scoring": "points"}}, {Seats: 2, Options: on("jokers")},
	} {
		if _, err := (palace.Game{}).Deal(wrong); err == nil {
			t.Errorf("dealt to %d seats, dealer %d, with %d cards and %v", wrong.Seats, wrong.Dealer, len(wrong.Pack), wrong.Options)
		}
	}
}

func testDeal(t *testing.T) {
	r := deal(t, engine.Setup{Seats: 3, Dealer: p2, Pack: card.French()})
	piles(t, r,
		"down:2=AC AS 2H", "down:0=AD 2C 2S", "down:1=AH 2D 3C",
		"up:2=3D 4C 4S", "up:0=3H 4D 5C", "up:1=3S 4H 5D",
		"hand:2=5H 6D 7C", "hand:0=5S 6H 7D", "hand:1=6C 6S 7H", "discard=", "burned=")
	equal(t, "next card", r.Cards()[0].Cards[0].String(), "7S")
	equal(t, "the last", r.Cards()[0].Cards[24].String(), "KS")
	equal(t, "order", fmt.Sprint(look(r, p1).Hand), "[5S 6H 7D]")
}

func testExchange(t *testing.T) {
	r := position{
		Exchange: true, Seats: 3, Hands: texts{"2C 3D KH", "7C 8C 9C"}, Up: texts{"4S 5S 6S", "7D 8D 9D"}, Down: texts{"AS AH AD"},
	}.round(t)
	toMove(t, r, p1, p2, p3)
	play(t, r, p2, "swap 7C 8D", "swap 8D 7C")
	play(t, r, p1, "swap 2C 5S", "swap 5S 2C", "swap 2C 4S")
	piles(t, r, "hand:0=3D 4S KH", "up:0=2C 5S 6S", "hand:1=7C 8C 9C", "up:1=7D 8D 9D")
	refused(t, r, p1, palace.RuleSwap, "swap", "swap 3D", "swap 3D 5S 6S", "swap 3D | 5S", "swap 3D=4C 5S")
	refused(t, r, p1, palace.RuleNotInHand, "swap 7C 5S", "swap AS 5S")
	refused(t, r, p1, palace.RuleNotInRow, "swap 3D AS", "swap 3D 7D")
	refused(t, r, p1, palace.RuleExchange, "play 3D", "take", "flip @down:1", "ready 3D", "ready @hand", "swap 3D 5S @hand", "pass")
	play(t, r, p1, "ready")
	toMove(t, r, p2, p3)
	refused(t, r, p1, engine.RuleNotYourTurn, "swap 3D 5S", "ready")
	equal(t, "ready", look(r, p3).Ready, []bool{true, false, false})
	equal(t, "phase", look(r, p3).Phase, palace.PhaseExchange)
	play(t, r, p3, "ready")
	play(t, r, p2, "ready")
	refused(t, r, r.ToMove()[0], palace.RuleTurn, "ready", "swap 3D 5S")
}

func testStarter(t *testing.T) {
	for draw, pile := range map[string]string{"9C": "9C", "2C 2D TC TD 3S": "2C 2D TC TD 3S", "TH 2H AS": "TH 2H AS"} {
		r := position{Exchange: true, Draw: draw}.round(t)
		before := look(r, p1).Draw
		play(t, r, p1, "ready")
		events := play(t, r, p2, "ready")
		piles(t, r, "discard="+pile, "burned=")
		equal(t, "draw pile", look(r, p1).Draw, before-len(look(r, p1).Pile))
		equal(t, "told", events[1].Cards, words(t, pile))
		equal(t, "one turn", len(r.ToMove()), 1)
	}
}

// words are the cards of an event.
func words(t *testing.T, text string) []engine.Word {
	t.Helper()
	m := move(t, "play "+text)
	return m.Words()
}

func testOrder(t *testing.T) {
	for seats := 2; seats <= 5; seats++ {
		for dealer := range engine.Seat(seats) {
			r := deal(t, engine.Setup{Seats: seats, Dealer: dealer})
			for s := range engine.Seat(seats) {
				play(t, r, s, "ready")
			}
			toMove(t, r, (dealer+1)%engine.Seat(seats))
		}
	}
	r := position{Seats: 3, Discard: "3C", Hands: texts{"4C 4D 4H", "5C 5D 5H", "6C 6D 6H"}}.round(t)
	for _, made := range []struct {
		s    engine.Seat
		text string
	}{{p1, "play 4C"}, {p2, "play 5C"}, {p3, "play 6C"}} {
		toMove(t, r, made.s)
		play(t, r, made.s, made.text)
	}
	toMove(t, r, p1)
}

func testRanks(t *testing.T) {
	const order = "3456789TJQKA2"
	for i, top := range order {
		for j, rank := range order {
			at := position{Discard: string(top) + "C", Hands: texts{string(rank) + "D 3H 3S"}}
			if rank == '3' {
				at.Hands[p1] = "3D 4H 4S"
			}
			want := j >= i || rank == 'T' || top == '2'
			text := "play " + string(rank) + "D"
			if rank == '3' || !want {
				r := at.round(t)
				_, err := r.Play(p1, move(t, text))
				equal(t, fmt.Sprintf("%c on %c", rank, top), err == nil, want)
				continue
			}
			r := at.round(t)
			equal(t, text, listed(t, r, p1, text), true)
			play(t, r, p1, text)
		}
	}
	for _, rank := range order {
		hand := string(rank) + "D " + strings.ReplaceAll("5H 6S", string(rank), "9")
		play(t, position{Hands: texts{hand}}.round(t), p1, "play "+string(rank)+"D")
	}
}

func testSeveral(t *testing.T) {
	r := position{Seats: 4, Discard: "6C", Hands: texts{"7C 7C 7H KD KS", "3C 3D 3H"}}.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t,
		"play 7C", "play 7C 7C", "play 7C 7C 7H", "play KD", "play KD KS"))
	for _, text := range []string{"play 7H", "play 7H 7C", "play 7C 7H", "play KS KD", "play 7H 7C 7C"} {
		play(t, r.Clone(), p1, text)
	}
	refused(t, r, p1, palace.RuleMixed, "play 7C KD", "play KS 7H")
	refused(t, r, p1, palace.RuleNotInHand, "play 7D", "play 7C 7C 7C", "play 7H 7H", "play QC", "play QC 7C")
	refused(t, r, p1, palace.RuleTurn, "play", "play 7C | 7H", "play 7C=7H", "play 7C @hand", "play 7C >discard", "play 7", "draw @stock", "take @discard")
	refused(t, r, p1, palace.RuleHandFirst, "play "+look(r, p1).Up[p1][0].String())
	play(t, r, p1, "play 7H 7C 7C")
	piles(t, r, "discard=6C 7H 7C 7C")
}

func testTwo(t *testing.T) {
	r := position{Discard: "AS", Hands: texts{"2C 2D 5C", "3C 4D 5D"}}.round(t)
	events := play(t, r, p1, "play 2D 2C")
	equal(t, "told", events[0].Kind, "reset")
	toMove(t, r, p2)
	equal(t, "anything", len(r.Legal(p2, nil)), 3)
	play(t, r, p2, "play 3C")
	piles(t, r, "discard=AS 2D 2C 3C", "burned=")
}

func testTen(t *testing.T) {
	for _, pile := range []string{"", "AS", "2C", "3C 4C 5C"} {
		r := position{Discard: pile, Hands: texts{"4D TC TD"}, Draw: "6C 7C"}.round(t)
		events := play(t, r, p1, "play TD TC")
		n := len(strings.Fields(pile)) + 2
		equal(t, "told", fmt.Sprint(events[0].Kind, events[0].N), fmt.Sprint("burned", n))
		equal(t, "burned", look(r, p2).Burned, n)
		piles(t, r, "discard=", "hand:0=4D 6C 7C")
		toMove(t, r, p1)
		play(t, r, p1, "play 4D")
		toMove(t, r, p2)
	}
}

func testFour(t *testing.T) {
	r := position{Seats: 4, Discard: "3C 4C", Hands: texts{"5C 5C 5D 5D 9H"}, Draw: "6C 7C"}.round(t)
	play(t, r.Clone(), p1, "play 5C 5C 5D")
	play(t, r, p1, "play 5C 5C 5D 5D")
	piles(t, r, "discard=", "burned=3C 4C 5C 5C 5D 5D", "hand:0=6C 7C 9H")
	toMove(t, r, p1)

	r = position{Discard: "8C 8D", Hands: texts{"8H 8S KD"}}.round(t)
	play(t, r, p1, "play 8H 8S")
	piles(t, r, "burned=")
	toMove(t, r, p2)

	r = position{Discard: "QD", Hands: texts{"8C 8D 8H 8S"}}.round(t)
	refused(t, r, p1, palace.RuleLower, "play 8C 8D 8H 8S")
	equal(t, "moves", r.Legal(p1, nil), moves(t, "take"))
}

func testRefill(t *testing.T) {
	for _, row := range []struct{ hand, draw, play, after, drew string }{
		{"7H 9S KD", "4C 5C", "play 7H", "4C 9S KD", "[4C]"},
		{"7C 7D 7H", "9C 4C 5C", "play 7C 7D 7H", "4C 5C 9C", "[4C 5C 9C]"},
		{"7C 8C 9C JC", "4C", "play 7C", "8C 9C JC", ""},
		{"7C 8C 9C JC QC", "4C", "play QC", "7C 8C 9C JC", ""},
		{"7C 7D 7H JC", "4C 5C", "play 7C 7D 7H", "4C 5C JC", "[4C 5C]"},
	} {
		r := position{Discard: "3C", Hands: texts{row.hand}, Draw: row.draw}.round(t)
		events := play(t, r, p1, row.play)
		piles(t, r, "hand:0="+row.after)
		equal(t, "drew", len(events) == 2, row.drew != "")
		if row.drew == "" {
			continue
		}
		equal(t, "secret", fmt.Sprint(events[1].Secret), row.drew)
		_, saw := events[1].For(p2)
		equal(t, "seen by others", saw, false)
	}
	r := position{Spent: true, Discard: "3C", Hands: texts{"7C 7D JC"}, Draw: "4C"}.round(t)
	play(t, r, p1, "play 7C 7D")
	piles(t, r, "hand:0=4C JC", "stock=")
}

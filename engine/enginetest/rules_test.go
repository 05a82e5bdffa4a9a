package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"carteado/engine/knock"
)

const book = `# a comment with a $name
let own = hand:0 4H 5H 6H 9C 9D 9S 2C

rule 1: says this
	$own; stock KD => draw @stock
		discard KD; turn = 1
	~ stock 8S; turns 3 => draw @stock

option knock_limit
	see rule 1
`

func TestRulebookIsRead(t *testing.T) {
	sections, err := readRules(book)
	if err != nil {
		t.Fatal(err)
	}
	const own = "hand:0 4H 5H 6H 9C 9D 9S 2C"
	want := fmt.Sprint([]section{
		{kind: "rule", name: "1", says: "says this", cases: []testCase{
			{own + "; stock KD", "draw @stock\ndiscard KD; turn = 1", 5},
			{own + "; stock 8S; turns 3", "draw @stock", 7},
		}},
		{kind: "option", name: "knock_limit", see: "rule 1"},
	})
	if got := fmt.Sprint(sections); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, wrong := range []string{"rule one two", "\thand:0 KD", "rule 1: x\n\t\tdraw @stock", "rule 1: x\n\t$other",
		"rule 1: x\n\tsee rule 2"} {
		if _, err := readRules(wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

// A saying is where a board says what is wrong.
type saying struct {
	rapid.TB
	said []string
}

func (s *saying) Helper()                        {}
func (s *saying) Errorf(format string, a ...any) { s.said = append(s.said, fmt.Sprintf(format, a...)) }
func (s *saying) Fatalf(format string, a ...any) { s.Errorf(format, a...); panic(s) }
func (s *saying) Fatal(a ...any)                 { s.Errorf("%s", fmt.Sprint(a...)); panic(s) }

// run is what is wrong with a script, empty if nothing is.
func run(position, script string) (said string) {
	s := &saying{}
	defer func() {
		if r := recover(); r != nil && r != s {
			panic(r)
		}
		said = strings.Join(s.said, "; ")
	}()
	At(s, knock.Game{}, position).Run(script)
	return ""
}

// A board reports every step that is not so: each of these steps is true, and false
// when changed.
func TestBoardHoldsToItsScript(t *testing.T) {
	const position = "hand:0 4H 5H 6H 9C 9D 9S 2C; hand:1 2D 4S 6C 8D TH QC KS; discard 3H AD; stock KD 8S"
	for _, c := range []struct{ position, before, right, wrong string }{
		{position, "", "draw @stock", "draw @hand"},
		{position, "", "0 draw @stock", "1 draw @stock"},
		{position, "", "try draw @stock; draw @stock", "draw @stock; draw @stock"},
		{position, "draw @stock", "discard KD", "try discard 8S"},
		{position, "", "listed draw @stock", "listed discard 2C"},
		{position, "", "1 draw @stock ! match.not_your_turn", "0 draw @stock ! match.not_your_turn"},
		{position, "draw @discard", "discard AD ! taken", "discard AD ! phase"},
		{position, "draw @stock", "knock 2C ! limit limit=3 deadwood=13", "knock 2C ! limit limit=3 deadwood=14"},
		{position, "draw @stock", "knock 2C ! limit limit=3 deadwood=13", "knock 2C ! limit limit=3"},
		{position, "draw @stock", "knock 2C ! limit", "knock KD ! limit"},
		{position, "draw @stock", "hand:0 = 2C 4H 5H 6H 9C 9D 9S KD", "hand:0 = 2C 4H 5H 6H 9C 9D 9S"},
		{position, "", "discard = 3H AD", "discard = AD 3H"},
		{position, "", "discard = 3H AD", "discrad = 3H AD"},
		{position, "", "moves = draw @stock, draw @discard", "moves = draw @stock"},
		{position, "", "moves draw = @stock, @discard", "moves draw ="},
		{position, "", "moves knock =", "moves ="},
		{position, "", "turn = 0", "turn = 1"},
		{position, "draw @stock; discard KD", "turn = 1", "turn ="},
		{position, "draw @stock", "events = drew", "events = took"},
		{position, "draw @stock", "events.0.Secret = KD", "events.0.Secret ="},
		{position, "draw @stock", "told:1.0.Secret =", "told:0.0.Secret ="},
		{position, "draw @stock", "events.0.From = stock", "events.1.From = stock"},
		{position, "draw @discard", "view:1.Known.0 = AD", "view:1.Known.1 = AD"},
		{position, "", "view.Hand.0 = 2C", "view:1.Hand.0 = 2C"},
		{position, "", "watch.Top = AD", "watch.Topp = AD"},
		{position, "", "auto = draw @stock", "auto = draw @discard"},
		{position, "", "result =", "result.How = knock"},
		{position, "draw @stock; knock KD", "result.How = knock", "result ="},
		{position + "; totals 60 95", "draw @stock; knock KD", "totals = 62 150", "totals = 60 95"},
		{position + "; totals 60 95", "draw @stock; knock KD", "winner = 0", "winner = 1"},
		{position + "; totals 60 5", "draw @stock; knock KD; next; next", "round = 2; dealer = 1", "dealer = 0"},
		{position, "", "turn = 0", "hand:0 KD = 1"},
		{"knock_limit=5; " + position, "", "view.Limit = 5", "view.Limit = 3"},
	} {
		if said := run(c.position, c.before+"; "+c.right); said != "" {
			t.Errorf("%s: %s", c.right, said)
		}
		if said := run(c.position, c.before+"; "+c.wrong); said == "" {
			t.Errorf("%s: nothing is wrong", c.wrong)
		}
	}
	for _, wrong := range []string{"hand:0 KD KD", "knock_limit=4", "totals 60; dealer 3"} {
		if run(wrong, "") == "" {
			t.Errorf("%s: nothing is wrong", wrong)
		}
	}
}

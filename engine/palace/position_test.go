package palace_test

import (
	"encoding/json"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/palace"

	"pgregory.net/rapid"
)

// What all games test alike.
var (
	encode = enginetest.Encode
	move   = enginetest.Move
	play   = enginetest.Play
	listed = enginetest.Listed
)

func equal[T any](t rapid.TB, what string, got, want T) {
	t.Helper()
	enginetest.Equal(t, what, got, want)
}

// refused makes moves that must break a rule.
func refused(t rapid.TB, p enginetest.Position, s engine.Seat, rule string, moves ...string) {
	t.Helper()
	for _, text := range moves {
		enginetest.Refused(t, p, s, text, rule)
	}
}

// The players of the rules: P1 is seat 0.
const (
	p1 engine.Seat = iota
	p2
	p3
	p4
)

// A position is written as the piles that matter.
type position palace.Sketch

// texts are by seat.
type texts = [5]string

func (p position) round(t rapid.TB) engine.Round {
	t.Helper()
	r, err := palace.Sketch(p).Round()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// match is the position in the first round of a match with these totals.
func (p position) match(t rapid.TB, totals ...int) *engine.Match {
	t.Helper()
	m, err := engine.LoadMatch(palace.Game{}, engine.Seed{}, encode(t, map[string]any{
		"number": 1, "dealer": p.Dealer, "totals": totals, "since": make([]int, len(totals)),
		"options": p.Options, "round": json.RawMessage(encode(t, p.round(t))),
	}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func moves(t rapid.TB, list ...string) (all []engine.Move) {
	t.Helper()
	for _, text := range list {
		all = append(all, move(t, text))
	}
	return all
}

func look(r engine.Round, s engine.Seat) palace.View { return r.View(s).(palace.View) }

// piles checks what lies where, written pile=cards; hands are in the order of the
// game.
func piles(t rapid.TB, r engine.Round, want ...string) {
	t.Helper()
	for _, text := range want {
		name, cards, _ := strings.Cut(text, "=")
		found := false
		for _, heap := range r.Cards() {
			if heap.Pile.String() == name {
				found = true
				equal(t, name, card.Write(heap.Cards), cards)
			}
		}
		if !found {
			t.Errorf("there is no pile %s", name)
		}
	}
}

// toMove checks whose turn it is.
func toMove(t rapid.TB, r engine.Round, want ...engine.Seat) {
	t.Helper()
	equal(t, "to move", r.ToMove(), want)
}

// result is that of a round that is over.
func result(t rapid.TB, r engine.Round) engine.Result {
	t.Helper()
	result, over := r.Result()
	if !over {
		t.Fatal("the round goes on")
	}
	return result
}

func on(keys ...string) engine.Options {
	o := engine.Options{}
	for _, key := range keys {
		o[key] = "on"
	}
	return o
}

// Rows and hands of a player who is at the face-up or the face-down cards.
var (
	atUp   = texts{"-"}
	noRow  = texts{"-"}
	places = engine.Options{"scoring": "placement"}
)

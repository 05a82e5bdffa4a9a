package palace_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/palace"

	"pgregory.net/rapid"
)

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

func encode(t rapid.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func move(t rapid.TB, s string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(s)
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

// A player is a round or a match.
type player interface {
	Play(engine.Seat, engine.Move) ([]engine.Event, error)
	MarshalJSON() ([]byte, error)
}

// play makes moves that must be accepted, and returns all events.
func play(t rapid.TB, r any, s engine.Seat, moves ...string) (events []engine.Event) {
	t.Helper()
	for _, text := range moves {
		more, err := r.(player).Play(s, move(t, text))
		if err != nil {
			t.Fatalf("seat %d: %s: %v", s, text, err)
		}
		events = append(events, more...)
	}
	return events
}

// refused makes moves that must break a rule and change nothing.
func refused(t rapid.TB, r any, s engine.Seat, rule string, moves ...string) {
	t.Helper()
	for _, text := range moves {
		before := encode(t, r)
		_, err := r.(player).Play(s, move(t, text))
		var illegal *engine.Illegal
		if !errors.As(err, &illegal) || illegal.Rule != rule {
			t.Fatalf("seat %d: %s: got %v, want refused by %s", s, text, err, rule)
		}
		if string(encode(t, r)) != string(before) {
			t.Fatalf("seat %d: %s was refused and has changed the position", s, text)
		}
	}
}

func look(r engine.Round, s engine.Seat) palace.View { return r.View(s).(palace.View) }

// listed reports whether a move is among the legal ones.
func listed(t rapid.TB, r engine.Round, s engine.Seat, text string) bool {
	t.Helper()
	return slices.Contains(r.Legal(s, nil), move(t, text))
}

func equal[T any](t rapid.TB, what string, got, want T) {
	t.Helper()
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		t.Errorf("%s: got %s, want %s", what, a, b)
	}
}

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

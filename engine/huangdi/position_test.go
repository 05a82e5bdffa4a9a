package huangdi_test

import (
	"fmt"
	"strings"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"

	"pgregory.net/rapid"
)

// What all games test alike.
var (
	cards   = enginetest.Cards
	encode  = enginetest.Encode
	move    = enginetest.Move
	play    = enginetest.Play
	refused = enginetest.Refused
	refusal = enginetest.Refusal
	listed  = enginetest.Listed
)

func equal[T any](t rapid.TB, what string, got, want T) {
	t.Helper()
	enginetest.Equal(t, what, got, want)
}

// The players of the rules: P1 is seat 0.
const (
	p1 engine.Seat = iota
	p2
	p3
	p4
)

type (
	scene = huangdi.Scene
	piles = map[string]string
)

// Walls that come up often.
const (
	to8 = "1 2 3 4 5 6 7 8"
	to9 = to8 + " 9"
)

// set is a round in which only these piles matter.
func set(t rapid.TB, s scene) engine.Round {
	t.Helper()
	r, err := huangdi.Set(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// table is a position of two players in which P1 is to move.
func table(t rapid.TB, p piles) engine.Round {
	t.Helper()
	return set(t, scene{Piles: p})
}

// under is table with a house rule.
func under(t rapid.TB, option, value string, p piles) engine.Round {
	t.Helper()
	return set(t, scene{Piles: p, Options: engine.Options{option: value}})
}

func look(r engine.Round, s engine.Seat) huangdi.View { return r.View(s).(huangdi.View) }

// legal are the moves of a verb that a seat has, written one after the other.
func legal(r engine.Round, s engine.Seat, verb string) string {
	var moves []string
	for _, m := range r.Legal(s, nil) {
		if m.Verb == verb {
			moves = append(moves, strings.TrimPrefix(m.String(), verb+" "))
		}
	}
	return strings.Join(moves, "; ")
}

// pile is what a pile holds, with what jokers stand for.
func pile(t rapid.TB, r engine.Round, name string) string {
	t.Helper()
	for _, heap := range r.Cards() {
		if heap.Pile.String() != name {
			continue
		}
		var words []string
		for i, c := range heap.Cards {
			w := engine.Word{Card: c}
			if heap.As != nil {
				w.As = heap.As[i]
			}
			words = append(words, w.String())
		}
		return strings.Join(words, " ")
	}
	t.Fatalf("no pile %s", name)
	return ""
}

// holds checks piles.
func holds(t rapid.TB, r engine.Round, want piles) {
	t.Helper()
	for name, cards := range want {
		equal(t, name, pile(t, r, name), cards)
	}
}

// said is several values in a row.
func said(values ...any) string { return strings.TrimSpace(fmt.Sprintln(values...)) }

// kinds are the kinds of events in order.
func kinds(events []engine.Event) string {
	var list []string
	for _, e := range events {
		list = append(list, e.Kind)
	}
	return strings.Join(list, " ")
}

// ended is the result of a game that must be over.
func ended(t rapid.TB, r engine.Round) engine.Result {
	t.Helper()
	result, over := r.Result()
	if !over {
		t.Fatal("the game goes on")
	}
	return result
}

package huangdi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"

	"pgregory.net/rapid"
)

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

func cards(t rapid.TB, s string) []card.Card {
	t.Helper()
	list, err := card.List(s)
	if err != nil {
		t.Fatal(err)
	}
	return list
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

// A player is a round or a match.
type player interface {
	Play(engine.Seat, engine.Move) ([]engine.Event, error)
}

// play makes moves that must be accepted, and returns all events.
func play(t rapid.TB, r player, s engine.Seat, moves ...string) (events []engine.Event) {
	t.Helper()
	for _, text := range moves {
		more, err := r.Play(s, move(t, text))
		if err != nil {
			t.Fatalf("seat %d: %s: %v", s, text, err)
		}
		events = append(events, more...)
	}
	return events
}

// refused makes a move that must break a rule, not be listed and change nothing.
func refused(t rapid.TB, r engine.Round, s engine.Seat, text, rule string) {
	t.Helper()
	_ = refusal(t, r, s, text, rule)
}

// refusal is refused, with the numbers that the reason mentions.
func refusal(t rapid.TB, r engine.Round, s engine.Seat, text, rule string) *engine.Illegal {
	t.Helper()
	before := encode(t, r)
	_, err := r.Play(s, move(t, text))
	var illegal *engine.Illegal
	if !errors.As(err, &illegal) || illegal.Rule != rule {
		t.Fatalf("seat %d: %s: got %v, want refused by %s", s, text, err, rule)
	}
	if string(encode(t, r)) != string(before) {
		t.Fatalf("seat %d: %s was refused and has changed the position", s, text)
	}
	if listed(t, r, s, text) {
		t.Fatalf("seat %d: %s is listed and refused", s, text)
	}
	return illegal
}

func look(r engine.Round, s engine.Seat) huangdi.View { return r.View(s).(huangdi.View) }

// listed reports whether a move is among the legal ones.
func listed(t rapid.TB, r engine.Round, s engine.Seat, text string) bool {
	t.Helper()
	return slices.Contains(r.Legal(s, nil), move(t, text))
}

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

func equal[T any](t rapid.TB, what string, got, want T) {
	t.Helper()
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		t.Errorf("%s: got %s, want %s", what, a, b)
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

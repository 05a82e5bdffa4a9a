package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"carteado/engine"
	"carteado/engine/card"
)

// A Position is a round or a match, as tests of single rules play it.
type Position interface {
	Play(engine.Seat, engine.Move) ([]engine.Event, error)
	Legal(engine.Seat, []engine.Move) []engine.Move
}

// Move reads a move.
func Move(t rapid.TB, text string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Cards reads cards.
func Cards(t rapid.TB, text string) []card.Card {
	t.Helper()
	list, err := card.List(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Encode writes what is stored.
func Encode(t rapid.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Play makes moves that must be accepted, and returns all events.
func Play(t rapid.TB, p Position, s engine.Seat, moves ...string) (events []engine.Event) {
	t.Helper()
	for _, text := range moves {
		more, err := p.Play(s, Move(t, text))
		if err != nil {
			t.Fatalf("seat %d: %s: %v", s, text, err)
		}
		events = append(events, more...)
	}
	return events
}

// Refused makes a move that must break a rule, not be listed and change nothing.
func Refused(t rapid.TB, p Position, s engine.Seat, text, rule string) {
	t.Helper()
	_ = Refusal(t, p, s, text, rule)
}

// Refusal is Refused, with the numbers that the reason mentions.
func Refusal(t rapid.TB, p Position, s engine.Seat, text, rule string) *engine.Illegal {
	t.Helper()
	before := Encode(t, p)
	_, err := p.Play(s, Move(t, text))
	var illegal *engine.Illegal
	if !errors.As(err, &illegal) || illegal.Rule != rule {
		t.Fatalf("seat %d: %s: got %v, want refused by %s", s, text, err, rule)
	}
	if string(Encode(t, p)) != string(before) {
		t.Fatalf("seat %d: %s was refused and has changed the position", s, text)
	}
	if Listed(t, p, s, text) {
		t.Fatalf("seat %d: %s is listed and refused", s, text)
	}
	return illegal
}

// Listed reports whether a move is among the legal ones.
func Listed(t rapid.TB, p Position, s engine.Seat, text string) bool {
	t.Helper()
	return slices.Contains(p.Legal(s, nil), Move(t, text))
}

// Equal compares what two things look like in print.
func Equal[T any](t rapid.TB, what string, got, want T) {
	t.Helper()
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		t.Errorf("%s: got %s, want %s", what, a, b)
	}
}

package enginetest

import (
	"encoding/json"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"carteado/engine"
	"carteado/engine/card"
)

// A Playable is a round or a match.
type Playable interface {
	ToMove() []engine.Seat
	Legal(engine.Seat, []engine.Move) []engine.Move
}

// play makes a move in a match or a round.
func play(p Playable, s engine.Seat, m engine.Move) ([]engine.Event, error) {
	if own, ok := p.(interface {
		Play(engine.Seat, engine.Move) ([]engine.Event, error)
	}); ok {
		return own.Play(s, m)
	}
	return engine.Play(p.(engine.Round), s, m)
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
func Play(t rapid.TB, p Playable, s engine.Seat, moves ...string) (events []engine.Event) {
	t.Helper()
	for _, text := range moves {
		more, err := play(p, s, Move(t, text))
		if err != nil {
			t.Fatalf("seat %d: %s: %v", s, text, err)
		}
		events = append(events, more...)
	}
	return events
}

// Listed reports whether a move is among the legal ones.
func Listed(t rapid.TB, p Playable, s engine.Seat, text string) bool {
	t.Helper()
	return slices.Contains(p.Legal(s, nil), Move(t, text))
}

// Equal compares what two things look like in print.
func Equal(t rapid.TB, what string, got, want any) {
	t.Helper()
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		t.Errorf("%s: got %s, want %s", what, a, b)
	}
}

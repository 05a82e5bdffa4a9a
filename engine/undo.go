package engine

import (
	"fmt"
	"slices"
)

// Undoable reports that a move which told these events showed the mover nothing that
// was hidden. Nothing else can be taken back.
func (m *Match) Undoable(events []Event) bool {
	kinds := m.game.Info().Undo
	return len(events) > 0 && !slices.ContainsFunc(events, func(e Event) bool {
		return len(e.Secret) > 0 || !slices.Contains(kinds, e.Kind)
	})
}

// Undo takes the last move back, which a seat has made: the match stands again as it
// did before it. That is a move like any other, so the version goes on.
func (m *Match) Undo(s Seat, before *Match) []Event {
	version := m.state.Version + 1
	before.CopyInto(m)
	m.state.Version = version
	m.renew()
	return []Event{{Kind: "undone", Seat: s, Open: true}}
}

// Standing are the indexes of moves that were not taken back: each undo takes back the last one that stands.
func Standing(moves []Made) (standing []int) {
	for i, made := range moves {
		if n := len(standing); made.Move.Verb == VerbUndo && n > 0 {
			standing = standing[:n-1]
		} else {
			standing = append(standing, i)
		}
	}
	return standing
}

// RepeatAll makes moves of a match that has just been dealt, as Repeat does, and takes back what was taken back.
func (m *Match) RepeatAll(moves []Made) error { return m.RepeatEach(moves, func(int, []Event) {}) }

// RepeatEach is RepeatAll that calls a function after each move, with its index and what it told.
func (m *Match) RepeatEach(moves []Made, then func(int, []Event)) error {
	standing := Standing(moves)
	var before []*Match // of the moves that will be taken back
	for i, made := range moves {
		if n := len(before); made.Move.Verb == VerbUndo && n > 0 {
			then(i, m.Undo(made.Seat, before[n-1]))
			before = before[:n-1]
			continue
		}
		if _, stands := slices.BinarySearch(standing, i); !stands {
			before = append(before, m.Clone())
		}
		events, err := m.Repeat(made.Seat, made.Move)
		if err != nil {
			return fmt.Errorf("move %d, %q of seat %d: %w", i+1, made.Move, made.Seat, err)
		}
		then(i, events)
	}
	return nil
}

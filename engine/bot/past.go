package bot

import (
	"slices"

	"carteado/engine"
)

// A Past is a decision that a seat has made in a match, with what it knew then and nothing else.
type Past struct {
	Step  int // moves of the match before it
	Round int
	Turn  int // the seat's own, in the round
	Sight Sight
	Made  engine.Move
}

// A Played move is one of a match that is over, and whether the seat's own player made it.
type Played struct {
	engine.Made
	Own bool
}

// PastOf plays the moves of a match, which has just been dealt, and returns the decisions of a seat: those at which its
// player had a choice, but for moves that were taken back. The seed is the Master's own.
func PastOf(m *engine.Match, seat engine.Seat, moves []Played, seed engine.Seed) (past []Past, err error) {
	made := make([]engine.Made, len(moves))
	for i, move := range moves {
		made[i] = move.Made
	}
	course, turn, last := engine.Course{Dealt: m.View(seat).Round}, 0, engine.Nobody
	for _, i := range engine.Standing(made) {
		by, move := made[i].Seat, made[i].Move
		if by == seat && last != seat {
			turn++
		}
		last = by
		if by == seat && moves[i].Own && !m.Between() && !ofMatch(move) {
			sight := Sight{View: m.View(seat), Course: course, Legal: m.Legal(seat, nil), Seed: seed}
			sight.Course.Seen = slices.Clone(course.Seen)
			if len(sight.Legal) > 1 {
				past = append(past, Past{i, m.Number(), turn, sight, move})
			}
		}
		events, err := m.Repeat(by, move)
		if err != nil {
			return nil, err
		}
		switch {
		case slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "dealt" }):
			course, turn, last = engine.Course{Dealt: m.View(seat).Round}, 0, engine.Nobody
		case !ofMatch(move):
			course.See(events, seat)
		}
	}
	return past, nil
}

// ofMatch reports that a move is one of every game, which changes no card.
func ofMatch(m engine.Move) bool {
	switch m.Verb {
	case engine.VerbNext, engine.VerbLeave, engine.VerbUndo, engine.VerbClose:
		return true
	}
	return false
}

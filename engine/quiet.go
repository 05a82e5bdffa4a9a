package engine

// Quiet plays moves without events, for searches and simulations of millions of moves. Its rules are those of
// Play, stated once. No method but Tell allocates, and neither do Legal and Piles where there is room.
type Quiet interface {
	Round
	// Breaks returns the key of the rule that a move breaks, empty for none.
	Breaks(Seat, *Move) (rule string)
	// Make makes a move that breaks no rule and tells nobody. It does not ask again: moves
	// that Legal lists break none.
	Make(Seat, *Move)
	// Tell is Make that adds the events which Play returns to a log.
	Tell(Seat, *Move, *Log)
	// CopyInto makes another round of this game the same as this one, and Is reports that one is.
	CopyInto(Round)
	Is(Round) bool
	// Piles is Cards in the room of a list that it returned before.
	Piles([]Pile) []Pile
}

// Copy returns a copy of a round. It is made in the memory of another round of the same
// game, if there is one and the game can do that.
func Copy(from, into Round) Round {
	if quiet, ok := from.(Quiet); ok && into != nil {
		quiet.CopyInto(into)
		return into
	}
	return from.Clone()
}

// A Log collects the events of a move. With a nil Log no event is made.
type Log struct{ Events []Event }

// Tell adds an event.
func (l *Log) Tell(e Event) { l.Events = append(l.Events, e) }

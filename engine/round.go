package engine

// A Round is one deal, from the first card to its result. It marshals to JSON and embeds
// Hidden. Searches and simulations play millions of moves: Legal, Breaks, Make without a log,
// CopyInto and Piles allocate nothing where there is room, but at the end of a round.
type Round interface {
	// ToMove lists the seats that may move, ascending: several in simultaneous
	// phases, none when the round is over. The slice is the round's own.
	ToMove() []Seat
	// Legal appends the moves a seat chooses between, in the fixed order of the
	// notation and without doubles; none exactly when the seat is not to move.
	Legal(Seat, []Move) []Move
	// Breaks returns the key of the rule that a move breaks, empty for none. It changes
	// nothing.
	Breaks(Seat, *Move) (rule string)
	// Make makes a move that breaks no rule, and adds its events to a log, if there is one. It
	// does not ask again: moves that Legal lists break none.
	Make(Seat, *Move, *Log)
	// View is all that a seat, or Spectator, may know: the game's own type,
	// built up as a whitelist.
	View(Seat) any
	// Result of the round; false while it is being played.
	Result() (Result, bool)
	// CopyInto copies the round in the memory of another of the same game, or in new memory if
	// there is none, and returns the copy. Is reports that another round is the same in memory,
	// as a copy is: one that was stored and read may hold the same cards and yet be another.
	CopyInto(Round) Round
	Is(Round) bool
	// Piles lists every pile with its cards, bottom to top, but stock and draw next card first,
	// in the room of a list that it returned before. For tools and tests, never for a player.
	Piles([]Pile) []Pile
}

// An Explainer is offered by rounds with rules whose sentences mention numbers.
type Explainer interface {
	// Explain returns the numbers of the rule that a move breaks. They may tell the mover only
	// what the mover's view tells already.
	Explain(s Seat, m *Move, rule string) map[string]int
}

// Play makes a move of a round and returns its events. An *Illegal names the rule that the
// move breaks, and then the round is exactly as it was.
func Play(r Round, s Seat, m Move) ([]Event, error) {
	var log Log
	err := play(r, s, &m, &log)
	return log.Events, err
}

// play is Play with a log, if there is one.
func play(r Round, s Seat, m *Move, log *Log) error {
	if rule := r.Breaks(s, m); rule != "" {
		illegal := Broken(rule)
		if explainer, ok := r.(Explainer); ok {
			illegal.Args = explainer.Explain(s, m, rule)
		}
		return illegal
	}
	if log != nil && log.Events == nil {
		log.Events = make([]Event, 0, 3) // few moves tell more
	}
	r.Make(s, m, log)
	return nil
}

// Clone copies a round.
func Clone(r Round) Round { return r.CopyInto(nil) }

// A Log collects the events of moves.
type Log struct{ Events []Event }

// Tell adds an event. With a nil log it does nothing.
func (l *Log) Tell(e Event) {
	if l != nil {
		l.Events = append(l.Events, e)
	}
}

package engine

// A Feature is something that players do at a game and that is worth keeping beside places and points. Each time has a
// number: the deadwood of a knock, the turns to a win.
type Feature struct {
	Name  string // in snake case; its words stand in the catalogs below feature.<game>.<name>
	Times bool   // how often it happens is worth telling, and most of them in a season is a record
	Mean  bool   // so is the mean of its numbers
	Best  Best   // which of its numbers is a record
}

// Best says which of several numbers is a record.
type Best string

// The least or the most of them; the zero value is none.
const (
	Least Best = "least"
	Most  Best = "most"
)

// Better reports that a number beats the one that is held. An equal one does not.
func (b Best) Better(n, held int) bool { return b == Least && n < held || b == Most && n > held }

// A Tally is what numbers of one kind have come to. The zero value is that of none.
type Tally struct {
	Times int `json:"n"`
	Sum   int `json:"sum"`
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Add takes in one more number.
func (t Tally) Add(n int) Tally { return t.Join(Tally{1, n, n, n}) }

// Join takes in the numbers of another tally.
func (t Tally) Join(other Tally) Tally {
	switch {
	case other.Times == 0:
		return t
	case t.Times == 0:
		return other
	}
	return Tally{t.Times + other.Times, t.Sum + other.Sum, min(t.Least, other.Least), max(t.Most, other.Most)}
}

// Mean is the mean of the numbers; 0 of none.
func (t Tally) Mean() float64 {
	if t.Times == 0 {
		return 0
	}
	return float64(t.Sum) / float64(t.Times)
}

// Best is the number that counts as a record.
func (t Tally) Best(b Best) int {
	if b == Least {
		return t.Least
	}
	return t.Most
}

// A Told is a move of a seat with what it told.
type Told struct {
	Seat   Seat
	Move   Move
	Events []Event
}

// A Counter is offered by games that have features.
type Counter interface {
	// Features lists them, in the order in which pages show them.
	Features() []Feature
	// Count tells note of everything that happened in a round that is over: its moves, without those that were taken
	// back, and how it ended.
	Count(moves []Told, end Round, note func(feature string, s Seat, n int))
}

// FeaturesOf are the features of a game, none if it offers none.
func FeaturesOf(g Game) []Feature {
	if counter, ok := g.(Counter); ok {
		return counter.Features()
	}
	return nil
}

// OwnTurns counts the moves of a seat that pass for turns; which says so.
func OwnTurns(moves []Told, s Seat, which func(Told) bool) (n int) {
	for _, m := range moves {
		if m.Seat == s && which(m) {
			n++
		}
	}
	return n
}

// CountFeatures repeats the moves of a match that has just been dealt, and returns by seat what its game counts of the
// rounds that came to an end. A round in which somebody else moved for a seat, as own says by move, does not count for
// that seat.
func CountFeatures(m *Match, moves []Made, own []bool) ([]map[string]Tally, error) {
	found := make([]map[string]Tally, m.Seats())
	for s := range found {
		found[s] = map[string]Tally{}
	}
	counter, ok := m.game.(Counter)
	if !ok {
		return found, nil
	}
	var round []Told // its moves that stand
	helped := make([]bool, m.Seats())
	rounds := 0
	err := m.RepeatEach(moves, func(i int, events []Event) {
		made := moves[i]
		if made.Move.Verb == VerbUndo {
			round, rounds = round[:max(len(round)-1, 0)], len(m.Rounds())
			return
		}
		if made.Seat >= 0 && !own[i] {
			helped[made.Seat] = true
		}
		round = append(round, Told{made.Seat, made.Move, events})
		if len(m.Rounds()) == rounds {
			return
		}
		rounds = len(m.Rounds())
		counter.Count(round, m.round, func(feature string, s Seat, n int) {
			if !helped[s] {
				found[s][feature] = found[s][feature].Add(n)
			}
		})
		round = nil
		clear(helped)
	})
	return found, err
}

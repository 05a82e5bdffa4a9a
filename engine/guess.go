package engine

// A Course is how a round went, as one seat saw it.
type Course struct {
	Dealt any     // the seat's view of the round when it was dealt
	Seen  []Event // what the seat was told since then
}

// See adds what a viewer saw of a move.
func (c *Course) See(events []Event, viewer Seat) {
	c.Seen = AppendSeen(c.Seen, events, viewer)
}

// A Guesser is offered by games whose bots can think ahead.
type Guesser interface {
	// Guess reads all that a seat has seen of a round that is being played. It fails if
	// the view and the course contradict each other.
	Guess(view any, course Course) (Guess, error)
	// Swing is about how many points a round brings its winner, or its loser where the lower total
	// is better.
	Swing(options Options, seats int) float64
}

// A Guess deals rounds at random among those that agree with everything its seat has
// seen. It is not safe for concurrent use.
type Guess interface {
	// Deal puts such a round into the memory of the one that it returned before. It takes
	// bounded time: nothing is dealt again until it fits.
	Deal(Chance) Thinker
}

// A Thinker is a round that judges moves and plays itself on. It looks at what the seat to
// move has seen, never at hidden cards: a good player's judgement is the same in every
// guess of the same seat.
type Thinker interface {
	Round
	// Judge appends the worth of each legal move for the seat to move: more is better, and
	// a move worth Blunder less than another would look broken. A beginner judges more simply.
	Judge(s Seat, legal []Move, worth []int, beginner bool) []int
	// PlayOut makes a legal move of a seat, plays the round by its own judgement to its end, or as far as a Forecaster
	// looks ahead, and adds the points by seat. It says who wins the match on the spot, Nobody for nearly all rounds. A
	// round that leads nowhere is given up without points. It allocates nothing.
	PlayOut(s Seat, m *Move, points []int) (wins Seat)
}

// A Forecaster is a Thinker whose playouts may stop before the round is over, where more moves would bring more chance
// than knowledge.
type Forecaster interface {
	Thinker
	// Forecast says how likely each seat is to win a round whose playout has stopped, and how many points it would
	// have then. It is false for a round that is over.
	Forecast(chances []float64, points []int) bool
}

// Blunder is how much less a move is worth that a person would not make by mistake: four points at Knock.
const Blunder = 32

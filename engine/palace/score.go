package palace

import (
	"slices"

	"carteado/engine"
)

// How a round ends, as in Result.How.
const (
	HowOut     = "out"
	HowBlocked = "blocked" // too many plays without anybody out: fewest cards win
	HowVoid    = "void"    // a blocked round in which several seats hold the fewest cards
)

// over is how the round has ended, empty while it goes on.
func (r *Round) over() string {
	switch {
	case r.gone > 0 && (!r.rules.places || r.gone >= r.seats-1):
		return HowOut
	case r.spent < r.rules.blockAfter:
		return ""
	case r.rules.places || r.fewest() != engine.Nobody:
		return HowBlocked
	}
	return HowVoid
}

// fewest is the seat with fewer cards than any other, Nobody if there is none.
func (r *Round) fewest() engine.Seat {
	var room [maxSeats]int
	left := r.leftBySeat(room[:0])
	return engine.Only(left, slices.Min(left))
}

// leftBySeat appends how many cards each seat holds.
func (r *Round) leftBySeat(left []int) []int {
	for s := range engine.Seat(r.seats) {
		left = append(left, r.left(s))
	}
	return left
}

// finish ends the round.
func (r *Round) finish(how string, log *engine.Log) {
	r.phase, r.awaited = PhaseOver, 0
	switch {
	case log == nil:
	case how == HowBlocked:
		log.Tell(engine.Event{Kind: "blocked", Seat: r.ending(how).Winner, Open: true, N: r.rules.blockAfter})
	case how == HowVoid:
		log.Tell(engine.Event{Kind: "void", Seat: engine.Nobody, Open: true, N: r.rules.blockAfter})
	}
}

// ending scores a round that is over.
func (r *Round) ending(how string) *End {
	end := &End{
		How: how, Winner: engine.Nobody, Loser: engine.Nobody,
		Left: r.leftBySeat(make([]int, 0, r.seats)), Points: make([]int, r.seats),
	}
	for s := range r.seats {
		end.Hands = append(end.Hands, r.hands[s].cards())
		end.Up = append(end.Up, r.up[s])
		end.Down = append(end.Down, r.down[s])
	}
	switch {
	case r.rules.places:
		r.rank(end)
	case how == HowVoid:
	default:
		end.win(r.fewest())
		end.Loser = engine.Only(end.Left, slices.Max(end.Left))
	}
	return end
}

// rank gives places and points: first the seats that went out, in that order, then
// the others by fewest cards.
func (r *Round) rank(end *End) {
	end.Places = make([]int, r.seats)
	for s := range end.Places {
		end.Places[s] = int(r.out[s])
		if r.out[s] > 0 {
			continue
		}
		end.Places[s] = int(r.gone) + 1
		for other, left := range end.Left {
			if r.out[other] == 0 && left < end.Left[s] {
				end.Places[s]++
			}
		}
	}
	end.share()
}

// share gives the points of an end with places: as many as are behind. Tied players split the points of their places,
// rounded down.
func (e *End) share() {
	e.Points = make([]int, len(e.Places))
	for s, place := range e.Places {
		sum, sharing := 0, 0
		for _, other := range e.Places {
			if other == place {
				sum += len(e.Places) - place - sharing
				sharing++
			}
		}
		e.Points[s] = sum / sharing
	}
	e.Winner = engine.Only(e.Places, 1)
	e.Loser = engine.Only(e.Places, slices.Max(e.Places))
}

// win gives the one point of an end without places.
func (e *End) win(winner engine.Seat) {
	e.Winner = winner
	e.Points[winner] = 1
}

// Result of the round; false while it is being played.
func (r *Round) Result() (engine.Result, bool) {
	if r.phase != PhaseOver {
		return engine.Result{}, false
	}
	return r.ending(r.over()).result(), true
}

// result is what the end means for the match.
func (e *End) result() engine.Result {
	result := engine.Result{
		How: e.How, Points: e.Points, By: engine.Nobody, Winner: e.Winner, Loser: e.Loser, Places: e.Places,
	}
	if e.How == HowOut {
		result.By = e.Winner
	}
	return result
}

package huangdi

import (
	"slices"

	"carteado/engine"
)

// How a game ends, as in Result.How.
const (
	HowOut     = "out"
	HowBlocked = "blocked"
)

// bonus is what the winner scores beside the stock cards of the others (§3.2).
const bonus = 5

// left are the stock cards of each seat.
func (r *Round) left() []int {
	left := make([]int, r.seats)
	for s := range left {
		left[s] = int(r.stocks[s].n)
	}
	return left
}

// winner is the seat with the fewest stock cards, Nobody in a tie. The seat that is
// out has none left.
func winner(left []int) engine.Seat { return engine.Only(left, slices.Min(left)) }

// ended is an end of which it is known how it came and how many cards are left in the stocks.
func (r *rules) ended(how string, left []int) *End {
	e := &End{How: how, Winner: winner(left), Stocks: left, Points: make([]int, len(left))}
	switch {
	case e.Winner == engine.Nobody:
	case !r.points:
		e.Points[e.Winner] = 1
	default:
		for _, n := range left {
			e.Points[e.Winner] += n - left[e.Winner]
		}
		if how == HowOut {
			e.Points[e.Winner] += bonus
		}
	}
	return e
}

func (r *Round) how() string {
	if r.over == out {
		return HowOut
	}
	return HowBlocked
}

// Result of the game; false while it is being played.
func (r *Round) Result() (engine.Result, bool) {
	if r.over == playing {
		return engine.Result{}, false
	}
	return r.rules.ended(r.how(), r.left()).result(), true
}

// result is what the end means for the match.
func (e *End) result() engine.Result {
	result := engine.Result{How: e.How, Points: e.Points, By: engine.Nobody, Winner: e.Winner, Loser: engine.Nobody}
	if e.How == HowOut {
		result.By = e.Winner
	}
	return result
}

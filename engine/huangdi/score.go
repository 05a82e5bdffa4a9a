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

// score is what a game adds to the totals.
func (r *Round) score(left []int) []int {
	points := make([]int, len(left))
	first := winner(left)
	switch {
	case first == engine.Nobody:
	case !r.rules.points:
		points[first] = 1
	default:
		for _, n := range left {
			points[first] += n - left[first]
		}
		if r.over == out {
			points[first] += bonus
		}
	}
	return points
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
	left := r.left()
	result := engine.Result{
		How: r.how(), Points: r.score(left), By: engine.Nobody, Winner: winner(left), Loser: engine.Nobody,
	}
	if r.over == out {
		result.By = result.Winner
	}
	return result, true
}

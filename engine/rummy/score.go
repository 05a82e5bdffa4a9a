package rummy

import (
	"slices"

	"carteado/engine"
)

// How a round ends, as in Result.How.
const (
	HowOut     = "out"
	HowRummy   = "rummy"
	HowBlocked = "blocked"
)

// out ends the round for the seat whose hand is empty.
func (r *Round) out(winner engine.Seat) *End {
	e := r.shown(HowOut)
	e.Winner = winner
	for _, value := range e.Values {
		e.Points[winner] += value
	}
	if !r.before {
		e.How, e.Double = HowRummy, r.rules.double
	}
	if e.Double {
		e.Points[winner] *= 2
	}
	return e
}

// blocked ends a round in which nobody can draw any more. A single lowest hand scores
// the difference to each other hand.
func (r *Round) blocked() *End {
	e := r.shown(HowBlocked)
	least := slices.Min(e.Values)
	lowest := engine.Only(e.Values, least)
	if !r.rules.differences || lowest == engine.Nobody {
		return e
	}
	e.Winner = lowest
	for _, value := range e.Values {
		e.Points[lowest] += value - least
	}
	return e
}

// shown is an end in which nobody scores yet.
func (r *Round) shown(how string) *End {
	e := &End{How: how, Winner: engine.Nobody, Points: make([]int, r.seats)}
	for _, hand := range r.hands[:r.seats] {
		e.Hands = append(e.Hands, hand.Cards())
		e.Values = append(e.Values, r.rules.Value(hand))
	}
	return e
}

// Result of the round; false while it is being played.
func (r *Round) Result() (engine.Result, bool) {
	if r.phase != PhaseOver {
		return engine.Result{}, false
	}
	e := r.ended()
	result := engine.Result{How: e.How, Points: e.Points, By: engine.Nobody, Winner: e.Winner, Loser: engine.Nobody}
	if e.How != HowBlocked {
		result.By = e.Winner
	}
	return result, true
}

// ended is the end of a round that is over.
func (r *Round) ended() *End {
	if r.hands[r.turn[0]] == 0 {
		return r.out(r.turn[0])
	}
	return r.blocked()
}

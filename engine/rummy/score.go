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

// blocked ends a round in which nobody can draw any more: the only lowest hand
// scores what the others have beyond it.
func (r *Round) blocked() *End {
	e := r.shown(HowBlocked)
	least := slices.Min(e.Values)
	lowest := slices.Index(e.Values, least)
	if !r.rules.differences || slices.Contains(e.Values[lowest+1:], least) {
		return e
	}
	e.Winner = engine.Seat(lowest)
	for _, value := range e.Values {
		e.Points[lowest] += value - least
	}
	return e
}

// shown is an end in which nobody scores yet.
func (r *Round) shown(how string) *End {
	e := &End{How: how, Winner: engine.Spectator, Points: make([]int, r.seats)}
	for _, hand := range r.hands[:r.seats] {
		e.Hands = append(e.Hands, hand.Cards())
		e.Values = append(e.Values, r.rules.Value(hand))
	}
	return e
}

// result is what the end means for the match.
func (e *End) result() engine.Result {
	result := engine.Result{
		How: e.How, Points: slices.Clone(e.Points),
		By: engine.Spectator, Winner: e.Winner, Loser: engine.Spectator,
	}
	if e.How != HowBlocked {
		result.By = e.Winner
	}
	return result
}

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
	if !r.before {
		e.How = HowRummy
	}
	return r.rules.count(e)
}

// count adds up an end of which it is known how it came, and what is left in the hands: the winner scores all of it,
// twice for a Rummy. If nobody can draw any more, a single lowest hand scores the difference to each other hand.
func (r *rules) count(e *End) *End {
	least := 0
	if e.How == HowBlocked {
		least = slices.Min(e.Values)
		if e.Winner = engine.Only(e.Values, least); !r.differences {
			e.Winner = engine.Nobody
		}
	}
	if e.Winner == engine.Nobody {
		return e
	}
	for _, value := range e.Values {
		e.Points[e.Winner] += value - least
	}
	if e.Double = e.How == HowRummy && r.double; e.Double {
		e.Points[e.Winner] *= 2
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
	return r.ended().result(), true
}

// result is what the end means for the match.
func (e *End) result() engine.Result {
	result := engine.Result{How: e.How, Points: e.Points, By: engine.Nobody, Winner: e.Winner, Loser: engine.Nobody}
	if e.How != HowBlocked {
		result.By = e.Winner
	}
	return result
}

// ended is the end of a round that is over.
func (r *Round) ended() *End {
	if r.hands[r.turn[0]] == 0 {
		return r.out(r.turn[0])
	}
	return r.rules.count(r.shown(HowBlocked))
}

package palace

import (
	"slices"

	"carteado/engine"
)

// How a round ends, as in Result.How.
const (
	HowOut     = "out"
	HowBlocked = "blocked" // nobody got out in so many plays: cards are counted
	HowVoid    = "void"    // … and several hold the fewest
)

// over is how the round has ended, empty while it goes on.
func (r *Round) over() string {
	switch {
	case r.gone > 0 && (!r.rules.places || r.gone >= r.seats-1):
		return HowOut
	case r.spent < r.rules.blockAfter:
		return ""
	case r.rules.places || r.fewest() != engine.Spectator:
		return HowBlocked
	}
	return HowVoid
}

// fewest is the seat with fewer cards than any other, Spectator if there is none.
func (r *Round) fewest() engine.Seat {
	left := r.leftBySeat()
	return only(left, slices.Min(left))
}

func (r *Round) leftBySeat() []int {
	left := make([]int, r.seats)
	for s := range left {
		left[s] = r.left(engine.Seat(s))
	}
	return left
}

// only is the one seat with a number, Spectator where there are several.
func only(numbers []int, n int) engine.Seat {
	s := slices.Index(numbers, n)
	if slices.Contains(numbers[s+1:], n) {
		return engine.Spectator
	}
	return engine.Seat(s)
}

// finish ends the round.
func (r *Round) finish(how string, events []engine.Event) []engine.Event {
	r.phase, r.awaited = PhaseOver, 0
	r.end = r.settle(how)
	switch how {
	case HowBlocked:
		events = append(events, engine.Event{Kind: "blocked", Seat: r.end.Winner, Open: true, N: r.rules.blockAfter})
	case HowVoid:
		events = append(events, engine.Event{Kind: "void", Seat: engine.Spectator, Open: true, N: r.rules.blockAfter})
	}
	return events
}

// settle scores a round that is over.
func (r *Round) settle(how string) *End {
	end := &End{
		How: how, Winner: engine.Spectator, Loser: engine.Spectator,
		Left: r.leftBySeat(), Points: make([]int, r.seats),
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
		end.Winner = r.fewest()
		end.Points[end.Winner] = 1
		end.Loser = only(end.Left, slices.Max(end.Left))
	}
	return end
}

// rank gives places and points: who went out by turns, then who holds fewer
// cards. Who shares places shares their points, rounded down.
func (r *Round) rank(end *End) {
	n := int(r.seats)
	end.Places = make([]int, n)
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
	for s, place := range end.Places {
		sum, sharing := 0, 0
		for _, other := range end.Places {
			if other == place {
				sum += n - place - sharing
				sharing++
			}
		}
		end.Points[s] = sum / sharing
	}
	end.Winner = only(end.Places, 1)
	end.Loser = only(end.Places, slices.Max(end.Places))
}

// result is what the end means for the match.
func (e *End) result() engine.Result {
	result := engine.Result{
		How: e.How, Points: slices.Clone(e.Points), By: engine.Spectator,
		Winner: e.Winner, Loser: e.Loser, Places: slices.Clone(e.Places),
	}
	if e.How == HowOut {
		result.By = e.Winner
	}
	return result
}

// copied is an end of one's own.
func (e *End) copied() *End {
	c := *e
	c.Hands = slices.Clone(e.Hands)
	for s := range c.Hands {
		c.Hands[s] = slices.Clone(e.Hands[s])
	}
	c.Up, c.Down = slices.Clone(e.Up), slices.Clone(e.Down)
	c.Left, c.Places, c.Points = slices.Clone(e.Left), slices.Clone(e.Places), slices.Clone(e.Points)
	return &c
}

package rummy

import "carteado/engine"

// Features implements engine.Counter. The number of a rummy, which is going out at once, and of going out is how many
// turns it took, that of a win the points.
func (Game) Features() []engine.Feature {
	return []engine.Feature{
		{Name: "rummy", Times: true},
		{Name: "out", Times: true, Mean: true, Best: engine.Least},
		{Name: "points", Mean: true, Best: engine.Most},
	}
}

// Count implements engine.Counter.
func (Game) Count(moves []engine.Told, end engine.Round, note func(string, engine.Seat, int)) {
	result, over := end.Result()
	if !over || result.By == engine.Nobody {
		return
	}
	turns := engine.OwnTurns(moves, result.By, func(m engine.Told) bool { return m.Move.Verb == verbDraw })
	if result.How == HowRummy {
		note("rummy", result.By, turns)
	}
	note("out", result.By, turns)
	note("points", result.By, result.Points[result.By])
}

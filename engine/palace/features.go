package palace

import "carteado/engine"

// Features implements engine.Counter. The number of a win is how many plays it took, that of a pile its cards.
func (Game) Features() []engine.Feature {
	return []engine.Feature{
		{Name: "win", Times: true, Mean: true, Best: engine.Least},
		{Name: "pile", Times: true, Mean: true, Best: engine.Most},
		{Name: "burn", Times: true},
	}
}

// Count implements engine.Counter.
func (Game) Count(moves []engine.Told, end engine.Round, note func(string, engine.Seat, int)) {
	for _, m := range moves {
		for _, e := range m.Events {
			switch e.Kind {
			case "took", "took_with", "failed":
				if e.N > 0 {
					note("pile", e.Seat, e.N)
				}
			case "burned", "flipped_burned":
				note("burn", e.Seat, e.N)
			}
		}
	}
	result, over := end.Result()
	if !over || result.How != HowOut || result.Winner == engine.Nobody {
		return
	}
	note("win", result.Winner, engine.OwnTurns(moves, result.Winner, func(m engine.Told) bool {
		return m.Move.Verb == verbPlay || m.Move.Verb == verbFlip || m.Move.Verb == verbTake
	}))
}

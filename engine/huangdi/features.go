package huangdi

import "carteado/engine"

// Features implements engine.Counter. The number of a win is how many turns it took, that of a reverse and of a
// borrowed card the wall.
func (Game) Features() []engine.Feature {
	return []engine.Feature{
		{Name: "win", Times: true, Mean: true, Best: engine.Least},
		{Name: "reverse", Times: true},
		{Name: "borrow", Times: true},
	}
}

// Count implements engine.Counter.
func (Game) Count(moves []engine.Told, end engine.Round, note func(string, engine.Seat, int)) {
	for _, m := range moves {
		for _, e := range m.Events {
			switch e.Kind {
			case "reversed":
				note("reverse", e.Seat, e.N)
			case "borrowed":
				note("borrow", e.Seat, e.N)
			}
		}
	}
	if result, over := end.Result(); over && result.How == HowOut {
		// The last turn ends with the card that wins.
		note("win", result.By, 1+engine.OwnTurns(moves, result.By, func(m engine.Told) bool {
			return m.Move.Verb == verbDiscard || m.Move.Verb == verbEnd
		}))
	}
}

package knock

import "carteado/engine"

// Features implements engine.Counter. The number of a knock is its deadwood, that of an answer the difference to the
// knocker's.
func (Game) Features() []engine.Feature {
	return []engine.Feature{
		{Name: "knock", Times: true, Mean: true, Best: engine.Least},
		{Name: "early", Best: engine.Least},
		{Name: "undercut", Times: true, Best: engine.Most},
		{Name: "undercut_by", Times: true},
	}
}

// Count implements engine.Counter.
func (Game) Count(moves []engine.Told, end engine.Round, note func(string, engine.Seat, int)) {
	e := end.(*Round).end
	if e == nil || e.Knocker == engine.Nobody {
		return
	}
	mine, theirs := e.Hands[e.Knocker].LeftValue, e.Hands[1-e.Knocker].LeftValue
	note("knock", e.Knocker, mine)
	note("early", e.Knocker, engine.OwnTurns(moves, e.Knocker, func(m engine.Told) bool {
		return m.Move.Verb == verbDiscard || m.Move.Verb == verbKnock
	}))
	if e.How == HowKnock && theirs < mine {
		note("undercut", 1-e.Knocker, mine-theirs)
		note("undercut_by", e.Knocker, mine-theirs)
	}
}

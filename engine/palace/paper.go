package palace

import (
	"slices"

	"carteado/engine"
)

// Sheet asks who was out first, or in which place each was.
func (Game) Sheet(o engine.Options, _ int) (engine.Sheet, error) {
	r, err := newRules(o)
	if err != nil {
		return engine.Sheet{}, err
	}
	if r.places {
		return engine.Sheet{Places: true}, nil
	}
	return engine.Sheet{Hows: []string{HowOut}, Block: HowVoid}, nil
}

// ScorePaper scores a round with real cards.
func (Game) ScorePaper(o engine.Options, seats int, w engine.Written) (engine.Result, error) {
	r, err := newRules(o)
	if err != nil {
		return engine.Result{}, err
	}
	e := &End{How: HowOut, Winner: engine.Nobody, Loser: engine.Nobody, Points: make([]int, seats)}
	switch {
	case r.places:
		e.Places = slices.Clone(w.Places)
		e.share()
	case w.By == engine.Nobody:
		e.How = HowVoid
	default:
		e.win(w.By)
	}
	return e.result(), nil
}

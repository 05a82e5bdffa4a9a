package rummy

import (
	"slices"

	"carteado/engine"
)

// Sheet asks who went out, whether in one turn, and what is left to the others; to all, if nobody could go on.
func (Game) Sheet(o engine.Options, seats int) (engine.Sheet, error) {
	r, err := newRules(o)
	if err != nil {
		return engine.Sheet{}, err
	}
	if seats < minSeats || seats > maxSeats {
		return engine.Sheet{}, engine.ErrSeats
	}
	return engine.Sheet{Hows: []string{HowOut, HowRummy}, Block: HowBlocked, Least: 1,
		Most: r.Most(handSize(seats))}, nil
}

// ScorePaper scores a round with real cards.
func (Game) ScorePaper(o engine.Options, seats int, w engine.Written) (engine.Result, error) {
	r, err := newRules(o)
	if err != nil {
		return engine.Result{}, err
	}
	e := &End{How: HowBlocked, Winner: engine.Nobody, Values: slices.Clone(w.Left), Points: make([]int, seats)}
	if w.By != engine.Nobody {
		e.How, e.Winner, e.Values[w.By] = w.How, w.By, 0
	}
	return r.count(e).result(), nil
}

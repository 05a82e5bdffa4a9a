package huangdi

import (
	"slices"

	"carteado/engine"
)

// Sheet asks who emptied the stock, and how many cards the others have left: in matches for wins only if nobody did.
func (Game) Sheet(o engine.Options, seats int) (engine.Sheet, error) {
	r, err := newRules(o, seats)
	if err != nil {
		return engine.Sheet{}, err
	}
	return engine.Sheet{Hows: []string{HowOut}, Block: HowBlocked, Least: 1, Most: r.stock, Spare: !r.points}, nil
}

// ScorePaper scores a game with real cards.
func (Game) ScorePaper(o engine.Options, seats int, w engine.Written) (engine.Result, error) {
	r, err := newRules(o, seats)
	if err != nil {
		return engine.Result{}, err
	}
	if w.By == engine.Nobody {
		return r.ended(HowBlocked, slices.Clone(w.Left)).result(), nil
	}
	left := slices.Clone(w.Left)
	if !r.points { // it does not matter how many, only whose there are none
		left = slices.Repeat([]int{1}, seats)
	}
	left[w.By] = 0
	return r.ended(HowOut, left).result(), nil
}

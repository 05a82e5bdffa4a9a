package knock

import (
	"carteado/engine"
)

// Sheet asks who knocked and how, and what is left: of the knocker only where the deadwood counts.
func (Game) Sheet(o engine.Options, _ int) (engine.Sheet, error) {
	r, err := newRules(o)
	if err != nil {
		return engine.Sheet{}, err
	}
	s := engine.Sheet{Hows: []string{HowKnock, HowZero, HowRunOfSevenJoker, HowRunOfSeven}, Own: HowKnock,
		Block: HowVoid, Void: true, Most: r.Most(handSize)}
	if r.limit == 0 {
		s.Hows, s.Own = s.Hows[1:], ""
	}
	if r.defender {
		s.Also = "bare"
	}
	return s, nil
}

// ScorePaper scores a round with real cards.
func (Game) ScorePaper(o engine.Options, _ int, w engine.Written) (engine.Result, error) {
	r, err := newRules(o)
	if err != nil {
		return engine.Result{}, err
	}
	e := &End{How: HowVoid, Knocker: engine.Nobody}
	if w.By == engine.Nobody {
		return e.result(), nil
	}
	e.Knocker, e.How = w.By, w.How
	if left := w.Left[w.By]; w.How == HowKnock {
		if left < 1 || left > r.limit {
			return engine.Result{}, &engine.ErrPaper{Key: engine.PaperLeft, Seat: w.By, Least: 1, Most: r.limit}
		}
		e.Hands[w.By].LeftValue = left
	}
	e.Hands[1-w.By].LeftValue = w.Left[1-w.By]
	if w.Also && w.Left[1-w.By] != 0 {
		return engine.Result{}, &engine.ErrPaper{Key: engine.PaperNone, Seat: 1 - w.By}
	}
	r.count(e, w.Also)
	return e.result(), nil
}

package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

const (
	heavy = 8 // points of a card that goes with nothing, from which on it is worth a word
	short = 3 // cards of a hand that may be gone in its next turn
)

// Reasons implements engine.Reasoner.
func (Game) Reasons(view any, best, other engine.Move) (list []engine.Reason) {
	v, ok := view.(View)
	if !ok || v.Seat < 0 || v.Phase == PhaseOver {
		return nil
	}
	t, _ := v.stand()
	own := meld.Of(v.Hand...)
	switch {
	case best.Verb == verbDraw && v.Top == card.Unknown:
	case best.Verb == verbDraw && best.From.Kind == engine.Discard && t.laysOff(v.Top, true):
		list = append(list, engine.Reason{Key: "takes_fit", Cards: []card.Card{v.Top}})
	case best.Verb == verbDraw && best.From.Kind == engine.Discard && !own.Apart(v.Top):
		list = append(list, engine.Reason{Key: "takes", Cards: []card.Card{v.Top}})
	case best.Verb == verbDraw && best.From.Kind == engine.Stock && own.Apart(v.Top):
		list = append(list, engine.Reason{Key: "leaves", Cards: []card.Card{v.Top}})
	case best.Verb == verbMeld:
		list = append(list, engine.Reason{Key: "meld", N: t.Value(cardsOf(best.Words()))})
		list = v.ends(list)
	case best.Verb == verbLayOff:
		list = append(list, engine.Reason{Key: "layoff", Cards: []card.Card{best.Card()}, N: t.Worth(best.Card())})
		list = v.ends(list)
	case best.Verb == verbRummy && t.double:
		list = append(list, engine.Reason{Key: "rummy"})
	case best.Verb == verbDiscard:
		list = v.whyDiscard(&t, own, best.Card(), other)
	}
	return list
}

// ReasonKeys implements engine.Reasoner.
func (Game) ReasonKeys() []string {
	return []string{"takes_fit", "takes", "leaves", "meld", "layoff", "rummy", "ends", "gift", "wanted", "heavy"}
}

// ends adds that somebody may soon be out.
func (v View) ends(list []engine.Reason) []engine.Reason {
	for s, n := range v.Counts {
		if engine.Seat(s) != v.Seat && n > 0 && n <= short {
			return append(list, engine.Reason{Key: "ends", N: n, Seat: engine.Seat(s)})
		}
	}
	return list
}

// whyDiscard says why a card leaves the hand, and not the one of another move.
func (v View) whyDiscard(t *stand, own meld.Hand, c card.Card, other engine.Move) (list []engine.Reason) {
	if d := other.Card(); other.Verb == verbDiscard {
		next := engine.Seat((int(v.Seat) + 1) % len(v.Counts))
		near := meld.Of(v.Known[next]...)
		switch {
		case t.laysOff(d, false) && !t.laysOff(c, false):
			list = append(list, engine.Reason{Key: "gift", Cards: []card.Card{d}})
		case !near.Apart(d) && near.Apart(c):
			list = append(list, engine.Reason{Key: "wanted", Cards: []card.Card{d}, Seat: next})
		}
	}
	if own.Apart(c) && t.Worth(c) >= heavy {
		list = append(list, engine.Reason{Key: "heavy", Cards: []card.Card{c}, N: t.Worth(c)})
	}
	return list
}

// laysOff reports that a card fits on a meld on the table where the player, or another, may lay it off.
func (t *stand) laysOff(c card.Card, player bool) bool {
	for i, on := range t.melds {
		if t.Aces.Fits(on).Has(c) && (!t.own || (t.owners[i] == t.seat) == player) {
			return true
		}
	}
	return false
}

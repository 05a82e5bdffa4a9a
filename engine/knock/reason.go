package knock

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// heavy is from how much on a card that goes with nothing is worth a word.
const heavy = 8

// Reasons implements engine.Reasoner.
func (Game) Reasons(view any, best, other engine.Move) (list []engine.Reason) {
	v, ok := view.(View)
	if !ok || v.rules == nil || v.Seat < 0 || v.Phase == PhaseOver {
		return nil
	}
	own, top := meld.Of(v.Hand...), v.Top
	natural := own.Without(joker)
	switch {
	case best.Verb == verbKnock:
		return v.whyKnock(own.Without(best.Card()))
	case best.Verb == verbDraw && top == card.Unknown:
	case best.Verb == verbDraw && best.From.Kind == engine.Discard && top == joker:
		list = append(list, engine.Reason{Key: "wild"})
	case best.Verb == verbDraw && best.From.Kind == engine.Discard && !natural.Apart(top):
		list = append(list, engine.Reason{Key: "takes", Cards: []card.Card{top}})
	case best.Verb == verbDraw && best.From.Kind == engine.Stock && natural.Apart(top):
		list = append(list, engine.Reason{Key: "leaves", Cards: []card.Card{top}})
	case best.Verb == verbDiscard:
		list = v.whyDiscard(own, best.Card(), other)
	}
	return list
}

// ReasonKeys implements engine.Reasoner.
func (Game) ReasonKeys() []string {
	return []string{"knock", "knock_zero", "knock_run", "knock_run_counts", "wild", "takes",
		"leaves", "waits", "wanted", "heavy", "ways"}
}

func (v View) whyKnock(seven meld.Hand) []engine.Reason {
	if deadwood := v.rules.Deadwood(seven); deadwood > 0 {
		return []engine.Reason{{Key: "knock", N: deadwood}}
	}
	switch whole, natural := v.rules.oneRun(seven); {
	case whole && natural && v.rules.duplicate:
		return []engine.Reason{{Key: "knock_run_counts", N: -wholeBonus}}
	case whole && natural:
		return []engine.Reason{{Key: "knock_run"}}
	case whole:
		return []engine.Reason{{Key: "knock_run_counts", N: -sevenBonus}}
	}
	return []engine.Reason{{Key: "knock_zero"}}
}

// whyDiscard says why a card leaves the hand, and not the one of another move.
func (v View) whyDiscard(own meld.Hand, c card.Card, other engine.Move) (list []engine.Reason) {
	if other.Verb == verbKnock {
		list = append(list, engine.Reason{Key: "waits", N: v.rules.Deadwood(own.Without(other.Card()))})
	}
	if other.Verb == verbDiscard {
		taken := meld.Of(v.Known[1-v.Seat]...).Without(joker)
		if d := other.Card(); !taken.Apart(d) && taken.Apart(c) {
			list = append(list, engine.Reason{Key: "wanted", Cards: []card.Card{d}})
		}
	}
	if c != joker && own.Without(joker).Apart(c) && v.rules.Worth(c) >= heavy {
		list = append(list, engine.Reason{Key: "heavy", Cards: []card.Card{c}, N: v.rules.Worth(c)})
	}
	if other.Verb == verbDiscard {
		keeps, gives := ways(own.Without(c)), ways(own.Without(other.Card()))
		if keeps > gives {
			list = append(list, engine.Reason{Key: "ways", N: keeps})
		}
	}
	return list
}

// ways counts the cards that would make a meld of two cards of a hand, or a longer one of more.
func ways(h meld.Hand) int { return h.Without(joker).Outs().Len() }

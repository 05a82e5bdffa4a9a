package palace

import (
	"carteado/engine"
	"carteado/engine/card"
)

// Reasons implements engine.Reasoner.
func (Game) Reasons(view any, best, other engine.Move) []engine.Reason {
	v, ok := view.(View)
	if !ok || v.rules == nil || v.Seat < 0 {
		return nil
	}
	switch best.Verb {
	case verbSwap:
		if words := best.Words(); len(words) == 2 && swapWorth(words[0].Card, words[1].Card) > 0 {
			return []engine.Reason{{Key: "row", Cards: []card.Card{words[0].Card}}}
		}
	case verbReady:
		if other.Verb == verbSwap && swapWorth(other.Words()[0].Card, other.Words()[1].Card) <= 0 {
			return []engine.Reason{{Key: "row_ready"}}
		}
	case verbPlay:
		return v.whyPlay(&best, &other)
	}
	return nil
}

// ReasonKeys implements engine.Reasoner.
func (Game) ReasonKeys() []string {
	return []string{"row", "row_ready", "burns", "blocks", "keeps", "together", "lowest"}
}

// whyPlay says why cards are played, and not those of another move.
func (v View) whyPlay(best, other *engine.Move) (list []engine.Reason) {
	k, n := rankOf(best.Card()), len(best.Words())
	next, burns := v.next(), k == ten || v.burns(k, n)
	switch {
	case burns && len(v.Pile) > 0 && v.left() > n:
		list = append(list, engine.Reason{Key: "burns", N: len(v.Pile)})
	case !burns && next != v.Seat && v.hinders(next, k):
		list = append(list, engine.Reason{Key: "blocks", Cards: []card.Card{best.Card()}, Seat: next})
	}
	if other.Verb != verbPlay {
		return list
	}
	switch o := rankOf(other.Card()); {
	case o == k && len(other.Words()) < n:
		list = append(list, engine.Reason{Key: "together", N: n})
	case (o == two || o == ten && v.rules.tenOnAny) && !k.special():
		list = append(list, engine.Reason{Key: "keeps", Cards: []card.Card{other.Card()}})
	case !o.special() && !k.special() && k < o:
		list = append(list, engine.Reason{Key: "lowest", Cards: []card.Card{other.Card()}})
	}
	return list
}

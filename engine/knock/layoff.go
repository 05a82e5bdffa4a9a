package knock

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// A reply is the opponent's answer to a knock: melds, cards laid off, cards left.
type reply struct {
	melds []meld.Meld
	laid  []LayOff
	left  meld.Hand
	value int // of left
}

// reply finds the answer that leaves the least over (rule 14). In a tie an answer
// that earns the defender's bonus is better, then the first as written.
func (r *rules) reply(hand meld.Hand, knocker []meld.Meld, layOff bool) (best reply) {
	found, alone, text := false, false, ""
	for s := range r.Splits(hand, r.Value(hand)) {
		consider := func(left meld.Hand, laid []LayOff) {
			value := r.Value(left)
			bonus := r.defender && left == 0 && len(laid) == 0
			if found && (value > best.value || value == best.value && alone && !bonus) {
				return
			}
			t := written(s.Melds)
			if found && value == best.value && alone == bonus && t >= text {
				return
			}
			found, alone, text = true, bonus, t
			best = reply{inOrder(s.Melds), append([]LayOff(nil), laid...), left, value}
		}
		consider(s.Left, nil)
		if layOff && s.Left != 0 {
			layer{knocker, consider}.on(0, s.Left, nil)
		}
	}
	return best
}

// A layer tries every way to lay cards off on a knocker's melds, one meld after
// the other, and hands what is left over to done.
type layer struct {
	melds []meld.Meld
	done  func(left meld.Hand, laid []LayOff)
}

func (l layer) on(i int, left meld.Hand, laid []LayOff) {
	if i == len(l.melds) {
		if len(laid) > 0 {
			l.done(left, laid)
		}
		return
	}
	stands := l.melds[i].Stands()
	if !l.melds[i].IsRun() {
		l.onSet(i, left, laid)
		return
	}
	l.extend(i, stands.Last(), suits, left, laid, func(left meld.Hand, laid []LayOff) {
		l.extend(i, stands.First(), -suits, left, laid, func(left meld.Hand, laid []LayOff) {
			l.on(i+1, left, laid)
		})
	})
}

// onSet lays one card at most: the set takes cards of its rank up to four in all.
func (l layer) onSet(i int, left meld.Hand, laid []LayOff) {
	l.on(i+1, left, laid)
	m := l.melds[i]
	missing := meld.Rank(m.Stands().First()) &^ m.Natural
	if m.Stands().Len() == suits {
		return
	}
	for c := range (missing & left).Without(joker).All() {
		l.on(i+1, left.Without(c), more(laid, engine.Word{Card: c}, i))
	}
	if left.Has(joker) {
		l.on(i+1, left.Without(joker), more(laid, wild(missing.Last()), i))
	}
}

// extend lays cards on one end of a run, one after the other, the joker as any
// of them.
func (l layer) extend(i int, end card.Card, step int, left meld.Hand, laid []LayOff, then func(meld.Hand, []LayOff)) {
	then(left, laid)
	if step > 0 && end.Rank() == card.King || step < 0 && end.Rank() == card.Ace {
		return
	}
	c := card.Card(int(end) + step)
	if left.Has(c) {
		l.extend(i, c, step, left.Without(c), more(laid, engine.Word{Card: c}, i), then)
	}
	if left.Has(joker) {
		l.extend(i, c, step, left.Without(joker), more(laid, wild(c), i), then)
	}
}

// more appends to a copy, because other branches of the search continue the list.
func more(laid []LayOff, w engine.Word, i int) []LayOff {
	return append(laid[:len(laid):len(laid)], LayOff{Card: w, Meld: i})
}

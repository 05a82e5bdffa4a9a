package meld

import "carteado/engine/card"

// Outs returns the cards not in the hand that make a set or a run with two cards of it, or a
// longer one with more.
func (h Hand) Outs() Hand {
	var sets Hand
	for pairs := h.pairs(); pairs != 0; {
		rank := Rank(pairs.First())
		sets |= rank
		pairs &^= rank
	}
	return sets&^h | h.gaps()
}

// Apart reports that the hand has no other card of a card's rank, nor one of its suit within two ranks.
func (h Hand) Apart(c card.Card) bool {
	one := Of(c)
	near := Rank(c) | one<<inSuit | one>>inSuit | one<<(2*inSuit) | one>>(2*inSuit)
	return h&near&whole&^one == 0
}

// Least returns the melds of a split that leaves least over, and what it leaves. It allocates
// nothing; which of several such splits it finds is not said.
func (r *Rules) Least(h Hand, melds *[4]Meld) (n int, left Hand) {
	l := least{Rules: r, most: r.Deadwood(h), best: melds}
	l.part(h.Without(r.Wild), h.Has(r.Wild), 0, 0, 0)
	return l.n, l.left
}

type least struct {
	*Rules
	most int
	best *[4]Meld
	now  [4]Meld
	n    int
	left Hand
}

// part is that of a splitter, which stops at the first split.
func (l *least) part(rest Hand, wild bool, n int, left Hand, deadwood int) bool {
	if deadwood > l.most || n > len(l.now) {
		return false
	}
	if rest == 0 {
		if wild {
			left = left.With(l.Wild)
			deadwood += l.Worth(l.Wild)
		}
		if deadwood > l.most {
			return false
		}
		*l.best, l.n, l.left = l.now, n, left
		return true
	}
	c := rest.First()
	rest = rest.Without(c)
	var room [32]Meld
	for _, m := range appendRuns(appendSets(room[:0], c, rest, wild), c, rest, wild) {
		if n == len(l.now) {
			break
		}
		l.now[n] = m
		if l.part(rest&^m.Natural, wild && m.As == card.Unknown, n+1, left, deadwood) {
			return true
		}
	}
	return l.part(rest, wild, n, left.With(c), deadwood+l.Worth(c))
}

package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

// shows: a card left a hand.
func (g *guess) shows(s engine.Seat, c card.Card) bool {
	return s == g.seat || g.assign(int(s), c)
}

// Bounds of the search for another way to assign cards: how many are assigned anew for one, and
// how many are tried.
const (
	deepest = 4
	tried   = 500
)

// assign finds a layer for a card that is shown.
func (g *guess) assign(s int, c card.Card) bool {
	g.shown = append(g.shown, shown{s, c, -1})
	g.tries = tried
	if g.place(len(g.shown)-1, deepest) {
		return true
	}
	g.merge()
	g.tries = tried
	return g.place(len(g.shown)-1, deepest)
}

// merge gives up which cards came from which of the layers that are drawn: after many walls equal
// cards leave so many ways to assign them that finding one takes too long.
func (g *guess) merge() {
	for i := range g.layers[1:] {
		l := &g.layers[i+1]
		if l.some() > 0 {
			continue
		}
		for s, n := range l.held {
			g.layers[0].held[s] += n
		}
		for f, n := range l.cards {
			g.layers[0].cards[f] += n
		}
		for k := range g.shown {
			if g.shown[k].layer == i+1 {
				g.shown[k].layer = 0
			}
		}
		*l = layer{}
	}
	g.layers[0].from = [maxSeats + 1]int{}
}

// place finds a layer for a shown card, the latest that it may come from. If all are taken by others,
// one of these is assigned anew.
func (g *guess) place(n, depth int) bool {
	it := &g.shown[n]
	was := it.layer
	for i := len(g.layers) - 1; i >= 0; i-- {
		l := &g.layers[i]
		if i == was || l.held[it.seat] <= 0 || l.cards[it.card-below] <= 0 || l.from[it.seat] > n {
			continue
		}
		g.put(n, i)
		return true
	}
	if depth == 0 || g.tries <= 0 {
		return false
	}
	g.tries--
	for i := range g.layers {
		l := &g.layers[i]
		if i == was || l.from[it.seat] > n {
			continue
		}
		noSlot, noCard := l.held[it.seat] <= 0, l.cards[it.card-below] <= 0
		if noSlot && noCard {
			continue
		}
		for k := range g.shown {
			if other := &g.shown[k]; k == n || other.layer != i || noSlot && other.seat != it.seat || noCard &&
				other.card != it.card {
				continue
			}
			if g.place(k, depth-1) {
				if l.held[it.seat] > 0 && l.cards[it.card-below] > 0 {
					g.put(n, i)
					return true
				}
			}
		}
	}
	return false
}

// put moves a shown card to a layer.
func (g *guess) put(n, layer int) {
	it := &g.shown[n]
	if it.layer >= 0 {
		g.layers[it.layer].held[it.seat]++
		g.layers[it.layer].cards[it.card-below]++
	}
	it.layer = layer
	g.layers[layer].held[it.seat]--
	g.layers[layer].cards[it.card-below]--
}

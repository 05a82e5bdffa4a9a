package huangdi

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Reasons implements engine.Reasoner.
func (Game) Reasons(view any, best, other engine.Move) (list []engine.Reason) {
	v, ok := view.(View)
	if !ok || v.Seat < 0 || v.Phase == PhaseOver {
		return nil
	}
	switch best.Verb {
	case verbBuild:
		list = v.whyBuild(&best)
	case verbReverse:
		list = append(list, engine.Reason{Key: "turns"})
	case verbDiscard:
		list = v.whyDiscard(&best)
	}
	if next, fits := v.opens(&other); fits {
		if _, too := v.opens(&best); !too {
			list = append(list, engine.Reason{Key: "danger", Cards: []card.Card{v.Tops[next]}, Seat: next})
		}
	}
	if spends(&other) && !spends(&best) {
		list = append(list, engine.Reason{Key: "joker"})
	}
	return list
}

// ReasonKeys implements engine.Reasoner.
func (Game) ReasonKeys() []string {
	return []string{"stock", "fits", "nearer", "refill", "spoils", "borrow", "turns", "order", "same", "danger",
		"joker"}
}

// spends reports that a move uses a joker up.
func spends(m *engine.Move) bool { return m.Card() == card.Joker && m.Verb != verbDiscard }

func (v View) next() engine.Seat { return engine.Seat((int(v.Seat) + 1) % len(v.Counts)) }

// whyBuild says what is good about a card on a wall.
func (v View) whyBuild(m *engine.Move) (list []engine.Reason) {
	mine, theirs := v.Tops[v.Seat], v.Tops[v.next()]
	before, after := v.Walls, v.with(m)
	if m.From.Kind == engine.Stock {
		return []engine.Reason{{Key: "stock", N: v.Stocks[v.Seat] - 1}}
	}
	switch now := lacks(after, mine); {
	case now >= lacks(before, mine):
	case now == 0:
		list = append(list, engine.Reason{Key: "fits", Cards: []card.Card{mine}})
	default:
		list = append(list, engine.Reason{Key: "nearer", Cards: []card.Card{mine}, N: now})
	}
	switch {
	case m.From.Kind == engine.Hand && len(v.Hand) == 1:
		list = append(list, engine.Reason{Key: "refill"})
	case lacks(before, theirs) == 0 && lacks(after, theirs) > 0:
		list = append(list, engine.Reason{Key: "spoils", Cards: []card.Card{theirs}, Seat: v.next()})
	case m.From.Owner != 0 && m.From.Seat() != v.Seat:
		list = append(list, engine.Reason{Key: "borrow", Seat: m.From.Seat()})
	}
	return list
}

// whyDiscard says what is good about a card on a discard pile.
func (v View) whyDiscard(m *engine.Move) []engine.Reason {
	i := int(m.To.Kind) - int(engine.A)
	if i < 0 || i >= len(v.Discards[v.Seat]) || len(v.Discards[v.Seat][i]) == 0 {
		return nil
	}
	pile := v.Discards[v.Seat][i]
	switch c, top := m.Card(), pile[len(pile)-1]; {
	case c == top:
		return []engine.Reason{{Key: "same", Cards: []card.Card{c}}}
	case c.Rank() > 0 && top.Rank() == c.Rank()+1:
		return []engine.Reason{{Key: "order", Cards: []card.Card{c, top}}}
	}
	return nil
}

// opens reports that a move brings a wall to the number for which the next player's stock waits.
func (v View) opens(m *engine.Move) (next engine.Seat, fits bool) {
	next = v.next()
	if m.Verb != verbBuild {
		return next, false
	}
	return next, lacks(v.Walls, v.Tops[next]) > 0 && lacks(v.with(m), v.Tops[next]) == 0
}

// with are the walls after a card was built.
func (v View) with(m *engine.Move) []Wall {
	walls, w := slices.Clone(v.Walls), int(m.To.N)-1
	if w < 0 || w >= len(walls) {
		return walls
	}
	at := &walls[w]
	switch {
	case at.Down && at.Need > 1:
		at.Need--
	case !at.Down && at.Need < last:
		at.Need++
	default:
		*at = Wall{Need: 1} // it is finished and leaves
	}
	return walls
}

// lacks is the number of cards until a stock card comes next on some wall; more than a wall has where it cannot come.
func lacks(walls []Wall, c card.Card) int {
	fewest := last
	for _, w := range walls {
		n := c.Rank() - w.Need
		if w.Down {
			n = -n
		}
		if c.Rank() > 0 && n >= 0 {
			fewest = min(fewest, n)
		}
	}
	return fewest
}

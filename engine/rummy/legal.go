package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Legal appends the moves a seat chooses between: all but the one that lays the
// whole hand at once.
func (r *Round) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	switch {
	case r.phase == PhaseOver || s != r.turn[0]:
		return moves
	case r.phase == PhaseDraw:
		moves = append(moves, drawStock)
		return append(moves, drawDiscard)
	}
	t := r.stand()
	moves = t.appendMelds(moves)
	moves = t.appendLayOffs(moves)
	for rest := t.free(); rest != 0; rest &= rest - 1 {
		moves, _ = engine.Extend(moves, verbDiscard, rest.First())
	}
	return moves
}

func (t *stand) appendMelds(moves []engine.Move) []engine.Move {
	if t.fresh >= t.perTurn || t.Loose(t.hand) == t.hand {
		return moves
	}
	var room [64]meld.Hand
	for _, cards := range t.Aces.Melds(room[:0], t.hand) {
		if t.checkMeld(cards) == "" {
			moves = append(moves, engine.Move{Verb: verbMeld})
			var cs [maxMeld]card.Card
			for _, c := range meld.AppendInOrder(cs[:0], cards) {
				moves[len(moves)-1].Put(c)
			}
		}
	}
	return moves
}

// maxMeld is a whole suit.
const maxMeld = 13

// inWords writes the cards of a meld in order.
func inWords(words *[maxMeld]engine.Word, cards meld.Hand) []engine.Word {
	var room [maxMeld]card.Card
	n := 0
	for _, c := range meld.AppendInOrder(room[:0], cards) {
		words[n].Card = c
		n++
	}
	return words[:n]
}

func (t *stand) appendLayOffs(moves []engine.Move) []engine.Move {
	var fits [maxMelds]meld.Hand
	var all meld.Hand
	for i, m := range t.melds {
		if t.mayLayOff(i) == "" {
			fits[i] = t.Aces.Fits(m) & t.hand
			all |= fits[i]
		}
	}
	for ; all != 0; all &= all - 1 {
		c := all.First()
		for i := range t.melds {
			if fits[i].Has(c) && t.checkLayOff(c, i) == "" {
				var m *engine.Move
				moves, m = engine.Extend(moves, verbLayOff, c)
				m.To = engine.Nth(engine.Meld, i+1)
			}
		}
	}
	return moves
}

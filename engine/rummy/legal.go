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
		return append(moves, drawStock, drawDiscard)
	}
	t := r.stand()
	moves = t.appendMelds(moves)
	moves = t.appendLayOffs(moves)
	for c := range t.hand.All() {
		if t.checkDiscard(c) == "" {
			moves = append(moves, discardOf[c])
		}
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
			moves = append(moves, meldMove(cards))
		}
	}
	return moves
}

// meldMove writes a meld.
func meldMove(cards meld.Hand) engine.Move {
	var words [longestMeld]engine.Word
	return engine.Move{Verb: verbMeld}.Add(inWords(&words, cards)...)
}

// longestMeld is a whole suit.
const longestMeld = 13

// inWords writes the cards of a meld in order.
func inWords(words *[longestMeld]engine.Word, cards meld.Hand) []engine.Word {
	var room [longestMeld]card.Card
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
	for c := range all.All() {
		for i := range t.melds {
			if fits[i].Has(c) && t.checkLayOff(c, i) == "" {
				moves = append(moves, layOffMove(c, i))
			}
		}
	}
	return moves
}

// layOffMove lays a card off on the nth meld, from 0.
func layOffMove(c card.Card, n int) engine.Move {
	return engine.NewMove(verbLayOff, c).On(engine.Nth(engine.Meld, n+1))
}

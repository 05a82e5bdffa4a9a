package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

// View is all that a seat, or a spectator, may know: what everybody saw, one's
// own hand, and all hands of a game that is over.
func (r *Round) View(s engine.Seat) any {
	v := View{
		Seat: s, Dealer: r.dealer, Turn: r.turn[0], Phase: PhaseBuild,
		Counts: make([]int, r.seats), Stocks: r.left(), Tops: make([]card.Card, r.seats),
		Discards: make([][][]card.Card, r.seats), Draw: int(r.draw.n), Walls: make([]Wall, r.rules.walls),
		Borrowed: make([]bool, r.seats), Quiet: int(r.quiet), Block: r.rules.block, rules: r.rules,
	}
	for seat := range r.seats {
		v.Counts[seat], v.Tops[seat] = int(r.hands[seat].n), r.top(r.stocks[seat])
		v.Discards[seat] = r.openPiles(engine.Seat(seat))
		v.Borrowed[seat] = r.borrowed&(1<<seat) != 0
	}
	for w := range v.Walls {
		v.Walls[w] = r.look(&r.walls[w])
	}
	if s >= 0 && int(s) < int(r.seats) {
		v.Hand = r.held(&r.hands[s])
	}
	if r.over == playing {
		return v
	}
	v.Turn, v.Phase = engine.Spectator, PhaseOver
	v.End = &End{How: r.how(), Winner: winner(v.Stocks), Stocks: r.left(), Points: r.score(v.Stocks)}
	for seat := range r.seats {
		v.End.Hands = append(v.End.Hands, r.held(&r.hands[seat]))
	}
	return v
}

func (r *Round) look(w *wall) Wall {
	v := Wall{Cards: r.words(w.cards), Down: w.down, Reversed: int(w.reversed.n)}
	if w.finished() {
		return v // with the last stock card of the game
	}
	v.Need, v.Reverse = w.need(), w.back()
	if w.value == 0 || r.rules.each[card.Reverse] == 0 || v.Reverse == 1 && !r.rules.shortReverse {
		v.Reverse = 0
	}
	return v
}

package palace

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Weights of the bot's rating (§8). Only their order matters.
const (
	step      = 30    // of an ordinary card, for each rank that it is lower
	each      = 5     // of every further equal card
	saved     = 1_000 // of an ordinary card over a two or a ten
	burning   = 400   // of a burn by equal cards: they are gone, and another turn
	hindering = 5_000 // of a card that the next player's row cannot follow
	winning   = 100_000
	bigPile   = 6 // cards from which on a ten is better spent than a two
)

// Rate judges moves from the view of the seat that makes them: low cards go first,
// twos and tens are kept, and the next player is hindered where that can be seen.
func (Game) Rate(view any, legal []engine.Move) []int {
	rates := make([]int, len(legal))
	if v, ok := view.(View); ok && v.Seat >= 0 && int(v.Seat) < len(v.Up) {
		for i, m := range legal {
			rates[i] = v.rate(m)
		}
	}
	return rates
}

func (v *View) rate(m engine.Move) int {
	switch m.Verb {
	case verbSwap:
		words := m.Words()
		row := v.Up[v.Seat]
		before := v.worth(row)
		row[slices.Index(row[:], words[1].Card)] = words[0].Card
		return 2*(v.worth(row)-before) - 1 // a swap that gains nothing is rated below ready
	case verbPlay:
		return v.ratePlay(rankOf(m.Card()), len(m.Words()))
	case verbTake:
		if c := m.Card(); c != card.Unknown {
			return -worthOf(rankOf(c))
		}
		return -winning // taking the pile is the last choice
	}
	return 0
}

// worth rates a row without knowing the pile on which it will be played: high cards
// are better, and so are pairs of high cards where equal cards go together.
func (v *View) worth(row [Places]card.Card) (sum int) {
	for i, c := range row {
		sum += 2 * worthOf(rankOf(c))
		for _, other := range row[:i] {
			if v.rules.multi && rankOf(c) == rankOf(other) && rankOf(c) >= queen {
				sum++
			}
		}
	}
	return sum
}

func worthOf(k rank) int {
	if k.special() {
		return int(two)
	}
	return int(k)
}

func (v *View) ratePlay(k rank, n int) int {
	if v.left() == n {
		return winning
	}
	next := v.next()
	rating := 0
	if k == ten {
		rating = len(v.Pile) - bigPile
	}
	switch {
	case !k.special():
		rating = v.rateOrdinary(next, k, n)
	case v.rules.noFinish && v.Down[v.Seat] == [Places]bool{}:
		rating += 2 * saved // a two or a ten cannot be the last card
	}
	if v.burns(k, n) {
		return rating + burning
	}
	if v.hinders(next, k) {
		rating += hindering
	}
	return rating
}

// rateOrdinary prefers low cards, and high ones before a player who cannot choose;
// equal cards go together, but high ones while cards are drawn for them.
func (v *View) rateOrdinary(next engine.Seat, k rank, n int) int {
	rating := saved - step*int(k)
	if v.cornered(next) {
		rating = saved + step*int(k)
	}
	if k >= queen && v.Draw > 0 {
		n = -n
	}
	return rating + each*n
}

// left is how many cards the seat holds.
func (v *View) left() int {
	n := len(v.Hand)
	for place := range Places {
		if v.Up[v.Seat][place] != card.Unknown {
			n++
		}
		if v.Down[v.Seat][place] {
			n++
		}
	}
	return n
}

// next is the seat that plays after this one.
func (v *View) next() engine.Seat {
	for s := v.Seat; ; {
		s = (s + 1) % engine.Seat(len(v.Up))
		if v.Out[s] == 0 {
			return s
		}
	}
}

// burns reports that equal cards burn the pile; a ten does so anyway.
func (v *View) burns(k rank, n int) bool {
	if n >= four {
		return true
	}
	for i := len(v.Pile) - 1; v.rules.across && i >= 0 && n < four && rankOf(v.Pile[i]) == k; i-- {
		n++
	}
	return v.rules.across && n >= four
}

// cornered reports that a player has no hand, and plays from a row.
func (v *View) cornered(s engine.Seat) bool { return v.Counts[s] == 0 }

// hinders reports that a player has nothing but open cards, none of which may be
// laid on a rank.
func (v *View) hinders(s engine.Seat, k rank) bool {
	row := handOf(v.Up[s][:]...)
	if !v.cornered(s) || row.empty() || k == ten {
		return false
	}
	for c := range row.all() {
		if v.rules.follows[k]>>rankOf(c)&1 != 0 {
			return false
		}
	}
	return true
}

package rummy

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// maxPlay is more turns than a round needs whose players want to win.
const maxPlay = 600

// A mind is the seat to move, with what it has seen.
type mind struct {
	stand
	live     meld.Hand // cards neither held nor on the table nor, for who counts them, discarded
	near     meld.Hand // what the next seat is known to hold
	beginner bool
}

func (r *Round) mind(s engine.Seat, dead meld.Hand) mind {
	m := mind{stand: r.stand(), near: r.known[r.after(s)]}
	m.live = whole &^ m.hand &^ dead
	return m
}

// gone are the cards that cannot be drawn: those on the table and the discards.
func (r *Round) gone() (h meld.Hand) {
	h = meld.Of(r.pile[:r.discards]...)
	for _, m := range r.melds[:r.laid] {
		h |= m
	}
	return h
}

// burden is the expected cost of a hand, in eighths of a point.
func (m *mind) burden(h meld.Hand) int {
	free := m.spare(h)
	cost := m.weights.Deadwood(h)
	if free != 0 {
		cost = min(cost, m.weights.Deadwood(h&^free))
	}
	h &^= free
	cost -= outWorth * m.outs(h)
	if !m.beginner && len(m.melds) > 0 {
		cost -= chainWorth * m.chains(h)
	}
	return cost
}

// spare are the cards that could be laid off, directly or after another card.
func (m *mind) spare(h meld.Hand) (free meld.Hand) {
	for i, on := range m.melds {
		if m.own && m.owners[i] != m.seat {
			continue
		}
		for fits := m.Aces.Fits(on) & h; fits != 0; fits = m.Aces.Fits(on) & h {
			on |= fits & -fits
			free |= fits & -fits
		}
	}
	return free
}

// outs counts, for every two cards that lack one to a meld, those they lack and could get.
func (m *mind) outs(h meld.Hand) (n int) {
	const step = suits
	next, skip := h&(h>>step), h&(h>>(2*step))
	n = (next << (2 * step) & m.live).Len() + (next >> step & m.live).Len() + (skip << step & m.live).Len()
	for rest := h; rest != 0; {
		rank := meld.Rank(rest.First())
		if held := (rest & rank).Len(); held > 1 {
			n += held * (held - 1) / 2 * (rank & m.live).Len()
		}
		rest &^= rank
	}
	return n
}

// chains counts the cards that would fit on the table behind another.
func (m *mind) chains(h meld.Hand) (n int) {
	for _, on := range m.melds {
		for fits := m.Aces.Fits(on) & m.live; fits != 0; fits &= fits - 1 {
			n += (m.Aces.Fits(on|fits&-fits) & h).Len()
		}
	}
	return n
}

// discard is the best card to lay, and the burden of the others beside what it gives away.
func (m *mind) discard(h meld.Hand, kept card.Card) (best card.Card, least int) {
	for rest := h.Without(kept); rest != 0; rest &= rest - 1 {
		c := rest.First()
		if cost := m.laying(h, c); best == card.Unknown || cost < least {
			best, least = c, cost
		}
	}
	return best, least
}

// laying is the cost of a discard.
func (m *mind) laying(h meld.Hand, c card.Card) int {
	cost := m.burden(h.Without(c))
	if m.beginner {
		return cost
	}
	for i, on := range m.melds {
		if (!m.own || m.owners[i] != m.seat) && m.Aces.Fits(on).Has(c) {
			cost += giftWorth
			break
		}
	}
	if m.near != 0 {
		beside := meld.Rank(c) | meld.Of(c)<<suits | meld.Of(c)>>suits
		cost += nearWorth * (m.near & beside).Len()
	}
	return cost
}

// takes is how much better the top discard is than a card unseen.
func (m *mind) takes(top card.Card) int {
	with := m.hand.With(top)
	leave := with
	if !m.redraw {
		leave = m.hand
	}
	least := surely
	for c := range leave.All() {
		least = min(least, m.burden(with.Without(c)))
	}
	margin := takeMargin
	if m.beginner {
		margin = 2
	}
	return m.burden(m.hand) - least - margin
}

// melding is the worth of laying a meld, over the best discard.
func (m *mind) melding(cards meld.Hand) int {
	return surely + fine*(m.burden(m.hand)-m.burden(m.hand&^cards)) + m.weights.Value(cards)
}

// layingOff is the worth of laying a card off: below zero where a meld of the hand needs it.
func (m *mind) layingOff(c card.Card) int {
	rest := m.hand.Without(c)
	if rest != 0 && m.weights.Deadwood(rest) > m.weights.Deadwood(m.hand) {
		return -surely
	}
	return surely
}

// Judge implements engine.Thinker.
func (r *Round) Judge(s engine.Seat, legal []engine.Move, worth []int, beginner bool) []int {
	m := r.mind(s, r.gone())
	if m.beginner = beginner; beginner {
		m.live, m.near = whole&^m.hand, 0
	}
	for i := range legal {
		n := 0
		switch move := &legal[i]; {
		case move.Verb == verbDraw && move.From.Kind == engine.Discard:
			n = fine * m.takes(r.pile[r.discards-1])
		case move.Verb == verbMeld:
			n = m.melding(cardsOf(move.Words()))
		case move.Verb == verbLayOff:
			n = m.layingOff(move.Card())
		case move.Verb == verbDiscard:
			n = -fine * m.laying(m.hand, move.Card())
		case move.Verb == verbRummy:
			n = 10 * surely
		}
		worth = append(worth, n)
	}
	return worth
}

// PlayOut implements engine.Thinker.
func (r *Round) PlayOut(s engine.Seat, first *engine.Move, points []int) engine.Seat {
	r.Make(s, first, nil)
	for n := 0; n < maxPlay && r.phase != PhaseOver; n++ {
		r.playTurn()
	}
	if r.phase == PhaseOver {
		r.addPoints(points)
	}
	return engine.Nobody
}

// playTurn plays the turn of the seat to move, or what is left of it.
func (r *Round) playTurn() {
	s := r.turn[0]
	gone := r.gone()
	if r.phase == PhaseDraw {
		m := r.mind(s, gone)
		stock := r.next < packSize || r.renewable()
		r.draw(s, r.discards > 0 && (!stock || m.takes(r.pile[r.discards-1]) > 0), nil)
		gone = r.gone()
	}
	for r.phase == PhasePlay && r.turn[0] == s {
		m := r.mind(s, gone)
		if m.goRummy && !m.opened && r.goesOut(&m) {
			return
		}
		if cards := m.bestMeld(); cards != 0 {
			r.meld(s, cards, nil)
		} else if c, on := m.bestLayOff(); c != card.Unknown {
			r.layOff(s, c, on, nil)
		} else {
			kept := m.kept
			if m.hand == meld.Of(kept) { // only the card just taken is left: it fits somewhere
				kept = card.Unknown
			}
			c, _ := m.discard(m.hand, kept)
			r.discard(s, c, nil)
			return
		}
		gone = r.gone()
		r.over(s, nil)
	}
}

// goesOut lays the whole hand at once, where melds and one discard use it up.
func (r *Round) goesOut(m *mind) bool {
	for rest := m.hand.Without(m.kept); rest != 0; rest &= rest - 1 {
		if m.Deadwood(m.hand.Without(rest.First())) == 0 {
			r.lose(m.seat, m.hand)
			r.over(m.seat, nil)
			return true
		}
	}
	return false
}

// bestMeld is the meld to lay, empty where there is none.
func (m *mind) bestMeld() (best meld.Hand) {
	if m.fresh >= m.perTurn || m.Loose(m.hand) == m.hand {
		return 0
	}
	var room [64]meld.Hand
	worth := 0
	for _, cards := range m.Aces.Melds(room[:0], m.hand) {
		if m.checkMeld(cards) != "" {
			continue
		}
		if w := m.melding(cards); w > worth {
			best, worth = cards, w
		}
	}
	return best
}

// bestLayOff is a card to lay off, with the number of the meld from 0.
func (m *mind) bestLayOff() (card.Card, int) {
	for i, on := range m.melds {
		if m.mayLayOff(i) != "" {
			continue
		}
		for fits := m.Aces.Fits(on) & m.hand; fits != 0; fits &= fits - 1 {
			if c := fits.First(); m.layingOff(c) > 0 && m.checkLayOff(c, i) == "" {
				return c, i
			}
		}
	}
	return card.Unknown, 0
}

// addPoints adds the points of a round that is over, as ended does.
func (r *Round) addPoints(points []int) {
	var values [maxSeats]int
	n, sum := int(r.seats), 0
	for s := range n {
		values[s] = r.rules.Value(r.hands[s])
		sum += values[s]
	}
	if s := r.turn[0]; r.hands[s] == 0 {
		if !r.before && r.rules.double {
			sum *= 2
		}
		points[s] += sum
		return
	}
	least := slices.Min(values[:n])
	if s := engine.Only(values[:n], least); r.rules.differences && s != engine.Nobody {
		points[s] += sum - n*least
	}
}

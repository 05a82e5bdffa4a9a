package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

// A mind is the position that a bot searches: all that a view tells, in a form in
// which a play is made and taken back quickly.
type mind struct {
	rules  *rules
	me     engine.Seat
	hand   [card.Reverse + 1]int8
	held   int // cards in the hand
	stock  card.Card
	stacks []stack // the discard piles within reach, one's own first
	lent   uint8   // opponents that lend nothing more in this turn, a bit for each
	walls  [maxWalls]wallState
	budget int // positions that may still be looked at

	line []play // from the position that is judged
	best []play // the cheapest line to the goal
	cost int    // of best
}

// A stack is a discard pile; playing its top card uncovers the next.
type stack struct {
	from   source
	cards  []card.Card
	height int
}

// Costs of a line. A card of a pile costs less than one of the hand, because it makes
// room; jokers and reverse cards are kept.
const (
	costOwn     = 1
	costLent    = 2
	costHand    = 3
	costJoker   = 30
	costReverse = 25
	tooDear     = 1 << 20
)

// Positions that a search looks at, and the longest line that it finds.
const (
	fewPositions = 1500
	maxLine      = 12
)

func (v *View) think() *mind {
	m := &mind{rules: v.rules, me: v.Seat, held: len(v.Hand), stock: v.Tops[v.Seat]}
	for _, c := range v.Hand {
		m.hand[c]++
	}
	for p, cards := range v.Discards[v.Seat] {
		m.stacks = append(m.stacks, stack{ownPiles + source(p), cards, len(cards)})
	}
	for q := range v.Discards {
		if v.Borrowed[q] && !m.rules.borrowTwice {
			m.lent |= 1 << q
		}
		if engine.Seat(q) == v.Seat || !m.rules.borrow {
			continue
		}
		for p, cards := range v.Discards[q] {
			m.stacks = append(m.stacks, stack{lent(engine.Seat(q), p), cards, len(cards)})
		}
	}
	for i, w := range v.Walls {
		if n := len(w.Cards); n > 0 {
			top := w.Cards[n-1]
			m.walls[i] = wallState(0).showing(top.Card.Rank()+top.As.Rank(), w.Down, top.Card == card.Joker)
		}
	}
	return m
}

// after is a state with another card on it, and a free place where that finishes the wall.
func (s wallState) after(number int, turned, joker bool) wallState {
	if next := s.showing(number, turned, joker); !next.finished() {
		return next
	}
	return 0
}

// mayJoker reports that a joker may be laid.
func (m *mind) mayJoker(s wallState) bool { return m.rules.builds[s].has(card.Joker) }

// back is the companion's number of a state, 0 where it cannot be reversed.
func (m *mind) back(s wallState) int {
	if m.rules.turns[s] == 0 {
		return 0
	}
	return s.back()
}

// supplies calls f for each place that has a card. During the call the card is taken
// from there.
func (m *mind) supplies(c card.Card, f func(from source, cost int)) {
	for i := range m.stacks {
		s := &m.stacks[i]
		if s.height == 0 || s.cards[s.height-1] != c {
			continue
		}
		cost, lends := costOwn, uint8(0)
		if s.from >= others {
			if m.lent&(1<<s.from.lender()) != 0 {
				continue
			}
			cost = costLent
			if !m.rules.borrowTwice {
				lends = 1 << s.from.lender()
			}
		}
		s.height--
		m.lent |= lends
		f(s.from, cost)
		m.lent &^= lends
		s.height++
	}
	if m.hand[c] > 0 {
		m.hand[c]--
		m.held--
		f(fromHand, costHand)
		m.held++
		m.hand[c]++
	}
}

// A goal is called on each position and calls keep when the line reaches it.
type goal func(m *mind, wall int, cost int)

// search looks for the cheapest line on some walls to a goal.
func (m *mind) search(walls []int, arrived goal) {
	m.cost, m.best, m.budget = tooDear, nil, fewPositions
	m.advance(walls, arrived, 0)
}

// advance tries every play on the walls.
func (m *mind) advance(walls []int, arrived goal, cost int) {
	if m.budget--; m.budget < 0 || cost >= m.cost {
		return
	}
	for _, w := range walls {
		arrived(m, w, cost)
	}
	if len(m.line) == maxLine {
		return
	}
	for _, w := range walls {
		s := m.walls[w]
		m.lay(walls, arrived, cost, play{card: card.Number(s.need()), with: nowhere, to: w}, s.need())
		if m.mayJoker(s) {
			m.lay(walls, arrived, cost+costJoker, play{card: card.Joker, with: nowhere, to: w}, s.need())
		}
		if back := m.back(s); back > 0 {
			m.supplies(card.Reverse, func(with source, dear int) {
				p := play{card: card.Number(back), with: with, to: w, reverse: true}
				m.lay(walls, arrived, cost+dear+costReverse, p, back)
				if p.card = card.Joker; m.mayJoker(s) {
					m.lay(walls, arrived, cost+dear+costReverse+costJoker, p, back)
				}
			})
		}
	}
}

// lay plays a card from wherever there is one, and goes on from there.
func (m *mind) lay(walls []int, arrived goal, cost int, p play, number int) {
	before := m.walls[p.to]
	m.walls[p.to] = before.after(number, p.reverse, p.card == card.Joker)
	m.supplies(p.card, func(from source, dear int) {
		p.from = from
		m.line = append(m.line, p)
		m.advance(walls, arrived, cost+dear)
		m.line = m.line[:len(m.line)-1]
	})
	m.walls[p.to] = before
}

// keep remembers a line that ends with these plays, if it is the cheapest.
func (m *mind) keep(cost int, last ...play) {
	if cost < m.cost {
		m.cost = cost
		m.best = append(append(m.best[:0], m.line...), last...)
	}
}

// emptiesStock is the first goal: to play the stock card.
func emptiesStock(m *mind, w, cost int) {
	s := m.walls[w]
	back := m.back(s)
	built := play{card: m.stock, from: stockTop, with: nowhere, to: w}
	switch {
	case m.stock == card.Joker && m.mayJoker(s) || m.stock.Rank() == s.need():
		m.keep(cost, built)
	case m.stock == card.Reverse && back > 0:
		m.supplies(card.Number(back), func(from source, dear int) {
			m.keep(cost+dear, play{card: card.Number(back), from: from, with: stockTop, to: w, reverse: true})
		})
		if m.mayJoker(s) {
			m.supplies(card.Joker, func(from source, dear int) {
				m.keep(cost+dear+costJoker, play{card: card.Joker, from: from, with: stockTop, to: w, reverse: true})
			})
		}
	case back > 0 && m.stock.Rank() == back:
		m.supplies(card.Reverse, func(with source, dear int) {
			m.keep(cost+dear+costReverse, play{card: m.stock, from: stockTop, with: with, to: w, reverse: true})
		})
	}
}

// emptiesHand is the second goal: to draw five new cards.
func emptiesHand(m *mind, _, cost int) {
	if m.held == 0 && len(m.line) > 0 {
		m.keep(cost)
	}
}

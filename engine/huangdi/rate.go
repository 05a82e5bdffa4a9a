package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

// Weights of the bot's rating (§8). A discard is rated below zero, so that every
// build worth making comes first.
const (
	surely     = 1_000_000 // the next play of a line that empties the stock
	refilling  = 500_000   // the next play of a line that empties the hand
	discarding = -100      // every discard, before its card is rated
	never      = -100_000

	fromOwnPile  = 30 // it makes room
	fromOwnHand  = 25 // another card is drawn for it
	fromAnother  = 20 // it is free
	jokerSpent   = 250
	reverseSpent = 90

	nearer      = 6  // each step by which the stock card comes nearer
	otherNearer = 3  // each step by which the next player's stock card comes nearer
	opened      = 90 // the next player's stock card fits
	spoiled     = 60 // the next player's stock card fits no longer
	fewLeft     = 2  // stock cards with which a player is dangerous
)

// A line that costs more than this is not worth five new cards.
const dearestHand = 2*costJoker - 1

// Rate judges moves from the view of the seat that makes them.
func (Game) Rate(view any, legal []engine.Move) []int {
	rates := make([]int, len(legal))
	v, ok := view.(View)
	if !ok || v.Phase != PhaseBuild || v.Seat != v.Turn {
		return rates
	}
	m := v.think()
	planned, worth := v.plan(m)
	j := v.outlook(m)
	for i, move := range legal {
		switch {
		case worth > 0 && move == planned:
			rates[i] = worth
		case move.Verb == verbDiscard:
			rates[i] = j.discard(move)
		case move.Verb != verbEnd:
			rates[i] = j.build(move)
		}
	}
	return rates
}

// plan is the next play of the line to follow, with its worth; 0 where there is
// no line.
func (v *View) plan(m *mind) (engine.Move, int) {
	all := make([]int, len(v.Walls))
	cheapest, line := tooDear, []play(nil)
	for w := range all {
		all[w] = w
		if m.search([]int{w}, emptiesStock); m.cost < cheapest {
			cheapest, line = m.cost, m.best
		}
	}
	if line == nil {
		m.search(all, emptiesStock)
		line = m.best
	}
	if len(line) > 0 {
		return line[0].move(), surely
	}
	if m.held == 0 {
		return engine.Move{}, 0
	}
	if m.search(all, emptiesHand); m.cost <= dearestHand {
		return m.best[0].move(), refilling
	}
	return engine.Move{}, 0
}

// move is the play as a move.
func (p play) move() engine.Move {
	m := engine.NewMove(verbBuild, p.card).At(p.from.written()).On(engine.Nth(engine.Wall, p.to+1))
	if p.reverse {
		m.Verb, m.With = verbReverse, p.with.written()
	}
	return m
}

// An outlook holds what the rating of single moves depends on.
type outlook struct {
	*mind
	view  *View
	next  card.Card // the next player's stock card
	few   bool      // the next player has few stock cards left
	mine  int       // steps to one's own stock card, on the best wall
	their int       // steps to the next player's stock card
	chain [last + 1]bool
}

func (v *View) outlook(m *mind) *outlook {
	next := int(v.Seat+1) % len(v.Counts)
	o := &outlook{mind: m, view: v, next: v.Tops[next], few: v.Stocks[next] <= fewLeft}
	o.mine, o.their = o.steps(m.stock), o.steps(o.next)
	for w := range v.Walls {
		if s := m.walls[w]; m.stock.Rank() > 0 && s.steps(m.stock.Rank()) == o.mine {
			for range o.mine {
				o.chain[s.need()] = true
				s = s.after(s.need(), false, false)
			}
			break
		}
	}
	return o
}

// steps is the number of cards that must be laid before a stock card fits on some
// wall. A joker or a reverse card counts as one that never fits.
func (o *outlook) steps(c card.Card) int {
	fewest := 2 * last
	for w := range o.view.Walls {
		if c.Rank() > 0 {
			fewest = min(fewest, o.walls[w].steps(c.Rank()))
		}
	}
	return fewest
}

func (s wallState) steps(number int) (n int) {
	for ; s.need() != number; s = s.after(s.need(), false, false) {
		n++
	}
	return n
}

// build judges a card laid on a wall.
func (o *outlook) build(m engine.Move) (rate int) {
	w := m.To.N - 1
	before := o.walls[w]
	number := before.need()
	switch {
	case m.From == engine.In(engine.Hand):
		rate = fromOwnHand
	case m.From.Owner == 0:
		rate = fromOwnPile
	default:
		rate = fromAnother
	}
	if m.Verb == verbReverse {
		number = before.back()
		rate -= reverseSpent
	}
	if m.Card() == card.Joker {
		rate -= jokerSpent
	}
	o.walls[w] = before.after(number, m.Verb == verbReverse, m.Card() == card.Joker)
	mine, their := o.steps(o.stock), o.steps(o.next)
	o.walls[w] = before
	rate += nearer*(o.mine-mine) - otherNearer*(o.their-their)
	danger := opened
	if o.few {
		danger *= 2
	}
	switch {
	case their == 0 && o.their > 0:
		rate -= danger
	case their > 0 && o.their == 0:
		rate += spoiled + danger - opened
	}
	return rate
}

// discard judges a card laid on a discard pile.
func (o *outlook) discard(m engine.Move) int {
	c, pile := m.Card(), o.view.Discards[o.view.Seat][m.To.Kind-engine.A]
	rate := discarding
	switch {
	case c == card.Joker:
		return never
	case c == card.Reverse && o.hand[c] < 3:
		rate -= 30
	case c == card.Reverse:
		rate -= 5
	case o.hand[c] > 1:
		rate += 6
	case o.chain[c.Rank()]:
		rate -= 12
	}
	rate += c.Rank() / 2
	for w := range o.view.Walls {
		if c.Rank() > 0 && o.rules.borrow && o.walls[w].need() == c.Rank() && o.next.Rank() == c.Rank()+1 {
			rate -= 15 // the next player borrows it and plays on
		}
	}
	if len(pile) == 0 {
		return rate - 3
	}
	switch top := pile[len(pile)-1]; {
	case top == card.Joker:
		rate -= 200
	case top == card.Reverse:
		rate -= 4
	case top == c:
		rate += 8
	case top.Rank() == c.Rank()+1:
		rate += 10
	case top.Rank() > c.Rank():
		rate += 4 - (top.Rank()-c.Rank())/2
	case o.chain[top.Rank()]:
		rate -= 16
	default:
		rate -= 8
	}
	return rate
}

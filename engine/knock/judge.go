package knock

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// A manner holds the weights by which a player judges, in eighths of a point.
type manner struct {
	out    int // of a live card that would make or lengthen a meld
	pair   int // of two cards that may become a meld
	margin int // a discard must be so much better than a card unseen
	wanted int // of a discard next to a card that the opponent took
	lends  int // of each meld that the opponent could make with a discard
	joker  int // of a joker left over, while the round is young
	waits  bool
}

var (
	practised = manner{out: 3, pair: 20, margin: 32, wanted: 30, lends: 3, joker: 96, waits: true}
	// A beginner takes what glitters, and neither counts cards nor watches the opponent.
	untaught = manner{pair: 6, margin: 4, joker: 96}
)

// A judge is the seat to move, with what it has seen.
type judge struct {
	*rules
	*manner
	own, live meld.Hand // live cards may still be drawn or held by the opponent
	taken     meld.Hand // known in the opponent's hand
	young     bool
}

func (r *Round) judge(s engine.Seat, m *manner, dead meld.Hand) judge {
	known := r.known[1-s]
	return judge{
		rules: r.rules, manner: m, own: r.hands[s], live: all &^ r.hands[s] &^ known &^ dead, taken: known,
		young: r.turns < young,
	}
}

// all is the pack.
const all meld.Hand = 1<<packSize - 1

// dead are the discards.
func (r *Round) dead() (h meld.Hand) { return meld.Of(r.pile[:r.discards]...) }

// burden is what seven cards may come to count.
func (j *judge) burden(h meld.Hand) int {
	sum := fine * j.Deadwood(h)
	natural := h.Without(joker)
	pairs := natural & (natural>>suits | natural>>(2*suits))
	sum -= j.pair * (pairs.Len() + alike(natural))
	if j.out > 0 {
		sum -= j.out * (natural.Outs() & j.live).Len()
	}
	if h.Has(joker) && j.young {
		sum -= j.joker
	}
	return sum
}

// alike counts the cards that have another of their rank below them in the hand.
func alike(h meld.Hand) int {
	const first = 0x1111111111111
	ranks := (h | h>>1 | h>>2 | h>>3) & first
	return h.Len() - ranks.Len()
}

// lent is what the opponent may make of a discard.
func (j *judge) lent(c card.Card) int {
	if j.lends == 0 {
		return 0
	}
	worth := 0
	if rank := meld.Rank(c); rank&j.taken != 0 {
		worth = j.wanted
	}
	open := j.live | j.taken
	mates := (meld.Rank(c) & open).Without(c).Len()
	ways := mates * (mates - 1) / 2
	has := func(step int) bool {
		at := int(c) + step*suits
		return at > 0 && at <= packSize && open.Has(card.Card(at))
	}
	for _, step := range [...]int{-1, 1} {
		at := int(c) + step*suits
		if at > 0 && at <= packSize && j.taken.Has(card.Card(at)) {
			worth = j.wanted
		}
	}
	below, above := has(-1), has(1)
	if below && above {
		ways++
	}
	if below && has(-2) {
		ways++
	}
	if above && has(2) {
		ways++
	}
	return worth + j.lends*ways
}

// discard is the card to lay from eight, the burden of the others beside what it lends, and
// the least deadwood of any seven. kept may not be laid.
func (j *judge) discard(eight meld.Hand, kept card.Card) (best card.Card, burden, deadwood int) {
	burden, deadwood = surely*fine, surely
	for rest := eight.Without(kept); rest != 0; rest &= rest - 1 {
		c := rest.First()
		seven := eight.Without(c)
		if b := j.discardWorth(seven, c); b < burden {
			best, burden = c, b
		}
		deadwood = min(deadwood, j.Deadwood(seven))
	}
	return best, burden, deadwood
}

func (j *judge) discardWorth(seven meld.Hand, c card.Card) int {
	b := j.burden(seven) + j.lent(c) - j.Worth(c)/2
	if c == joker {
		b += surely
	}
	return b
}

// takes judges the top discard: positive where it is better than a card unseen.
func (j *judge) takes(top card.Card, redraw bool) int {
	if top == joker {
		return surely
	}
	kept := top
	if redraw {
		kept = card.Unknown
	}
	_, after, _ := j.discard(j.own.With(top), kept)
	return j.burden(j.own) - after - j.margin
}

// knocking is the worth of a knock over the best discard: a run of seven before others, less
// deadwood before more, and below zero where waiting is better.
func (j *judge) knocking(seven meld.Hand, deadwood, turns int) int {
	switch {
	case deadwood == 0 && inOneRun(seven):
		return 3 * surely
	case deadwood == 0 && seven.Has(joker) && inOneWildRun(seven):
		return 2 * surely
	case j.waits && deadwood > 0 && turns < young/2 && j.outsToZero(seven) >= 2*suits:
		return -surely
	}
	return surely - fine*deadwood
}

// inOneRun reports that seven natural cards are one run.
func inOneRun(seven meld.Hand) bool {
	return !seven.Has(joker) && meld.AcesLow.Valid(seven) && seven.Len() == handSize && seven.First().
		Suit() == seven.Last().Suit()
}

// inOneWildRun reports that seven cards with the joker are one run.
func inOneWildRun(seven meld.Hand) bool {
	natural := seven.Without(joker)
	first, last := natural.First(), natural.Last()
	if first.Suit() != last.Suit() || int(last-first) > suits*(handSize-1) {
		return false
	}
	for c := range natural.All() {
		if c.Suit() != first.Suit() {
			return false
		}
	}
	return true
}

// oneRun reports that seven cards without deadwood are one run, and that it counts as one without the joker.
func (r *rules) oneRun(seven meld.Hand) (whole, natural bool) {
	whole = inOneRun(seven) || seven.Has(joker) && inOneWildRun(seven)
	return whole, whole && (!seven.Has(joker) || r.naturalAce && meld.AcesLow.Valid(seven))
}

// outsToZero is the number of live cards that would leave no deadwood.
func (j *judge) outsToZero(seven meld.Hand) (n int) {
	for live := j.live; live != 0; live &= live - 1 {
		with := seven.With(live.First())
		if loose := j.Loose(with); loose.Len() > 1 {
			continue
		}
		for rest := with; rest != 0; rest &= rest - 1 {
			if j.Deadwood(with.Without(rest.First())) == 0 {
				n++
				break
			}
		}
	}
	return n
}

// Judge implements engine.Thinker.
func (r *Round) Judge(s engine.Seat, legal []engine.Move, worth []int, beginner bool) []int {
	m := &practised
	if beginner {
		m = &untaught
	}
	j := r.judge(s, m, r.dead())
	for i := range legal {
		n := 0
		switch move := &legal[i]; {
		case move.Verb == verbDraw && move.From.Kind == engine.Discard:
			n = j.takes(r.pile[r.discards-1], r.rules.redraw)
		case move.Verb == verbDiscard:
			n = -j.discardWorth(j.own.Without(move.Card()), move.Card())
		case move.Verb == verbKnock:
			seven := j.own.Without(move.Card())
			n = j.knocking(seven, j.Deadwood(seven), r.turns)
		}
		worth = append(worth, n)
	}
	return worth
}

// PlayOut implements engine.Thinker.
func (r *Round) PlayOut(s engine.Seat, m *engine.Move, points []int) engine.Seat {
	if m.Verb == verbKnock {
		return r.scoreKnock(s, r.hands[s].Without(m.Card()), points)
	}
	r.Make(s, m, nil)
	dead := r.dead()
	for r.phase != PhaseOver {
		s := r.turn[0]
		if r.phase == PhaseDraw {
			dead = r.drawWell(s, dead)
			continue
		}
		j := r.judge(s, &practised, dead)
		kept := card.Unknown
		if r.taken && !r.rules.redraw {
			kept = r.drawn
		}
		c, _, deadwood := j.discard(j.own, kept)
		if deadwood <= r.rules.limit {
			if with, seven := r.knocksWell(&j, kept); with != card.Unknown {
				return r.scoreKnock(s, seven, points)
			}
		}
		r.discard(s, c, nil)
		dead = dead.With(c)
	}
	return engine.Nobody
}

// drawWell draws from one of the piles, and returns the discards.
func (r *Round) drawWell(s engine.Seat, dead meld.Hand) meld.Hand {
	j := r.judge(s, &practised, dead)
	stock, discard := r.stock > 0 || r.renewable(), r.discards > 0
	if discard && (!stock || j.takes(r.pile[r.discards-1], r.rules.redraw) > 0) {
		dead = dead.Without(r.pile[r.discards-1])
		r.draw(s, true, nil)
		return dead
	}
	r.draw(s, false, nil)
	if r.discards == 1 {
		dead = r.dead() // the stock was renewed
	}
	return dead
}

// knocksWell is the best card to knock with, Unknown where the seat may not or waits.
func (r *Round) knocksWell(j *judge, kept card.Card) (with card.Card, seven meld.Hand) {
	if r.checkTurn() != "" {
		return card.Unknown, 0
	}
	best := 0
	for rest := j.own.Without(kept); rest != 0; rest &= rest - 1 {
		c := rest.First()
		left := j.own.Without(c)
		deadwood := j.Deadwood(left)
		if deadwood > r.rules.limit {
			continue
		}
		if r.rules.maxLeft < handSize {
			if rule, _ := r.checkDeadwood(left); rule != "" {
				continue
			}
		}
		if worth := j.knocking(left, deadwood, r.turns); worth > best {
			best, with, seven = worth, c, left
		}
	}
	return with, seven
}

// scoreKnock adds the points of a knock with seven cards, as ending does but for the choice
// among equal arrangements.
func (r *Round) scoreKnock(s engine.Seat, seven meld.Hand, points []int) engine.Seat {
	var melds [4]meld.Meld
	n, left := r.rules.Least(seven, &melds)
	var whole, natural bool
	if left == 0 {
		whole, natural = r.rules.oneRun(seven)
	}
	if natural && !r.rules.duplicate {
		return s
	}
	other := r.hands[1-s]
	theirs := r.rules.Deadwood(other)
	laid := false
	if theirs > 0 && (left != 0 || r.rules.layOff) {
		if least := r.rules.leastLeft(other, melds[:n]); least < theirs {
			theirs, laid = least, true
		}
	}
	mine := r.rules.Value(left)
	switch {
	case natural:
		mine = wholeBonus
	case whole:
		mine = sevenBonus
	case left == 0:
		mine = zeroBonus
	case theirs < mine:
		mine += r.rules.undercut
	}
	if r.rules.defender && theirs == 0 && !laid {
		theirs = zeroBonus
	}
	points[s] += mine
	points[1-s] += theirs
	return engine.Nobody
}

// leastLeft is the value of a hand after its own melds and the cards laid off on others.
func (r *rules) leastLeft(hand meld.Hand, melds []meld.Meld) int {
	reach := layable(hand, melds)
	least := r.Deadwood(hand)
	for some := reach; some != 0; some = (some - 1) & reach {
		if layable(some, melds) == some {
			least = min(least, r.Deadwood(hand&^some))
		}
	}
	return least
}

// layable are the cards of some that fit on melds, one after the other; the joker fits anywhere.
func layable(some meld.Hand, melds []meld.Meld) (laid meld.Hand) {
	for i := range melds {
		stands := melds[i].Stands()
		for {
			fits := meld.AcesLow.Fits(stands) & (some &^ laid).Without(joker)
			if fits == 0 {
				break
			}
			stands, laid = stands|fits&-fits, laid|fits&-fits
		}
		if some.Has(joker) && meld.AcesLow.Fits(stands) != 0 {
			laid = laid.With(joker)
		}
	}
	return laid
}

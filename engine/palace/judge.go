package palace

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Weights beside those of the first bot.
const (
	pairs  = 15  // of every equal card that goes with another
	dumps  = 60  // … when none are drawn
	resets = 100 // of a two: it goes before a ten, unless the pile is large
)

// maxPlay is more moves than a round needs whose players want to win.
const maxPlay = 2000

// A choice is what a seat plays: so many cards of a rank.
type choice struct {
	k     rank
	n     int
	worth int
}

// best is the best play of a seat, n = 0 where it has none. It looks at the seat's own cards and at what
// lies open.
func (r *Round) best(s engine.Seat, zone Zone) (best choice) {
	open, atOnce := r.open(s), r.atOnce(zone)
	next := r.after(s)
	for rest := r.candidates(open); rest != 0; {
		k := lowest(rest)
		rest &^= all(k)
		held := min(open.of(k).len(), atOnce)
		n := held
		if (k >= queen || k.special()) && r.draw > 0 || k.special() {
			n = 1
		}
		if held >= four {
			n = held
		}
		if !r.unhindered() && r.obstacle(s, k, n) != "" {
			if n = held; r.obstacle(s, k, n) != "" {
				continue
			}
		}
		if worth := r.worthOf(s, next, k, n, false); best.n == 0 || worth > best.worth {
			best = choice{k, n, worth}
		}
	}
	return best
}

// worthOf judges a play of n cards of a rank.
func (r *Round) worthOf(s, next engine.Seat, k rank, n int, beginner bool) int {
	if r.left(s) == n {
		return winning
	}
	if beginner {
		return -step*int(k) - each*n // twos and tens go last only because they are high
	}
	var worth int
	switch {
	case k == ten:
		worth = step * (int(r.pile) - bigPile) / 3
	case k == two:
		worth = resets
	default:
		more := pairs * n
		switch {
		case r.draw == 0:
			more = dumps * n
		case k >= queen: // one at a time, while cards are drawn for them
			more = -more
		}
		worth = saved - step*int(k) + more
		if r.hands[next].empty() { // it plays from its row, or blindly
			worth = saved + step*int(k) + more
		}
	}
	switch {
	case r.quads(k, n):
		return worth + burning
	case k != ten && r.stops(next, k):
		worth += hindering
	}
	return worth
}

// quads reports that n cards of a rank, laid now, burn the pile by being equal.
func (r *Round) quads(k rank, n int) bool {
	for i := int(r.pile) - 1; r.rules.across && i >= 0 && n < four && rankOf(r.cards[i]) == k; i-- {
		n++
	}
	return n >= four
}

// stops reports that a player has open cards only, none of which may be laid on a rank.
func (r *Round) stops(s engine.Seat, k rank) bool {
	if !r.hands[s].empty() {
		return false
	}
	row := handOf(r.up[s][:]...)
	return !row.empty() && row.one&r.rules.lies[k] == 0
}

// Judge implements engine.Thinker.
func (r *Round) Judge(s engine.Seat, legal []engine.Move, worth []int, beginner bool) []int {
	next := s
	if r.phase == PhasePlay {
		next = r.after(s)
	}
	for i := range legal {
		n := 0
		switch m := &legal[i]; m.Verb {
		case verbSwap:
			words := m.Words()
			n = 10*swapWorth(words[0].Card, words[1].Card) - 5
			if beginner && !rankOf(words[0].Card).special() {
				n = -5
			}
		case verbPlay:
			n = r.worthOf(s, next, rankOf(m.Card()), len(m.Words()), beginner)
		case verbTake:
			n = -winning
			if c := m.Card(); c != card.Unknown {
				n = -step * rowWorth(rankOf(c))
			}
		}
		worth = append(worth, n)
	}
	return worth
}

// rowWorth is what a rank is worth in the row.
func rowWorth(k rank) int {
	switch k {
	case two:
		return 15
	case ten:
		return 14
	}
	return int(k)
}

// swapWorth is how much better a row gets.
func swapWorth(own, up card.Card) int {
	return rowWorth(rankOf(own)) - rowWorth(rankOf(up))
}

// exchange makes the swaps of a seat and is ready.
func (r *Round) exchange(s engine.Seat) {
	for range Places {
		var own, up card.Card
		best := 0
		for hand := r.hands[s].one; hand != 0; hand &= hand - 1 {
			for _, other := range r.up[s] {
				if worth := swapWorth(first(hand), other); worth > best {
					best, own, up = worth, first(hand), other
				}
			}
		}
		if best == 0 {
			break
		}
		r.hands[s].remove(own)
		r.hands[s].add(up)
		r.up[s][slices.Index(r.up[s][:], up)] = own
	}
	r.ready(s, nil)
}

// PlayOut implements engine.Thinker.
func (r *Round) PlayOut(s engine.Seat, m *engine.Move, points []int) engine.Seat {
	r.Make(s, m, nil)
	for range maxPlay {
		if r.awaited == 0 {
			r.addPoints(points)
			break
		}
		r.step()
	}
	return engine.Nobody
}

// step makes the best move of the seat to move.
func (r *Round) step() {
	s := r.moving[0]
	if r.phase == PhaseExchange {
		r.exchange(s)
		return
	}
	zone := r.zone(s)
	if zone == ZoneDown {
		place := 0
		for r.down[s][place] == card.Unknown {
			place++
		}
		m := flipAt(place + 1)
		r.Make(s, &m, nil)
		return
	}
	m := engine.Move{Verb: verbTake}
	if best := r.best(s, zone); best.n > 0 {
		m.Verb = verbPlay
		of := r.open(s).of(best.k)
		for rest := of.one; rest != 0 && best.n > 0; rest &= rest - 1 {
			m.Put(first(rest))
			if best.n--; best.n > 0 && of.two&rest&-rest != 0 {
				m.Put(first(rest))
				best.n--
			}
		}
	} else if r.addsUp(zone, false) {
		lowest, at := 2*ranks, card.Unknown
		for _, c := range r.up[s] {
			if c != card.Unknown && rowWorth(rankOf(c)) < lowest {
				lowest, at = rowWorth(rankOf(c)), c
			}
		}
		m.Put(at)
	}
	r.Make(s, &m, nil)
}

// addPoints adds the points of a round that is over, as ending does.
func (r *Round) addPoints(points []int) {
	var room [maxSeats]int
	left := r.leftBySeat(room[:0])
	if !r.rules.places {
		if r.over() == HowVoid {
			return
		}
		if s := engine.Only(left, slices.Min(left)); s != engine.Nobody {
			points[s]++
		}
		return
	}
	n := int(r.seats)
	var places [maxSeats]int
	for s := range n {
		if places[s] = int(r.out[s]); places[s] > 0 {
			continue
		}
		places[s] = int(r.gone) + 1
		for other := range n {
			if r.out[other] == 0 && left[other] < left[s] {
				places[s]++
			}
		}
	}
	for s := range n {
		sum, sharing := 0, 0
		for _, other := range places[:n] {
			if other == places[s] {
				sum += n - places[s] - sharing
				sharing++
			}
		}
		points[s] += sum / sharing
	}
}

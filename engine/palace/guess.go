package palace

import (
	"errors"
	"math/bits"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// errCourse says that events do not lead to a view.
var errCourse = errors.New("palace: the view does not follow from the events")

// A guess deals rounds that agree with what a seat has seen.
type guess struct {
	seat   engine.Seat
	round  Round // as the seat sees it, with what it knows of other hands
	dealt  Round
	counts [maxSeats]int // by seat: cards in the hand
	has    [maxSeats][]holds
	places [maxSeats][Places]bool // face-down cards
	pool   []card.Card            // cards that may be anywhere
	room   [most]card.Card
}

// holds says that among the cards of a hand that nobody knows there are at least so many of some
// ranks: a player who took the pile had no card that could be laid on it.
type holds struct {
	ranks uint16
	least int
}

// Guess reads what a seat has seen.
func (Game) Guess(view any, course engine.Course) (engine.Guess, error) {
	v, ok := view.(View)
	if !ok || v.rules == nil || v.Seat < 0 || int(v.Seat) >= len(v.Up) || v.Phase == PhaseOver {
		return nil, errCourse
	}
	n := len(v.Up)
	g := &guess{seat: v.Seat, round: Round{
		rules: v.rules, seats: uint8(n), dealer: v.Dealer, phase: v.Phase,
		draw: uint8(packs(n)*kinds - n*3*Places),
	}}
	for s := range n {
		g.counts[s] = handSize
	}
	for i := range course.Seen {
		g.follow(&course.Seen[i])
	}
	r := &g.round
	if !slices.Equal(r.discards(), v.Pile) || r.burned.len() != v.Burned || int(r.draw) != v.Draw {
		return nil, errCourse
	}
	r.hands[v.Seat] = handOf(v.Hand...)
	for s := range n {
		if g.counts[s] != v.Counts[s] || r.hands[s].len() > v.Counts[s] {
			return nil, errCourse
		}
		r.up[s], g.places[s], r.out[s] = v.Up[s], v.Down[s], uint8(v.Out[s])
		r.gone = max(r.gone, r.out[s])
		if v.Phase == PhaseExchange && !v.Ready[s] {
			r.moving[r.awaited] = engine.Seat(s)
			r.awaited++
		}
	}
	if v.Phase == PhasePlay {
		r.moving[0], r.awaited = v.Turn, 1
		if v.Draw == 0 {
			r.spent = v.rules.blockAfter - v.Last
		}
	}
	return g, g.collect()
}

// collect finds the cards that may be anywhere.
func (g *guess) collect() error {
	r := &g.round
	var there [256]int8
	count := func(cards ...card.Card) {
		for _, c := range cards {
			there[c]++
		}
	}
	count(r.discards()...)
	r.burned.each(func(c card.Card) { there[c]++ })
	need := int(r.draw)
	for s := range int(r.seats) {
		r.hands[s].each(func(c card.Card) { there[c]++ })
		count(r.up[s][:]...)
		need += g.counts[s] - r.hands[s].len()
		for _, down := range g.places[s] {
			if down {
				need++
			}
		}
	}
	for _, c := range packOf(int(r.seats)) {
		if there[c] > 0 {
			there[c]--
			continue
		}
		g.pool = append(g.pool, c)
	}
	if len(g.pool) != need {
		return errCourse
	}
	return nil
}

// each calls f for every card.
func (h hand) each(f func(card.Card)) {
	for c := range h.all() {
		f(c)
	}
}

// follow learns from an event.
func (g *guess) follow(e *engine.Event) {
	r, s := &g.round, e.Seat
	switch e.Kind {
	case "swapped":
		g.shows(s, e.Cards[0].Card)
		g.counts[s]++
		g.gets(s, e.Cards[1].Card)
	case "starter":
		for _, w := range e.Cards {
			r.draw--
			r.discard(w.Card)
		}
	case "played", "reset", "burned":
		for _, w := range e.Cards {
			if e.From.Kind == engine.Hand {
				g.shows(s, w.Card)
			}
			r.discard(w.Card)
		}
		if e.Kind == "burned" {
			r.clear(&r.burned)
		}
		drawn := min(max(0, handSize-g.counts[s]), int(r.draw))
		r.draw -= uint8(drawn)
		g.counts[s] += drawn
	case "flipped", "flipped_burned", "failed":
		r.discard(e.Cards[0].Card)
		switch e.Kind {
		case "failed":
			g.takes(s)
		case "flipped_burned":
			r.clear(&r.burned)
		}
	case "took", "took_with":
		g.stuck(s)
		g.takes(s)
		if e.Kind == "took_with" {
			g.counts[s]++
			g.gets(s, e.Cards[0].Card)
		}
	}
}

// gets: a card that everybody sees goes to a hand.
func (g *guess) gets(s engine.Seat, c card.Card) {
	if s != g.seat {
		g.round.hands[s].add(c)
	}
}

// takes: the pile goes to a hand.
func (g *guess) takes(s engine.Seat) {
	g.counts[s] += int(g.round.pile)
	to := &g.round.hands[s]
	if s == g.seat {
		to = new(hand)
	}
	g.round.clear(to)
}

// shows: a card leaves a hand; of equal cards the known one goes first.
func (g *guess) shows(s engine.Seat, c card.Card) {
	g.counts[s]--
	if s == g.seat {
		return
	}
	if g.round.hands[s].has(c) {
		g.round.hands[s].remove(c)
		return
	}
	for i := range g.has[s] {
		if h := &g.has[s][i]; h.ranks>>rankOf(c)&1 != 0 {
			h.least = max(0, h.least-1)
		}
	}
}

// stuck: a seat takes the pile, which at most tables it may only where no card follows.
func (g *guess) stuck(s engine.Seat) {
	r := &g.round
	hidden := g.counts[s] - r.hands[s].len()
	if s == g.seat || hidden <= 0 || r.rules.voluntary || r.rules.noFinish {
		return
	}
	ranks := anyRank &^ r.rules.follows[r.top()]
	for i := range g.has[s] {
		g.has[s][i].ranks &= ranks
	}
	g.has[s] = append(g.has[s], holds{ranks, hidden})
}

// Deal implements engine.Guess. Cards that must be of some ranks are dealt first, the fewest
// ranks before others; since such ranks lie within each other that never takes a card that
// another hand needs, but at tables with the low seven, where the last hand may get any card.
func (g *guess) Deal(chance engine.Chance) engine.Thinker {
	r := &g.dealt
	*r = g.round
	pool := g.room[:copy(g.room[:], g.pool)]
	for i := len(pool) - 1; i > 0; i-- {
		j := chance.Below(i + 1)
		pool[i], pool[j] = pool[j], pool[i]
	}
	var got [maxSeats]int
	for n := 1; n <= ranks; n++ {
		for s := range int(r.seats) {
			for i, h := range g.has[s] {
				if bits.OnesCount16(h.ranks) == n {
					pool = g.must(r, s, i, &got[s], pool)
				}
			}
		}
	}
	for s := range engine.Seat(r.seats) {
		for range g.counts[s] - r.hands[s].len() {
			r.hands[s].add(pool[0])
			pool = pool[1:]
		}
		for place, down := range g.places[s] {
			if down {
				r.down[s][place] = pool[0]
				pool = pool[1:]
			}
		}
	}
	copy(r.drawPile(), pool)
	return r
}

// must deals the cards that a hand holds of some ranks at least.
func (g *guess) must(r *Round, s, i int, got *int, pool []card.Card) []card.Card {
	h := g.has[s][i]
	for at := 0; at < len(pool) && *got < h.least && r.hands[s].len() < g.counts[s]; {
		if h.ranks>>rankOf(pool[at])&1 == 0 {
			at++
			continue
		}
		r.hands[s].add(pool[at])
		pool[at] = pool[0]
		pool = pool[1:] // the next card lies at the same place now
		*got++
	}
	return pool
}

// Swing implements engine.Guesser: a round won is a point; where places count, a few.
func (Game) Swing(o engine.Options, seats int) float64 {
	if o[optScoring] == "placement" {
		return float64(seats) / 2
	}
	return 1
}

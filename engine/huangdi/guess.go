package huangdi

import (
	"errors"

	"carteado/engine"
	"carteado/engine/card"
)

// errCourse says that events do not lead to a view.
var errCourse = errors.New("huangdi: the view does not follow from the events")

// counts are how many cards of each face there are.
type counts [names]int16

// A layer is cards that were shuffled together: the pack, then every finished wall and every
// renewal. Those that the viewer has not seen since lie in the draw pile, one layer above the
// next, and in hands; of the pack also in stocks.
type layer struct {
	cards counts
	left  [maxSeats]int     // in each line of the draw pile; in the first where all draw from one
	held  [maxSeats + 1]int // by seat, in its hand; the last number is of stocks
	from  [maxSeats + 1]int // by seat: cards were shown before the first of this layer came
}

// inStocks stands for all stocks, in the place of a seat.
const inStocks = maxSeats

// A shown card came from the hand of a seat, or a stock, and was dealt or drawn from a layer: from
// which, nobody may know, for there are equal cards. It is assigned so that all cards agree.
type shown struct {
	seat  int
	card  card.Card
	layer int
}

// A guess deals rounds that agree with what a seat has seen.
type guess struct {
	seat   engine.Seat
	layers []layer
	lines  engine.Lines // of the draw pile
	shown  []shown
	tries  int // that are left

	walls    [maxWalls][]card.Card
	discards [maxSeats][maxPiles][]card.Card

	base   setting // with what the seat sees
	stocks []int
	tops   []card.Card
	dealt  Round
	room   [maxPack]card.Card
}

// Guess reads what a seat has seen.
func (Game) Guess(view any, course engine.Course) (engine.Guess, error) {
	v, ok := view.(View)
	first, began := course.Dealt.(View)
	if !ok || !began || v.rules == nil || v.Seat < 0 || int(v.Seat) >= len(v.Counts) || v.End != nil {
		return nil, errCourse
	}
	g := &guess{seat: v.Seat}
	g.begin(&first)
	for i := range course.Seen {
		if !g.follow(&course.Seen[i]) {
			return nil, errCourse
		}
	}
	if !g.fits(&v) {
		return nil, errCourse
	}
	g.stand(&v)
	g.turn(course.Seen)
	return g, nil
}

// begin is the deal.
func (g *guess) begin(v *View) {
	g.layers, g.lines = append(make([]layer, 0, 8), layer{}), engine.LinesOf(v.Lines)
	pack := &g.layers[0]
	pack.left[0] = v.Draw
	copy(pack.left[:], v.Lines)
	for _, c := range v.rules.pack() {
		pack.cards[c-below]++
	}
	for s, n := range v.Counts {
		pack.cards[v.Tops[s]-below]--
		pack.held[inStocks] += v.Stocks[s] - 1
		if engine.Seat(s) != g.seat {
			pack.held[s] = n
		}
	}
	for _, c := range v.Hand {
		pack.cards[c-below]--
	}
}

// follow learns from an event; false where it cannot be.
func (g *guess) follow(e *engine.Event) bool {
	switch e.Kind {
	case "built", "built_stock", "borrowed":
		g.lies(e)
		return g.leaves(e.Seat, e.From, e.Cards[0].Card)
	case "reversed":
		g.lies(e)
		return g.leaves(e.Seat, e.With, card.Reverse) && g.leaves(e.Seat, e.From, e.Cards[1].Card)
	case "discarded":
		pile := &g.discards[e.Seat][e.To.Kind-engine.A]
		*pile = append(*pile, e.Cards[0].Card)
		return g.shows(e.Seat, e.Cards[0].Card)
	case "turned":
		return g.assign(inStocks, e.Cards[0].Card)
	case "finished":
		wall := &g.walls[e.From.N-1]
		g.under(*wall)
		*wall = nil
	case "recycled":
		g.recycle()
	case "drew":
		return g.draw(e)
	}
	return true
}

// lies puts the cards of an event on its wall.
func (g *guess) lies(e *engine.Event) {
	wall := &g.walls[e.To.N-1]
	for _, w := range e.Cards {
		*wall = append(*wall, w.Card)
	}
}

// leaves takes a card from where it was played.
func (g *guess) leaves(s engine.Seat, from engine.Place, c card.Card) bool {
	switch {
	case from.Kind == engine.Hand:
		return g.shows(s, c)
	case from.Kind < engine.A || from.Kind > engine.D:
		return from.Kind == engine.Stock // the next one is turned
	case from.Owner != 0:
		s = from.Seat()
	}
	pile := &g.discards[s][from.Kind-engine.A]
	n := len(*pile) - 1
	if n < 0 || (*pile)[n] != c {
		return false
	}
	*pile = (*pile)[:n]
	return true
}

// under: cards were shuffled under the draw pile.
func (g *guess) under(cards []card.Card) {
	var l layer
	for _, c := range cards {
		l.cards[c-below]++
		line := g.lines.Shortest()
		g.lines.Add(line)
		l.left[line]++
	}
	g.layers = append(g.layers, l)
}

func (g *guess) recycle() {
	var cards []card.Card
	for s := range g.discards {
		for p := range g.discards[s] {
			if pile := &g.discards[s][p]; len(*pile) > 1 {
				n := len(*pile) - 1
				cards = append(cards, (*pile)[:n]...)
				*pile = append((*pile)[:0:0], (*pile)[n])
			}
		}
	}
	g.under(cards)
}

// draw: cards went from the draw pile to a hand.
func (g *guess) draw(e *engine.Event) bool {
	for range e.N {
		l := g.drawn(e.Seat)
		if l == nil {
			return false
		}
		if l.held[e.Seat] == 0 && l.from[e.Seat] == 0 {
			l.from[e.Seat] = len(g.shown)
		}
		l.held[e.Seat]++
	}
	if e.Seat == g.seat {
		for _, c := range e.Secret {
			if !g.assign(int(e.Seat), c) {
				return false
			}
		}
	}
	return true
}

// drawn is the layer of the card that a seat draws, nil where there is none to draw.
func (g *guess) drawn(s engine.Seat) *layer {
	line, last := g.lines.From(s)
	for i := range g.layers {
		if last {
			i = len(g.layers) - 1 - i
		}
		if l := &g.layers[i]; l.left[line] > 0 {
			g.lines.Take(s)
			l.left[line]--
			return l
		}
	}
	return nil
}

// some is how many cards of the layer lie in the draw pile.
func (l *layer) some() (n int) {
	for _, left := range l.left {
		n += left
	}
	return n
}

// fits reports that the numbers of cards are those that the viewer sees.
func (g *guess) fits(v *View) bool {
	draw := 0
	for i := range g.layers {
		l := &g.layers[i]
		n := -l.some()
		draw -= n
		for _, held := range l.held {
			n -= held
		}
		for _, c := range l.cards {
			if c < 0 {
				return false
			}
			n += int(c)
		}
		if n != 0 {
			return false
		}
	}
	for s, n := range v.Counts {
		for i := range g.layers {
			n -= g.layers[i].held[s]
		}
		if n != 0 && engine.Seat(s) != g.seat {
			return false
		}
	}
	return draw == v.Draw
}

// stand builds the part of the round that the viewer sees.
func (g *guess) stand(v *View) {
	r := setting{Round: &Round{
		rules: v.rules, seats: uint8(len(v.Counts)), dealer: v.Dealer, turn: [1]engine.Seat{v.Turn},
		quiet: uint8(v.Quiet), shuffles: 1, lines: linesOf(v.rules.options, len(v.Counts)),
	}}
	g.stocks, g.tops = v.Stocks, v.Tops
	for w := range v.Walls {
		wall := &r.walls[w]
		for range v.Walls[w].Reversed {
			r.push(&wall.reversed, r.add(card.Reverse))
		}
		for _, word := range v.Walls[w].Cards {
			r.lay(wall, r.add(word.Card), word.Card.Rank()+word.As.Rank(), false)
		}
		if v.Walls[w].Down {
			wall.state ^= descending
		}
	}
	for s, piles := range v.Discards {
		for p, cards := range piles {
			for _, c := range cards {
				r.push(&r.discards[s][p], r.add(c))
			}
		}
		if v.Borrowed[s] {
			r.borrowed |= 1 << s
		}
	}
	for _, c := range v.Hand {
		r.hands[v.Seat].gain(r.add(c))
	}
	g.base = r
}

// turn sets what the end of this turn depends on.
func (g *guess) turn(events []engine.Event) {
	r := g.base.Round
	this := true
	for i := len(events) - 1; i >= 0; i-- {
		switch events[i].Kind {
		case "built", "built_stock", "borrowed", "reversed":
			r.built = this
			return
		case "discarded":
			return
		case "ended":
			this = false
			r.empty++
		}
	}
}

// Deal implements engine.Guess.
func (g *guess) Deal(chance engine.Chance) engine.Thinker {
	g.dealt = *g.base.Round
	r := setting{Round: &g.dealt, used: g.base.used}
	r.seed = chance.Seed()
	for i := range g.layers {
		l := &g.layers[i]
		n := 0
		for f, some := range l.cards {
			for range some {
				g.room[n] = below + card.Card(f)
				n++
			}
		}
		cards := g.room[:n]
		for j := n - 1; j > 0; j-- {
			k := chance.Below(j + 1)
			cards[j], cards[k] = cards[k], cards[j]
		}
		next := func() slot {
			c := cards[0]
			cards = cards[1:]
			return r.add(c)
		}
		for s := range engine.Seat(r.seats) {
			for range l.held[s] {
				r.hands[s].gain(next())
			}
			if i == 0 && g.stocks[s] > 0 {
				for range g.stocks[s] - 1 {
					r.push(&r.stocks[s], next())
				}
				r.push(&r.stocks[s], r.add(g.tops[s]))
			}
		}
		for line, some := range l.left {
			for range some {
				r.putUnder(engine.Seat(line), next())
			}
		}
	}
	return &g.dealt
}

// putUnder puts a card under a line of the draw pile.
func (r *setting) putUnder(line engine.Seat, s slot) {
	if r.lines.On() {
		r.insert(s, r.lines.Add(line))
		return
	}
	r.behind(s)
}

// Swing implements engine.Guesser.
func (Game) Swing(o engine.Options, seats int) float64 {
	if o[optMode] == "points" {
		return 10
	}
	return 1
}

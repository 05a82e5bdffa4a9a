package huangdi

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// A Round is one game of Huang Di.
type Round struct {
	engine.Hidden

	rules *rules
	seed  engine.Seed

	next   [names * copies]slot // the card under it, or behind it in the draw pile
	stands [copies]uint8        // the number a joker on a wall stands for

	draw     queue
	lines    engine.Lines // of the draw pile, in a duplicate round
	walls    [maxWalls]wall
	stocks   [maxSeats]pile
	hands    [maxSeats]hand
	discards [maxSeats][maxPiles]pile

	turn     [1]engine.Seat // the seat to move
	dealer   engine.Seat
	seats    uint8
	over     ending
	borrowed uint8  // in this turn, a bit for each seat
	built    bool   // in this turn
	quiet    uint8  // turns in a row without a card built
	empty    uint8  // turns in a row that ended for lack of cards
	shuffles uint16 // of walls and discards so far; each has a seed of its own
}

// ending is how the game has ended.
type ending uint8

const (
	playing ending = iota
	out
	blocked
)

func (r *Round) after(s engine.Seat) engine.Seat {
	if s++; s == engine.Seat(r.seats) {
		return 0
	}
	return s
}

// ToMove is the seat whose turn it is, none when the game is over.
func (r *Round) ToMove() []engine.Seat {
	if r.over != playing {
		return nil
	}
	return r.turn[:]
}

// CopyInto copies the round.
func (r *Round) CopyInto(other engine.Round) engine.Round {
	c, ok := other.(*Round)
	if !ok {
		c = new(Round)
	}
	*c = *r
	return c
}

// Is reports that another round is the same.
func (r *Round) Is(other engine.Round) bool { return *r == *other.(*Round) }

// Make makes a legal move.
func (r *Round) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	p := r.read(s, m)
	switch m.Verb {
	case verbBuild, verbReverse:
		r.build(s, p, m, log)
	case verbDiscard:
		r.push(&r.discards[s][p.to], r.hands[s].lose(p.card))
		if log != nil {
			log.Tell(engine.Event{Kind: "discarded", Seat: s, Open: true, Cards: one(p.card), From: m.From, To: m.To})
		}
		r.endTurn(s, false, log)
	case verbEnd:
		if log != nil {
			log.Tell(engine.Event{Kind: "ended", Seat: s, Open: true})
		}
		r.endTurn(s, true, log)
	}
}

func one(c card.Card) []engine.Word { return []engine.Word{{Card: c}} }

// build lays a card on a wall, after a reverse card or alone.
func (r *Round) build(s engine.Seat, p play, m *engine.Move, log *engine.Log) {
	w := &r.walls[p.to]
	number := w.state.need()
	if p.reverse {
		number = w.state.back()
		r.push(&w.reversed, r.take(s, p.with, card.Reverse))
	}
	slot := r.take(s, p.from, p.card)
	r.lay(w, slot, number, p.reverse)
	if log != nil {
		event := p.event()
		event.Seat, event.Open, event.From, event.To, event.N = s, true, m.From, m.To, p.to+1
		if p.reverse {
			event.With, event.Cards = m.With, append(make([]engine.Word, 0, 2), engine.Word{Card: card.Reverse})
		}
		event.Cards = append(event.Cards, r.word(slot))
		log.Tell(event)
	}
	r.built, r.quiet, r.empty = true, 0, 0

	stock := r.stocks[s]
	if stock.n == 0 {
		r.over = out
		if log != nil {
			log.Tell(engine.Event{Kind: "out", Seat: s, Open: true})
		}
		return
	}
	if log != nil && (p.from == stockTop || p.reverse && p.with == stockTop) {
		log.Tell(engine.Event{Kind: "turned", Seat: s, Open: true, Cards: one(stock.card()),
			To: engine.In(engine.Stock)})
	}
	if w.state.finished() {
		n := r.clear(w)
		if log != nil {
			log.Tell(engine.Event{Kind: "finished", Seat: s, Open: true, From: m.To, To: engine.In(engine.Draw), N: n})
		}
	}
	if r.hands[s].n == 0 {
		r.fill(s, log)
	}
}

// lay puts a card on a wall, where it stands for a number, perhaps after a reverse card.
func (r *Round) lay(w *wall, s slot, number int, turned bool) {
	r.push(&w.cards, s)
	joker := s.card() == card.Joker
	w.state = w.state.showing(number, turned, joker)
	if joker {
		r.stands[s%copies] = uint8(number)
	}
}

// event is the kind of event that a play is told as.
func (p play) event() engine.Event {
	switch {
	case p.reverse:
		return engine.Event{Kind: "reversed"}
	case p.from == stockTop:
		return engine.Event{Kind: "built_stock"}
	case p.from >= others:
		return engine.Event{Kind: "borrowed"}
	}
	return engine.Event{Kind: "built"}
}

// word is a card as it lies on a wall.
func (r *Round) word(s slot) engine.Word {
	w := engine.Word{Card: s.card()}
	if w.Card == card.Joker {
		w.As = card.Number(int(r.stands[s%copies]))
	}
	return w
}

// take removes a card from where it is played.
func (r *Round) take(s engine.Seat, from source, c card.Card) slot {
	switch {
	case from == fromHand:
		return r.hands[s].lose(c)
	case from == stockTop:
		return r.pop(&r.stocks[s])
	case from < others:
		return r.pop(&r.discards[s][from-ownPiles])
	}
	r.borrowed |= 1 << from.lender()
	return r.pop(&r.discards[from.lender()][from.pile()])
}

// clear shuffles a finished wall under the draw pile.
func (r *Round) clear(w *wall) int {
	var cards [maxPack]slot
	n := 0
	for _, p := range [...]*pile{&w.cards, &w.reversed} {
		for p.n > 0 {
			cards[n] = r.pop(p)
			n++
		}
	}
	w.state = 0
	r.shuffle(cards[:n])
	return n
}

// shuffle puts cards in a new order under the draw pile.
func (r *Round) shuffle(cards []slot) {
	shuffle.Cards(cards, r.seed.Derive("shuffle", int(r.shuffles)))
	r.shuffles++
	for _, s := range cards {
		r.under(s)
	}
}

// fill draws until a hand is full or there is nothing to draw.
func (r *Round) fill(s engine.Seat, log *engine.Log) {
	h := &r.hands[s]
	for h.n < handSize {
		if r.draw.n == 0 {
			n := r.renew()
			if n == 0 {
				return
			}
			if log != nil {
				log.Tell(engine.Event{Kind: "recycled", Seat: engine.Nobody, Open: true, To: engine.In(engine.Draw),
					N: n})
			}
		}
		var drawn []card.Card
		for h.n < handSize && r.draw.n > 0 {
			slot := r.nextCard(s)
			h.gain(slot)
			if log != nil {
				drawn = append(drawn, slot.card())
			}
		}
		if log != nil {
			slices.Sort(drawn)
			log.Tell(engine.Event{
				Kind: "drew", Seat: s, Open: true, N: len(drawn), Secret: drawn,
				From: engine.In(engine.Draw), To: engine.In(engine.Hand),
			})
		}
	}
}

// renew shuffles the discards that are not on top into a new draw pile.
func (r *Round) renew() int {
	var cards [maxPack]slot
	n := 0
	for seat := range r.seats {
		for i := range r.rules.piles {
			p := &r.discards[seat][i]
			if !r.rules.recycle || p.n < 2 {
				continue
			}
			top := r.pop(p)
			for p.n > 0 {
				cards[n] = r.pop(p)
				n++
			}
			r.push(p, top)
		}
	}
	if n > 0 {
		r.shuffle(cards[:n])
	}
	return n
}

// endTurn passes the turn on, unless the game is blocked.
func (r *Round) endTurn(s engine.Seat, empty bool, log *engine.Log) {
	if !r.built {
		r.quiet++
	}
	if !empty || r.built {
		r.empty = 0
	} else {
		r.empty++
	}
	if int(r.quiet) >= r.rules.block || r.empty >= r.seats {
		r.over = blocked
		if log != nil {
			log.Tell(engine.Event{Kind: "blocked", Seat: engine.Nobody, Open: true, N: int(r.quiet)})
		}
		return
	}
	r.turn[0], r.borrowed, r.built = r.after(s), 0, false
	r.fill(r.turn[0], log)
}

// Auto is the move for a player who is absent: the stock card if it can be built,
// else a discard onto the smallest discard pile.
func (r *Round) Auto(s engine.Seat) engine.Move {
	if w := r.stockFits(s); w >= 0 {
		return engine.NewMove(verbBuild, r.stocks[s].card()).At(engine.In(engine.Stock)).
			On(engine.Nth(engine.Wall, w+1))
	}
	if r.hands[s].n == 0 {
		return engine.Move{Verb: verbEnd}
	}
	smallest := 0
	for p := range r.rules.piles {
		if r.discards[s][p].n < r.discards[s][smallest].n {
			smallest = p
		}
	}
	return engine.NewMove(verbDiscard, r.cheapest(s)).On(ownPile(smallest))
}

// cheapest is the highest number of a hand; if it has no number a reverse card, else
// a joker.
func (r *Round) cheapest(s engine.Seat) card.Card {
	held := r.hands[s].faces
	switch numbers := held &^ (face(card.Joker) | face(card.Reverse)); {
	case numbers != 0:
		return numbers.last()
	case held.has(card.Reverse):
		return card.Reverse
	}
	return card.Joker
}

// Piles lists every pile with its cards.
func (r *Round) Piles(room []engine.Pile) []engine.Pile {
	piles, last := engine.AddPile(room[:0], engine.In(engine.Draw))
	last.Cards = r.drawn(last.Cards)
	for w := range r.rules.walls {
		piles, last = engine.AddPile(piles, engine.Nth(engine.Wall, w+1))
		last.Cards = r.append(last.Cards, r.walls[w].cards)
		last.As = slices.Grow(last.As, len(last.Cards))[:len(last.Cards)]
		for s, i := r.walls[w].cards.top, len(last.As)-1; i >= 0; s, i = r.next[s], i-1 {
			last.As[i] = r.word(s).As
		}
	}
	add := func(at engine.Place, p pile) {
		piles, last = engine.AddPile(piles, at)
		last.Cards = r.append(last.Cards, p)
	}
	for w := range r.rules.walls {
		add(engine.Nth(engine.Reversed, w+1), r.walls[w].reversed)
	}
	for s := range engine.Seat(r.seats) {
		add(engine.Of(engine.Stock, s), r.stocks[s])
		piles, last = engine.AddPile(piles, engine.Of(engine.Hand, s))
		last.Cards = r.hands[s].append(last.Cards)
		for p := range r.rules.piles {
			add(engine.Of(pileKind(p), s), r.discards[s][p])
		}
	}
	return piles
}

package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
	"carteado/engine/shuffle"
)

// A Round is one deal of Rummy.
type Round struct {
	engine.Hidden

	rules *rules
	seed  engine.Seed

	hands [maxSeats]meld.Hand
	known [maxSeats]meld.Hand // taken from the discard pile and still held
	// The discard pile grows from the front, its top last; the stock is the back
	// part, its next card first.
	pile     [packSize]card.Card
	discards uint8        // how many cards of pile are discards
	next     uint8        // index of the stock's top card
	lines    engine.Lines // of the stock, in a duplicate round

	melds  [maxMelds]meld.Hand // on the table, in the order laid
	owners [maxMelds]engine.Seat
	laid   uint8 // how many melds there are
	added  [maxAdded]addition
	adds   uint8 // how many cards were laid off

	seats  uint8
	dealer engine.Seat
	turn   [1]engine.Seat // the seat to move
	phase  Phase
	drawn  card.Card // drawn or taken in this turn
	taken  bool      // drawn is from the discard pile

	renewed uint8 // how often the stock was
	fresh   uint8 // melds laid in this turn
	opened  uint8 // a bit by seat: has melded or laid off in this round
	before  bool  // the seat to move had melded or laid off before this turn
	acted   bool  // the seat to move has melded or laid off in this turn, or its player left in it
	away    uint8 // a bit by seat: its player has left
}

// An addition is a card laid off.
type addition struct {
	card card.Card
	meld uint8 // from 0
	by   engine.Seat
}

// after is the next seat, clockwise.
func (r *Round) after(s engine.Seat) engine.Seat {
	if s++; int(s) == int(r.seats) {
		return 0
	}
	return s
}

// ToMove is the seat whose turn it is, none when the round is over.
func (r *Round) ToMove() []engine.Seat {
	if r.phase == PhaseOver {
		return nil
	}
	return r.turn[:]
}

// Make makes a legal move.
func (r *Round) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	switch m.Verb {
	case verbDraw:
		r.draw(s, m.From.Kind == engine.Discard, log)
	case verbMeld:
		r.meld(s, cardsOf(m.Words()), log)
		r.over(s, log)
	case verbLayOff:
		r.layOff(s, m.Card(), int(m.To.N)-1, log)
		r.over(s, log)
	case verbDiscard:
		r.discard(s, m.Card(), log)
	case verbRummy:
		r.rummy(s, m, log)
	}
}

// tell tells of a move that everybody saw.
func tell(log *engine.Log, kind string, s engine.Seat, from, to engine.Place, cards meld.Hand) {
	if log == nil {
		return
	}
	words := make([]engine.Word, 0, maxMeld)
	var room [maxMeld]card.Card
	for _, c := range meld.AppendInOrder(room[:0], cards) {
		words = append(words, engine.Word{Card: c})
	}
	log.Tell(engine.Event{Kind: kind, Seat: s, Open: true, Cards: words, From: from, To: to})
}

func (r *Round) draw(s engine.Seat, fromDiscard bool, log *engine.Log) {
	r.phase, r.taken = PhasePlay, fromDiscard
	r.before = r.opened>>s&1 != 0
	if fromDiscard {
		r.discards--
		r.drawn = r.pile[r.discards]
		r.hands[s] = r.hands[s].With(r.drawn)
		r.known[s] = r.known[s].With(r.drawn)
		tell(log, "took", s, engine.In(engine.Discard), engine.In(engine.Hand), meld.Of(r.drawn))
		return
	}
	if r.next == packSize {
		r.renew()
		if log != nil {
			log.Tell(engine.Event{Kind: "renewed", Seat: engine.Nobody, Open: true, N: r.stock()})
		}
	}
	if r.lines.On() {
		r.lines.Draw(r.pile[r.next:], s)
	}
	r.drawn = r.pile[r.next]
	r.next++
	r.hands[s] = r.hands[s].With(r.drawn)
	if log != nil {
		log.Tell(engine.Event{
			Kind: "drew", Seat: s, Open: true,
			Secret: []card.Card{r.drawn}, From: engine.In(engine.Stock), To: engine.In(engine.Hand),
		})
	}
}

// stock is the number of cards in it.
func (r *Round) stock() int { return packSize - int(r.next) }

// renewable reports whether an empty stock can be renewed.
func (r *Round) renewable() bool { return int(r.renewed) < r.rules.renewals && r.discards >= 2 }

// renew makes a new stock of the discard pile but its top card.
func (r *Round) renew() {
	r.renewed++
	r.next = packSize - r.discards + 1
	top := r.pile[r.discards-1]
	stock := r.pile[r.next:]
	copy(stock, r.pile[:r.discards-1])
	r.pile[0], r.discards = top, 1
	if !r.rules.flip { // turned over, the oldest discard comes first
		shuffle.Cards(stock, r.seed.Derive("renewal", int(r.renewed)))
	}
	r.lines.Deal(stock)
}

// lose takes cards out of a hand for good.
func (r *Round) lose(s engine.Seat, cards meld.Hand) {
	r.hands[s] &^= cards
	r.known[s] &^= cards
}

func (r *Round) meld(s engine.Seat, cards meld.Hand, log *engine.Log) {
	r.lose(s, cards)
	r.opened |= 1 << s
	r.melds[r.laid], r.owners[r.laid] = cards, s
	r.laid++
	r.fresh++
	r.acted = true
	tell(log, "melded", s, engine.In(engine.Hand), engine.Nth(engine.Meld, int(r.laid)), cards)
}

// layOff adds a card to the nth meld on the table, from 0.
func (r *Round) layOff(s engine.Seat, c card.Card, n int, log *engine.Log) {
	r.lose(s, meld.Of(c))
	r.opened |= 1 << s
	r.melds[n] = r.melds[n].With(c)
	r.added[r.adds] = addition{c, uint8(n), s}
	r.adds++
	r.acted = true
	tell(log, "laid_off", s, engine.In(engine.Hand), engine.Nth(engine.Meld, n+1), meld.Of(c))
}

// discard ends the turn, and with it the round if the hand is empty or nobody
// could draw any more.
func (r *Round) discard(s engine.Seat, c card.Card, log *engine.Log) {
	r.lose(s, meld.Of(c))
	r.pile[r.discards] = c
	r.discards++
	tell(log, "discarded", s, engine.In(engine.Hand), engine.In(engine.Discard), meld.Of(c))
	if r.hands[s] == 0 {
		r.over(s, log)
		return
	}
	r.turn[0], r.phase, r.fresh = r.after(s), PhaseDraw, 0
	r.drawn, r.taken, r.before, r.acted = card.Unknown, false, false, false
	if r.next < packSize || r.renewable() {
		return
	}
	r.phase = PhaseOver
	if log != nil {
		log.Tell(engine.Event{Kind: HowBlocked, Seat: engine.Nobody, Open: true})
	}
}

// over ends the round if the hand of the seat to move is empty.
func (r *Round) over(s engine.Seat, log *engine.Log) {
	if r.hands[s] != 0 {
		return
	}
	r.phase, r.drawn, r.taken = PhaseOver, card.Unknown, false
	if log != nil {
		log.Tell(engine.Event{Kind: r.ended().How, Seat: s, Open: true})
	}
}

// rummy lays the whole hand in one move.
func (r *Round) rummy(s engine.Seat, m *engine.Move, log *engine.Log) {
	p := planOf(m)
	for _, cards := range p.melds {
		r.meld(s, cardsOf(cards), log)
	}
	for _, w := range p.layOffs {
		r.layOff(s, w.Card, int(w.Meld)-1, log)
	}
	if p.discard != card.Unknown {
		r.discard(s, p.discard, log)
		return
	}
	r.over(s, log)
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

// Leave has a seat played on. A turn that its player began ends with the highest card.
func (r *Round) Leave(s engine.Seat) {
	r.away |= 1 << s
	r.acted = r.acted || r.phase == PhasePlay && s == r.turn[0]
}

// Auto is the move for a player who is absent: draw from the stock and discard the
// card that the program drew so. In a turn that the player began, the highest card
// goes that may be discarded.
func (r *Round) Auto(s engine.Seat) engine.Move {
	if r.phase == PhaseDraw {
		return drawStock
	}
	if r.away>>s&1 != 0 && !r.taken && !r.acted {
		return r.AutoOn(s)
	}
	t := r.stand()
	highest := card.Unknown
	for c := range t.hand.All() {
		if t.checkDiscard(c) != "" {
			continue
		}
		a, b := t.Worth(c), t.Worth(highest)
		if a > b || a == b && c.Suit() < highest.Suit() {
			highest = c
		}
	}
	if highest == card.Unknown { // only the card just taken is left: it is laid off
		return r.Legal(s, nil)[0]
	}
	return engine.NewMove(verbDiscard, highest)
}

// AutoOn discards the card that the program drew.
func (r *Round) AutoOn(s engine.Seat) engine.Move {
	if r.phase == PhaseDraw || r.taken || r.acted {
		return r.Auto(s)
	}
	return engine.NewMove(verbDiscard, r.drawn)
}

// Piles lists every pile with its cards.
func (r *Round) Piles(room []engine.Pile) []engine.Pile {
	piles := engine.AddCards(room[:0], engine.In(engine.Stock), r.pile[r.next:])
	piles = engine.AddCards(piles, engine.In(engine.Discard), r.pile[:r.discards])
	var last *engine.Pile
	for s := range engine.Seat(r.seats) {
		piles, last = engine.AddPile(piles, engine.Of(engine.Hand, s))
		last.Cards = r.hands[s].Append(last.Cards)
	}
	for i, m := range r.melds[:r.laid] {
		piles, last = engine.AddPile(piles, engine.Nth(engine.Meld, i+1))
		last.Cards = meld.AppendInOrder(last.Cards, m)
	}
	return piles
}

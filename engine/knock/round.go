package knock

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
	"carteado/engine/shuffle"
)

// A Round is one deal of Knock.
type Round struct {
	engine.Hidden

	rules *rules
	seed  engine.Seed
	end   *End // of a round that is over; shared by copies and never changed

	// A knock leaves hands as they were; end says where the cards went.
	hands [seats]meld.Hand
	known [seats]meld.Hand // taken from the discard pile and not discarded since
	// The discard pile grows from the front, its top last; the stock is taken
	// from the back part, its next card first.
	pile            [outside]card.Card
	discards, stock uint8
	lines           engine.Lines // of the stock, in a duplicate round

	dealer  engine.Seat
	turn    [1]engine.Seat // the seat to move
	phase   Phase
	drawn   card.Card // drawn or taken in this turn
	taken   bool      // drawn is from the discard pile
	renewed uint8     // how often the stock was renewed
	turns   int       // completed turns of both players
}

// ToMove is the seat whose turn it is, none when the round is over.
func (r *Round) ToMove() []engine.Seat {
	if r.phase == PhaseOver {
		return nil
	}
	return r.turn[:]
}

// Verbs of Knock.
const (
	verbDraw    = "draw"
	verbDiscard = "discard"
	verbKnock   = "knock"
)

var (
	drawStock   = engine.Move{Verb: verbDraw, From: engine.In(engine.Stock)}
	drawDiscard = engine.Move{Verb: verbDraw, From: engine.In(engine.Discard)}
)

// Legal appends the moves a seat chooses between: draws, discards, and knocks
// without melds.
func (r *Round) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if r.phase == PhaseOver || s != r.turn[0] {
		return moves
	}
	if r.phase == PhaseDraw {
		if r.checkPile(engine.Stock) == "" {
			moves = append(moves, drawStock)
		}
		if r.checkPile(engine.Discard) == "" {
			moves = append(moves, drawDiscard)
		}
		return moves
	}
	for rest := r.free(); rest != 0; rest &= rest - 1 {
		moves, _ = engine.Extend(moves, verbDiscard, rest.First())
	}
	for rest := r.knocks(); rest != 0; rest &= rest - 1 {
		moves, _ = engine.Extend(moves, verbKnock, rest.First())
	}
	return moves
}

// Make makes a legal move.
func (r *Round) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	switch m.Verb {
	case verbDraw:
		r.draw(s, m.From.Kind == engine.Discard, log)
	case verbDiscard:
		r.discard(s, m.Card(), log)
	case verbKnock:
		r.knock(s, m, log)
	}
}

func (r *Round) draw(s engine.Seat, fromDiscard bool, log *engine.Log) {
	r.phase, r.taken = PhaseDecide, fromDiscard
	if fromDiscard {
		r.discards--
		r.drawn = r.pile[r.discards]
		r.hands[s] = r.hands[s].With(r.drawn)
		r.known[s] = r.known[s].With(r.drawn)
		if log != nil {
			log.Tell(engine.Event{
				Kind: "took", Seat: s, Open: true,
				Cards: []engine.Word{{Card: r.drawn}}, From: engine.In(engine.Discard), To: engine.In(engine.Hand),
			})
		}
		return
	}
	if r.stock == 0 {
		r.renew()
		if log != nil {
			log.Tell(engine.Event{Kind: "renewed", Seat: engine.Nobody, Open: true, N: int(r.stock)})
		}
	}
	if r.lines.On() {
		r.lines.Draw(r.pile[outside-r.stock:], s)
	}
	r.drawn = r.pile[outside-r.stock]
	r.stock--
	r.hands[s] = r.hands[s].With(r.drawn)
	if log != nil {
		log.Tell(engine.Event{
			Kind: "drew", Seat: s, Open: true,
			Secret: []card.Card{r.drawn}, From: engine.In(engine.Stock), To: engine.In(engine.Hand),
		})
	}
}

// renew shuffles the discard pile but its top card into a new stock.
func (r *Round) renew() {
	r.renewed++
	r.stock = r.discards - 1
	top := r.pile[r.stock]
	stock := r.pile[outside-r.stock:]
	copy(stock, r.pile[:r.stock])
	r.pile[0], r.discards = top, 1
	shuffle.Cards(stock, r.seed.Derive("renewal", int(r.renewed)))
	r.lines.Deal(stock)
}

func (r *Round) discard(s engine.Seat, c card.Card, log *engine.Log) {
	r.hands[s] = r.hands[s].Without(c)
	r.known[s] = r.known[s].Without(c)
	r.pile[r.discards] = c
	r.discards++
	r.turns++
	r.drawn, r.taken = card.Unknown, false
	r.turn[0], r.phase = 1-s, PhaseDraw
	if log != nil {
		log.Tell(engine.Event{
			Kind: "discarded", Seat: s, Open: true,
			Cards: []engine.Word{{Card: c}}, From: engine.In(engine.Hand), To: engine.In(engine.Discard),
		})
	}
	if r.stock > 0 || r.renewable() {
		return
	}
	r.phase, r.end = PhaseOver, r.rules.void(r.hands)
	if log != nil {
		log.Tell(engine.Event{Kind: HowVoid, Seat: engine.Nobody, Open: true})
	}
}

// renewable reports whether an empty stock can be renewed.
func (r *Round) renewable() bool { return int(r.renewed) < r.rules.renewals && r.discards >= 2 }

// knock ends the round by a legal knock.
func (r *Round) knock(s engine.Seat, m *engine.Move, log *engine.Log) {
	own := r.hands[s].Without(m.Card())
	melds, declared := r.declared(m)
	if !declared {
		melds = r.rules.best(own, r.hands[s]).melds
	}
	r.end = r.rules.ending(s, m.Card(), own, melds, r.hands[1-s])
	r.end.Declared = declared
	r.phase, r.drawn, r.taken = PhaseOver, card.Unknown, false
	if log != nil {
		log.Tell(engine.Event{Kind: "knocked", Seat: s, Open: true, To: engine.In(engine.Knock)})
	}
}

// Result of the round; false while it is being played.
func (r *Round) Result() (engine.Result, bool) {
	if r.end == nil {
		return engine.Result{}, false
	}
	return r.end.result(), true
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

// Auto is the move for a player who is absent: draw from the stock and discard
// the card drawn. A card taken from the discard pile may not go back: then the card
// goes that leaves the least deadwood.
func (r *Round) Auto(s engine.Seat) engine.Move {
	if r.phase == PhaseDraw {
		if r.checkPile(engine.Stock) == "" {
			return drawStock
		}
		return drawDiscard
	}
	if r.checkLaying(r.drawn) == "" {
		return engine.NewMove(verbDiscard, r.drawn)
	}
	return engine.NewMove(verbDiscard, r.bestDiscard(s))
}

// Piles lists every pile with its cards.
func (r *Round) Piles(room []engine.Pile) []engine.Pile {
	piles := engine.AddCards(room[:0], engine.In(engine.Stock), r.pile[outside-r.stock:])
	piles = engine.AddCards(piles, engine.In(engine.Discard), r.pile[:r.discards])
	knocked := r.end != nil && r.end.Knocker != engine.Nobody
	for s, hand := range r.hands {
		var held *engine.Pile
		if piles, held = engine.AddPile(piles, engine.Of(engine.Hand, engine.Seat(s))); !knocked {
			held.Cards = hand.Append(held.Cards)
		}
	}
	if !knocked {
		return piles
	}
	piles = engine.AddCards(piles, engine.In(engine.Knock), []card.Card{r.end.KnockCard})
	for s, shown := range r.end.Hands {
		piles = engine.AddCards(piles, engine.Of(engine.Shown, engine.Seat(s)), shown.cards())
	}
	for s, shown := range r.end.Hands {
		piles = engine.AddCards(piles, engine.Of(engine.Left, engine.Seat(s)), shown.Left)
	}
	return piles
}

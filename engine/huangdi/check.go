package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

// Rules that a move can break, as keys of the catalogs.
const (
	RuleMove         = "huangdi.move"          // build, reverse, discard, end: nothing else
	RuleNotInHand    = "huangdi.not_in_hand"   //
	RuleNotOnTop     = "huangdi.not_on_top"    // of the stock or of a discard pile
	RuleWall         = "huangdi.wall"          // no such place, or none named, arg walls
	RuleNeed         = "huangdi.need"          // another number comes next, args wall, need
	RuleReverseAlone = "huangdi.reverse_alone" // without a companion
	RuleReverseEmpty = "huangdi.reverse_empty" // an empty place
	RuleReverseOne   = "huangdi.reverse_one"   // an ascending wall with 1 on top
	RuleShortReverse = "huangdi.short_reverse" // an ascending wall with 2 on top
	RuleCompanion    = "huangdi.companion"     // another number comes next, args wall, need
	RuleNotReverse   = "huangdi.not_reverse"   // no reverse card there
	RuleSamePlace    = "huangdi.same_place"    // both cards from one pile
	RuleBorrowNone   = "huangdi.borrow_none"   //
	RuleBorrowed     = "huangdi.borrowed"      // a card of this opponent was used in this turn
	RuleBorrowBoth   = "huangdi.borrow_both"   // both cards from one opponent
	RuleJokerStart   = "huangdi.joker_starts"  //
	RuleJokerRun     = "huangdi.joker_run"     //
	RuleDiscardHand  = "huangdi.discard_hand"  // one card of the hand
	RulePile         = "huangdi.pile"          // no such discard pile, arg piles
	RuleForcedStock  = "huangdi.forced_stock"  //
	RuleEnd          = "huangdi.end"           // only without a card in the hand
)

// Verbs of Huang Di.
const (
	verbBuild   = "build"
	verbReverse = "reverse"
	verbDiscard = "discard"
	verbEnd     = "end"
)

// A source is where a card is played from: the hand, the stock, a discard pile of
// one's own or of another seat. Sources are ordered as moves are listed.
type source uint8

const (
	fromHand source = iota
	stockTop
	ownPiles            // of them maxPiles
	others   source = 8 // maxPiles for each seat
	nowhere  source = 255
)

func lent(s engine.Seat, pile int) source { return others + source(int(s)*maxPiles+pile) }

func (s source) lender() engine.Seat { return engine.Seat((s - others) / maxPiles) }
func (s source) pile() int           { return int(s-others) % maxPiles }

func pileKind(p int) engine.PileKind { return engine.A + engine.PileKind(p) }

func ownPile(p int) engine.Place { return engine.In(pileKind(p)) }

// written is the source as a move names it.
func (s source) written() engine.Place { return places[s%source(len(places))] }

var places = func() (places [32]engine.Place) {
	places[fromHand], places[stockTop] = engine.In(engine.Hand), engine.In(engine.Stock)
	for p := range maxPiles {
		places[ownPiles+source(p)] = ownPile(p)
		for s := range engine.Seat(maxSeats) {
			places[lent(s, p)] = engine.Of(pileKind(p), s)
		}
	}
	return places
}()

// readSource is the inverse of written, nowhere for other piles.
func (r *Round) readSource(mover engine.Seat, p engine.Place) source {
	number := int(p.Kind) - int(engine.A)
	isPile := number >= 0 && number < r.rules.piles
	switch owner := p.Seat(); {
	case p == engine.In(engine.Hand):
		return fromHand
	case p == engine.In(engine.Stock):
		return stockTop
	case isPile && p == ownPile(number):
		return ownPiles + source(number)
	case isPile && p == engine.Of(p.Kind, owner) && owner != mover && owner < engine.Seat(r.seats):
		return lent(owner, number)
	}
	return nowhere
}

// A play is a move as the round understands it.
type play struct {
	card       card.Card
	from, with source // with is where the reverse card comes from
	to         int    // wall or discard pile, from 0
	reverse    bool
}

// read understands a move. A pile that the seat has no part in is nowhere.
func (r *Round) read(s engine.Seat, m *engine.Move) play {
	p := play{card: m.Card(), from: nowhere, with: nowhere}
	switch m.Verb {
	case verbDiscard:
		p.from, p.to = fromHand, int(m.To.Kind)-int(engine.A)
	case verbReverse:
		p.reverse, p.with = true, r.readSource(s, m.With)
		fallthrough
	case verbBuild:
		p.from, p.to = r.readSource(s, m.From), int(m.To.N)-1
	}
	return p
}

// Breaks returns the rule that a move breaks, empty for none. Legal lists what passes the
// same questions and every other move is asked first: the rules stand here and nowhere else.
func (r *Round) Breaks(s engine.Seat, m *engine.Move) (rule string) {
	switch {
	case r.over != playing:
		return engine.RuleRoundOver
	case s != r.turn[0]:
		return engine.RuleNotYourTurn
	case m.Verb == verbEnd && m.Is(&engine.Move{Verb: verbEnd}):
		return r.breaksEnd(s)
	case m.Verb == verbDiscard:
		return r.checkDiscard(s, m, r.read(s, m))
	case m.Verb == verbBuild || m.Verb == verbReverse:
		return r.checkBuild(s, m, r.read(s, m))
	}
	return RuleMove
}

// Explain returns the numbers that the sentence of a broken rule mentions.
func (r *Round) Explain(s engine.Seat, m *engine.Move, rule string) map[string]int {
	p := r.read(s, m)
	switch rule {
	case RulePile:
		return map[string]int{"piles": r.rules.piles}
	case RuleWall:
		return map[string]int{"walls": r.rules.walls}
	case RuleNeed:
		return map[string]int{"wall": p.to + 1, "need": r.walls[p.to].state.need()}
	case RuleCompanion:
		return map[string]int{"wall": p.to + 1, "need": r.walls[p.to].state.back()}
	}
	return nil
}

// only reports that a move is one card and nothing but its piles.
func only(m *engine.Move) bool {
	words := m.Words()
	return len(words) == 1 && words[0] == engine.Word{Card: m.Card()}
}

func (r *Round) checkDiscard(s engine.Seat, m *engine.Move, p play) string {
	switch {
	case m.With != engine.Place{}:
		return RuleMove
	case !only(m) || m.From != engine.Place{}:
		return RuleDiscardHand
	case p.to < 0 || p.to >= r.rules.piles || m.To != ownPile(p.to):
		return RulePile
	case !r.hands[s].faces.has(p.card):
		return RuleNotInHand
	}
	return r.breaksStop(s)
}

func (r *Round) checkBuild(s engine.Seat, m *engine.Move, p play) string {
	switch {
	case !only(m) || p.from == nowhere:
		return RuleMove
	case m.To == engine.Place{}:
		return RuleWall
	case m.To != engine.Nth(engine.Wall, int(m.To.N)) || m.To.N == 0,
		p.reverse == (p.with == nowhere), !p.reverse && m.With != engine.Place{}:
		return RuleMove
	case p.to >= r.rules.walls:
		return RuleWall
	case p.from == fromHand && !r.hands[s].faces.has(p.card):
		return RuleNotInHand
	case p.reverse && p.from == p.with && p.from != fromHand:
		return RuleSamePlace
	case p.from != fromHand && r.pileAt(s, p.from).card() != p.card:
		return RuleNotOnTop
	case p.reverse && !r.hasReverse(s, p.with):
		return RuleNotReverse
	}
	state := r.walls[p.to].state
	rule := r.breaksBorrowing(p.from)
	if rule == "" {
		rule = r.breaksBorrowing(p.with)
	}
	if rule == "" {
		rule = r.breaksPair(p.from, p.with)
	}
	switch {
	case rule != "":
		return rule
	case p.reverse:
		return r.breaksReverse(p.card, state)
	}
	return r.breaksBuild(p.card, state)
}

// pileAt is the pile of a source that is not the hand.
func (r *Round) pileAt(s engine.Seat, from source) *pile {
	switch {
	case from == stockTop:
		return &r.stocks[s]
	case from < others:
		return &r.discards[s][from-ownPiles]
	}
	return &r.discards[from.lender()][from.pile()]
}

func (r *Round) hasReverse(s engine.Seat, from source) bool {
	if from == fromHand {
		return r.hands[s].faces.has(card.Reverse)
	}
	return r.pileAt(s, from).card() == card.Reverse
}

// breaksBorrowing checks the use of a card of an opponent.
func (r *Round) breaksBorrowing(from source) string {
	switch {
	case from < others || from == nowhere:
		return ""
	case !r.rules.borrow:
		return RuleBorrowNone
	case !r.rules.borrowTwice && r.borrowed&(1<<from.lender()) != 0:
		return RuleBorrowed
	}
	return ""
}

// breaksPair checks the use of two cards of one opponent.
func (r *Round) breaksPair(from, with source) string {
	if from >= others && with >= others && with != nowhere && !r.rules.borrowTwice && from.lender() == with.lender() {
		return RuleBorrowBoth
	}
	return ""
}

// breaksBuild checks a card that continues a wall or starts one.
func (r *Round) breaksBuild(c card.Card, s wallState) string {
	switch {
	case r.rules.builds[s].has(c):
		return ""
	case c == card.Reverse:
		return RuleReverseAlone
	case c == card.Joker && s.value() == 0 && !r.rules.jokerStart:
		return RuleJokerStart
	case c == card.Joker:
		return RuleJokerRun
	}
	return RuleNeed
}

// breaksReverse checks the companion of a reverse card.
func (r *Round) breaksReverse(c card.Card, s wallState) string {
	switch {
	case s.value() == 0:
		return RuleReverseEmpty
	case s.back() == 0:
		return RuleReverseOne
	case s.back() == 1 && !r.rules.shortReverse:
		return RuleShortReverse
	case r.rules.turns[s].has(c):
		return ""
	case c == card.Joker:
		return RuleJokerRun
	}
	return RuleCompanion
}

// breaksStop checks the end of a turn.
func (r *Round) breaksStop(s engine.Seat) string {
	if r.rules.forced && r.stockFits(s) >= 0 {
		return RuleForcedStock
	}
	return ""
}

// breaksEnd checks the end of a turn without a discard.
func (r *Round) breaksEnd(s engine.Seat) string {
	if r.hands[s].n > 0 {
		return RuleEnd
	}
	return r.breaksStop(s)
}

// stockFits is the first wall on which a seat's stock card can be built, -1 if
// there is none.
func (r *Round) stockFits(s engine.Seat) int {
	c := r.stocks[s].card()
	for w := range r.rules.walls {
		if r.breaksBuild(c, r.walls[w].state) == "" {
			return w
		}
	}
	return -1
}

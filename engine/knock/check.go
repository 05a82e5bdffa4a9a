package knock

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Rules that a move can break, as keys of the catalogs.
const (
	RulePhase     = "knock.phase" // draw one card, then discard or knock: nothing else
	RuleNotInHand = "knock.not_in_hand"
	RuleTaken     = "knock.taken"
	RuleLimit     = "knock.limit" // args limit, deadwood
	RuleMelds     = "knock.melds"
	RuleFirstTurn = "knock.first_turn"
	RuleSingle    = "knock.single_leftover"
	RuleStock     = "knock.stock_empty"
	RuleDiscard   = "knock.discard_empty"
)

var none engine.Place

// check says which rule a move breaks, nil if none. Legal lists what passes it
// and Play calls it first: the rules stand here and nowhere else.
func (r *Round) check(s engine.Seat, m engine.Move) *engine.Illegal {
	switch {
	case r.phase == PhaseOver:
		return engine.Broken(engine.RuleRoundOver)
	case s != r.turn[0]:
		return engine.Broken(engine.RuleNotYourTurn)
	case m.Verb == verbDraw:
		return r.checkDraw(m)
	case r.phase != PhaseDecide || m.From != none || m.With != none || m.To != none:
		return engine.Broken(RulePhase)
	case m.Verb == verbDiscard && m == engine.NewMove(verbDiscard, m.Card()):
		return r.checkLaying(m.Card())
	case m.Verb == verbKnock:
		return r.checkKnock(m)
	}
	return engine.Broken(RulePhase)
}

func (r *Round) checkDraw(m engine.Move) *engine.Illegal {
	switch {
	case r.phase != PhaseDraw || m != drawStock && m != drawDiscard:
		return engine.Broken(RulePhase)
	case m == drawStock && r.stock == 0 && !r.renewable():
		return engine.Broken(RuleStock)
	case m == drawDiscard && r.discards == 0:
		return engine.Broken(RuleDiscard)
	}
	return nil
}

// checkLaying checks the card that leaves the hand, face up or face down.
func (r *Round) checkLaying(c card.Card) *engine.Illegal {
	switch {
	case !r.hands[r.turn[0]].Has(c):
		return engine.Broken(RuleNotInHand)
	case r.taken && c == r.drawn && !r.rules.redraw:
		return engine.Broken(RuleTaken)
	}
	return nil
}

func (r *Round) checkKnock(m engine.Move) *engine.Illegal {
	if broken := r.checkLaying(m.Card()); broken != nil {
		return broken
	}
	if !r.rules.firstTurn && r.turns < seats {
		return engine.Broken(RuleFirstTurn)
	}
	own := r.hands[r.turn[0]].Without(m.Card())
	if m == engine.NewMove(verbKnock, m.Card()) {
		return r.checkDeadwood(own)
	}
	melds, ok := r.declared(m)
	if !ok {
		return engine.Broken(RuleMelds)
	}
	own = without(own, melds...)
	return r.checkLeft(own.Len(), r.rules.Value(own))
}

// checkDeadwood checks a knock with seven cards in their best arrangement.
func (r *Round) checkDeadwood(own meld.Hand) *engine.Illegal {
	deadwood := r.rules.Deadwood(own)
	if deadwood > r.rules.limit || r.rules.mostLeft >= handSize {
		return r.checkLeft(0, deadwood)
	}
	for range r.rules.arrangements(own) {
		return nil
	}
	return engine.Broken(RuleSingle)
}

// checkLeft checks the number of cards left over and their value.
func (r *Round) checkLeft(cards, deadwood int) *engine.Illegal {
	switch {
	case deadwood > r.rules.limit:
		return engine.Broken(RuleLimit, "limit", r.rules.limit, "deadwood", deadwood)
	case cards > r.rules.mostLeft:
		return engine.Broken(RuleSingle)
	}
	return nil
}

// knocks returns the cards with which the seat to move may knock.
func (r *Round) knocks() meld.Hand {
	hand := r.hands[r.turn[0]]
	loose := r.rules.Loose(hand)
	if dearest := card.Card(0); loose != 0 {
		for c := range loose.All() {
			if r.rules.Worth(c) >= r.rules.Worth(dearest) {
				dearest = c
			}
		}
		if r.rules.Value(loose.Without(dearest)) > r.rules.limit {
			return 0 // nearly always; the exact check below is slow
		}
	}
	var with meld.Hand
	for c := range hand.All() {
		// Most cards fail by the limit, which is checked without making an error.
		if r.rules.Deadwood(hand.Without(c)) <= r.rules.limit && r.checkKnock(engine.NewMove(verbKnock, c)) == nil {
			with = with.With(c)
		}
	}
	return with
}

// declared returns the melds that a knock declares; false if it declares none,
// or if they are not melds of the cards that remain in the hand, written in
// the one order: sets by suit, runs ascending.
func (r *Round) declared(m engine.Move) ([]meld.Meld, bool) {
	groups := m.Groups()
	if len(groups) < 2 || len(groups[0]) != 1 || groups[0][0] != (engine.Word{Card: m.Card()}) {
		return nil, false
	}
	own := r.hands[r.turn[0]].Without(m.Card())
	melds := make([]meld.Meld, 0, len(groups)-1)
	for _, words := range groups[1:] {
		found, ok := readMeld(words, own)
		if !ok {
			return nil, false
		}
		own = without(own, found)
		melds = append(melds, found)
	}
	return melds, true
}

// readMeld reads a meld of cards in own. In its own place the joker is written
// AD or AD=AD.
func readMeld(words []engine.Word, own meld.Hand) (meld.Meld, bool) {
	var m meld.Meld
	for _, w := range words {
		stands := w.Card
		switch {
		case w.Meld != 0 || !own.Has(w.Card):
			return m, false
		case w.Card != joker && w.As == card.Unknown:
			m.Natural = m.Natural.With(w.Card)
		case w.Card == joker && w.As == card.Unknown:
			m.As = joker
		case w.Card == joker:
			stands, m.As = w.As, w.As
		default:
			return m, false
		}
		if stands != m.Stands().Last() {
			return m, false // not ascending
		}
	}
	return m, m.Stands().Len() == len(words) && meld.Valid(m.Stands())
}

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

// check says which rule a move breaks, "" if none, and for RuleLimit the deadwood.
// Legal lists what passes it and every other move is asked first: the rules stand here and
// nowhere else.
func (r *Round) check(s engine.Seat, m *engine.Move) (rule string, deadwood int) {
	switch {
	case r.phase == PhaseOver:
		return engine.RuleRoundOver, 0
	case s != r.turn[0]:
		return engine.RuleNotYourTurn, 0
	case m.Verb == verbDraw:
		return r.checkDraw(m), 0
	case r.phase != PhaseDecide || m.From != none || m.With != none || m.To != none:
		return RulePhase, 0
	case m.Verb == verbDiscard && alone(m):
		return r.checkLaying(m.Card()), 0
	case m.Verb == verbKnock:
		return r.checkKnock(m)
	}
	return RulePhase, 0
}

// alone reports that a move has one card and no other word.
func alone(m *engine.Move) bool {
	words := m.Words()
	return len(words) == 1 && words[0] == engine.Word{Card: m.Card()}
}

// Breaks returns the rule that a move breaks, empty for none.
func (r *Round) Breaks(s engine.Seat, m *engine.Move) (rule string) {
	rule, _ = r.check(s, m)
	return rule
}

// Explain returns the limit, and the deadwood that is more.
func (r *Round) Explain(s engine.Seat, m *engine.Move, rule string) map[string]int {
	if rule != RuleLimit {
		return nil
	}
	_, deadwood := r.check(s, m)
	return map[string]int{"limit": r.rules.limit, "deadwood": deadwood}
}

func (r *Round) checkDraw(m *engine.Move) string {
	if r.phase != PhaseDraw || !m.Is(&drawStock) && !m.Is(&drawDiscard) {
		return RulePhase
	}
	return r.checkPile(m.From.Kind)
}

// checkPile checks the pile that a card is drawn from.
func (r *Round) checkPile(from engine.PileKind) string {
	switch {
	case from == engine.Stock && r.stock == 0 && !r.renewable():
		return RuleStock
	case from == engine.Discard && r.discards == 0:
		return RuleDiscard
	}
	return ""
}

// free are the cards that may leave the hand of the seat to move, face up or face down.
func (r *Round) free() meld.Hand {
	hand := r.hands[r.turn[0]]
	if r.taken && !r.rules.redraw {
		return hand.Without(r.drawn)
	}
	return hand
}

// checkLaying checks the card that leaves the hand.
func (r *Round) checkLaying(c card.Card) string {
	switch {
	case r.free().Has(c):
		return ""
	case r.hands[r.turn[0]].Has(c):
		return RuleTaken
	}
	return RuleNotInHand
}

func (r *Round) checkKnock(m *engine.Move) (rule string, deadwood int) {
	if rule := r.checkKnocking(m.Card()); rule != "" {
		return rule, 0
	}
	own := r.hands[r.turn[0]].Without(m.Card())
	if alone(m) {
		return r.checkDeadwood(own)
	}
	melds, ok := r.declared(m)
	if !ok {
		return RuleMelds, 0
	}
	own = without(own, melds...)
	return r.checkLeft(own.Len(), r.rules.Value(own))
}

// checkKnocking checks a knock with a card without a look at the cards it leaves.
func (r *Round) checkKnocking(c card.Card) string {
	if rule := r.checkLaying(c); rule != "" {
		return rule
	}
	return r.checkTurn()
}

// checkTurn checks the time of a knock.
func (r *Round) checkTurn() string {
	if !r.rules.firstTurn && r.turns < seats {
		return RuleFirstTurn
	}
	return ""
}

// checkDeadwood checks a knock with seven cards in their best arrangement.
func (r *Round) checkDeadwood(own meld.Hand) (rule string, deadwood int) {
	deadwood = r.rules.Deadwood(own)
	if deadwood > r.rules.limit || r.rules.maxLeft >= handSize {
		return r.checkLeft(0, deadwood)
	}
	for range r.rules.arrangements(own) {
		return "", 0
	}
	return RuleSingle, 0
}

// checkLeft checks the number of cards left over and their value.
func (r *Round) checkLeft(cards, deadwood int) (rule string, _ int) {
	switch {
	case deadwood > r.rules.limit:
		return RuleLimit, deadwood
	case cards > r.rules.maxLeft:
		return RuleSingle, 0
	}
	return "", 0
}

// knocks returns the cards with which the seat to move may knock.
func (r *Round) knocks() (with meld.Hand) {
	hand := r.hands[r.turn[0]]
	loose := r.rules.Loose(hand)
	if r.rules.Value(loose)-r.rules.Dearest(loose) > r.rules.limit || r.checkTurn() != "" {
		return 0 // nearly always; the exact check below is slow
	}
	for rest := r.free(); rest != 0; rest &= rest - 1 {
		c := rest.First()
		if rule, _ := r.checkDeadwood(hand.Without(c)); rule == "" {
			with = with.With(c)
		}
	}
	return with
}

// declared returns the melds that a knock declares; false if it declares none,
// or if they are not melds of the cards that remain in the hand, written in
// the one order: sets by suit, runs ascending.
func (r *Round) declared(m *engine.Move) ([]meld.Meld, bool) {
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

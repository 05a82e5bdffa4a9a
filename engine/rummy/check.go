package rummy

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Rules that a move can break, as keys of the catalogs.
const (
	RulePhase       = "rummy.phase" // draw one card, then meld, lay off or discard: nothing else
	RuleNotInHand   = "rummy.not_in_hand"
	RuleTaken       = "rummy.taken"
	RuleFew         = "rummy.few"      // two cards or fewer
	RuleMeld        = "rummy.meld"     // neither set nor run
	RuleOrder       = "rummy.order"    // a set by suit, a run ascending
	RuleAceLow      = "rummy.ace_low"  // an ace above the king, where it is low
	RuleAceHigh     = "rummy.ace_high" // an ace below the two, where it is high
	RuleCorner      = "rummy.corner"   // king, ace, two
	RuleOnce        = "rummy.once"     // one meld in a turn
	RuleNoMeld      = "rummy.no_meld"  // to lay off on, args n
	RuleFit         = "rummy.fit"      // args meld
	RuleFull        = "rummy.full"     // a set of four or a run of thirteen, args meld
	RuleOwn         = "rummy.own"      // lay off on own melds only
	RuleNeedsMeld   = "rummy.needs_meld"
	RuleOneByOne    = "rummy.one_by_one" // one card is laid off or discarded
	RuleDeadEnd     = "rummy.dead_end"
	RuleKeepDiscard = "rummy.keep_discard"
	RuleNoRummy     = "rummy.no_rummy" // the table has no such move
	RuleOpened      = "rummy.opened"   // a Rummy after laying something
	RuleLeft        = "rummy.left"     // a Rummy that leaves cards, args n
)

// Verbs of Rummy.
const (
	verbDraw    = "draw"
	verbMeld    = "meld"
	verbLayOff  = "layoff"
	verbDiscard = "discard"
	verbRummy   = "rummy"
)

var (
	drawStock   = engine.Move{Verb: verbDraw, From: engine.In(engine.Stock)}
	drawDiscard = engine.Move{Verb: verbDraw, From: engine.In(engine.Discard)}

	none engine.Place
)

// check says which rule a move breaks, "" if none, and the number that goes with it.
// Legal lists what passes the checks below and every other move is asked first: the rules
// stand here and nowhere else.
func (r *Round) check(s engine.Seat, m *engine.Move) (rule string, n int) {
	switch {
	case r.phase == PhaseOver:
		return engine.RuleRoundOver, 0
	case s != r.turn[0]:
		return engine.RuleNotYourTurn, 0
	case r.phase == PhaseDraw:
		if m.Is(&drawStock) || m.Is(&drawDiscard) {
			return "", 0 // a turn does not begin without cards in either pile
		}
		return RulePhase, 0
	case m.From != none || m.With != none || m.To != none && m.Verb != verbLayOff:
		return RulePhase, 0
	}
	t := r.stand()
	return t.check(m)
}

// Breaks returns the rule that a move breaks, empty for none.
func (r *Round) Breaks(s engine.Seat, m *engine.Move) (rule string) {
	rule, _ = r.check(s, m)
	return rule
}

// Explain returns the meld that a card does not fit, or the number of cards that are left.
func (r *Round) Explain(s engine.Seat, m *engine.Move, rule string) map[string]int {
	_, n := r.check(s, m)
	switch rule {
	case RuleNoMeld, RuleFit, RuleFull:
		return map[string]int{"meld": n}
	case RuleLeft:
		return map[string]int{"n": n}
	}
	return nil
}

// A stand holds all that the choices of the seat that has drawn depend on, and nothing
// that the seat does not see. Its checks return the rule that a move breaks, "" if
// none.
type stand struct {
	*rules
	seat   engine.Seat
	hand   meld.Hand
	kept   card.Card     // taken from the discard pile and not to go back, else Unknown
	melds  []meld.Hand   // on the table
	owners []engine.Seat // by meld: the seat that laid it
	fresh  int           // melds laid in this turn
	opened bool          // has melded or laid off in this round
}

// stand is that of the seat to move.
func (r *Round) stand() stand {
	s := r.turn[0]
	t := stand{
		rules: r.rules, seat: s, hand: r.hands[s], melds: r.melds[:r.laid], owners: r.owners[:r.laid],
		fresh: int(r.fresh), opened: r.opened>>s&1 != 0,
	}
	if r.taken && !r.rules.redraw {
		t.kept = r.drawn
	}
	return t
}

// check checks every move but a draw. The number is the argument of the rule.
func (t *stand) check(m *engine.Move) (rule string, n int) {
	words := m.Words()
	switch m.Verb {
	case verbMeld:
		cards := cardsOf(words)
		if rule := t.checkWords(words); rule != "" {
			return rule, 0
		}
		return t.checkMeld(cards), 0
	case verbLayOff, verbDiscard:
		if len(words) != 1 || words[0] != (engine.Word{Card: m.Card()}) {
			return RuleOneByOne, 0
		}
		if m.Verb == verbDiscard {
			return t.checkDiscard(m.Card()), 0
		}
		if m.To.Kind != engine.Meld || m.To.Owner != 0 {
			return RulePhase, 0
		}
		return t.checkLayOff(m.Card(), int(m.To.N)-1), int(m.To.N)
	case verbRummy:
		return t.checkRummy(planOf(m))
	}
	return RulePhase, 0
}

// cardsOf are the cards of words.
func cardsOf(words []engine.Word) (h meld.Hand) {
	for _, w := range words {
		h = h.With(w.Card)
	}
	return h
}

// checkWords checks how a meld is written: cards of the hand, in order.
func (t *stand) checkWords(words []engine.Word) string {
	cards := cardsOf(words)
	for _, w := range words {
		if w != (engine.Word{Card: w.Card}) || !t.hand.Has(w.Card) {
			return RuleNotInHand
		}
	}
	if rule := t.wrong(cards); rule != "" {
		return rule
	}
	var room [maxMeld]engine.Word
	if !slices.Equal(words, inWords(&room, cards)) {
		return RuleOrder
	}
	return ""
}

// wrong says why cards are neither a set nor a run.
func (r *rules) wrong(cards meld.Hand) string {
	switch {
	case r.Aces.Valid(cards):
		return ""
	case cards.Len() < 3:
		return RuleFew
	case meld.AcesLow.Valid(cards):
		return RuleAceHigh
	case meld.AcesHigh.Valid(cards):
		return RuleAceLow
	case corner(cards):
		return RuleCorner
	}
	return RuleMeld
}

// corner reports that cards would be a run if it went on from the king to the ace
// and the two.
func corner(cards meld.Hand) bool {
	begins := 0
	for c := range cards.All() {
		before := c - suits
		if c.Rank() == card.Ace {
			before = c + packSize - suits
		}
		if !cards.Has(before) {
			begins++
		}
		if c.Suit() != cards.First().Suit() {
			return false
		}
	}
	return begins == 1
}

// suits is the step from a card to the next of its suit in the order of the pack.
const suits = 4

// checkMeld checks the laying of a set or run of cards of the hand.
func (t *stand) checkMeld(cards meld.Hand) string {
	if t.fresh >= t.perTurn {
		return RuleOnce
	}
	return t.checkRest(t.hand&^cards, cards)
}

// checkLayOff checks the adding of a card to the nth meld on the table, from 0.
func (t *stand) checkLayOff(c card.Card, n int) string {
	if rule := t.fits(c, n); rule != "" {
		return rule
	}
	return t.checkRest(t.hand.Without(c), t.melds[n].With(c))
}

// fits is checkLayOff without a look at what is left in the hand.
func (t *stand) fits(c card.Card, n int) string {
	switch {
	case !t.hand.Has(c):
		return RuleNotInHand
	case n < 0 || n >= len(t.melds):
		return RuleNoMeld
	}
	if rule := t.mayLayOff(n); rule != "" {
		return rule
	}
	switch fits := t.Aces.Fits(t.melds[n]); {
	case fits == 0:
		return RuleFull
	case !fits.Has(c):
		return RuleFit
	}
	return ""
}

// mayLayOff checks whether the seat may lay any card off on the nth meld.
func (t *stand) mayLayOff(n int) string {
	switch {
	case t.own && t.owners[n] != t.seat:
		return RuleOwn
	case t.needsMeld && !slices.Contains(t.owners, t.seat):
		return RuleNeedsMeld
	}
	return ""
}

// checkRest checks the cards that a meld or a lay-off would leave in the hand: the
// seat must be able to go on, or be out where that is allowed. The second argument is
// the new or longer meld.
func (t *stand) checkRest(rest, cards meld.Hand) string {
	if t.mustDiscard {
		if rest.Without(t.kept) == 0 {
			return RuleKeepDiscard
		}
		return ""
	}
	if t.kept == card.Unknown || rest != meld.Of(t.kept) {
		return ""
	}
	// The last card is the one just taken: it must fit somewhere. The seat has melded
	// by now, or need not.
	if t.Aces.Fits(cards).Has(t.kept) {
		return ""
	}
	for i, m := range t.melds {
		if (!t.own || t.owners[i] == t.seat) && t.Aces.Fits(m).Has(t.kept) {
			return ""
		}
	}
	return RuleDeadEnd
}

// free are the cards that may be discarded.
func (t *stand) free() meld.Hand { return t.hand.Without(t.kept) }

func (t *stand) checkDiscard(c card.Card) string {
	switch {
	case t.free().Has(c):
		return ""
	case t.hand.Has(c):
		return RuleTaken
	}
	return RuleNotInHand
}

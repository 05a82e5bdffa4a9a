package palace

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Rules that a move can break, as keys of the catalogs.
const (
	RuleExchange   = "palace.exchange" // before the round: swap or be ready, nothing else
	RuleSwap       = "palace.swap"     // one card of the hand with one of the row
	RuleTurn       = "palace.turn"     // play, turn over or take, nothing else
	RuleNotInHand  = "palace.not_in_hand"
	RuleNotInRow   = "palace.not_in_row"
	RuleHandFirst  = "palace.hand_first" // the row waits until the hand is empty
	RuleOneUp      = "palace.one_up"     // face-up cards are played one at a time
	RuleMixed      = "palace.mixed"      // cards of one play are of one rank
	RuleLower      = "palace.lower"      // than the card on top
	RuleLowerTen   = "palace.lower_ten"  // as RuleLower, at a table where the ten keeps its rank
	RuleAboveSeven = "palace.above_seven"
	RuleLast       = "palace.last_special"
	RuleBlind      = "palace.blind"      // only face-down cards are left: one is turned over
	RuleFlipEarly  = "palace.flip_early" // a face-down card is turned over only when no others are left
	RulePlace      = "palace.place"      // no face-down card lies there
	RuleMayPlay    = "palace.may_play"   // a player who can play does not take the pile
	RuleEmptyPile  = "palace.empty_pile" // there is nothing to take
	RuleAddUp      = "palace.add_up"     // one face-up card goes with the pile
	RuleTakeAlone  = "palace.take_alone" // no card goes with the pile
)

var none engine.Place

const four = 4 // equal cards in one play that burn the pile

// Breaks returns the rule that a move breaks, empty for none. Legal lists what passes it
// and every other move is asked first: the rules stand here and nowhere else.
func (r *Round) Breaks(s engine.Seat, m *engine.Move) string {
	switch {
	case r.phase == PhaseOver:
		return engine.RuleRoundOver
	case !r.waitsFor(s):
		return engine.RuleNotYourTurn
	case r.phase == PhaseExchange:
		return r.brokenBefore(s, m)
	case m.Verb == verbFlip:
		return r.brokenByFlip(s, m)
	case m.From != none || m.With != none || m.To != none:
		return RuleTurn
	case m.Verb == verbPlay:
		return r.brokenByPlay(s, m)
	case m.Verb == verbTake:
		return r.brokenByTake(s, m)
	}
	return RuleTurn
}

// brokenBefore checks a move of the exchange.
func (r *Round) brokenBefore(s engine.Seat, m *engine.Move) string {
	switch {
	case m.Verb == verbReady && m.Is(&engine.Move{Verb: verbReady}):
		return ""
	case m.Verb != verbSwap || m.From != none || m.With != none || m.To != none:
		return RuleExchange
	}
	words := m.Words()
	switch {
	case len(words) != 2 || !plain(words):
		return RuleSwap
	case !r.hands[s].has(words[0].Card):
		return RuleNotInHand
	case !slices.Contains(r.up[s][:], words[1].Card):
		return RuleNotInRow
	}
	return ""
}

// plain reports that words are cards of the pack and nothing else.
func plain(words []engine.Word) bool {
	for _, w := range words {
		if !w.Card.IsFrench() || w != (engine.Word{Card: w.Card}) {
			return false
		}
	}
	return true
}

// brokenByPlay checks a play of cards of the hand, or of the row when the hand is
// empty.
func (r *Round) brokenByPlay(s engine.Seat, m *engine.Move) string {
	words := m.Words()
	zone := r.zone(s)
	switch {
	case zone == ZoneDown:
		return RuleBlind
	case len(words) == 0 || !plain(words):
		return RuleTurn
	}
	var played hand
	for _, w := range words {
		if played.two>>place(w.Card)&1 != 0 {
			return RuleNotInHand // the same card thrice
		}
		played.add(w.Card)
	}
	open := r.open(s)
	k := rankOf(words[0].Card)
	switch {
	case !open.holds(played) && zone == ZoneUp:
		return RuleNotInRow
	case !open.holds(played) && handOf(r.up[s][:]...).holds(played):
		return RuleHandFirst
	case !open.holds(played):
		return RuleNotInHand
	case played != played.of(k):
		return RuleMixed
	case len(words) > r.atOnce(zone):
		return RuleOneUp
	}
	return r.obstacle(s, k, len(words))
}

// open are the cards that a seat chooses from: its hand, or its row when the
// hand is empty.
func (r *Round) open(s engine.Seat) hand {
	if !r.hands[s].empty() {
		return r.hands[s]
	}
	return handOf(r.up[s][:]...)
}

// atOnce is the highest number of cards in one play.
func (r *Round) atOnce(zone Zone) int {
	if zone == ZoneUp && !r.rules.multi {
		return 1
	}
	return most
}

// unhindered reports that no obstacle stands before cards whose rank follows.
func (r *Round) unhindered() bool { return !r.rules.quadOnAny && !r.rules.noFinish }

// obstacle is the rule that keeps a seat from laying n cards of a rank, empty if
// none does.
func (r *Round) obstacle(s engine.Seat, k rank, n int) string {
	top := r.top()
	switch {
	case r.rules.follows[top]>>k&1 != 0 || n >= four && r.rules.quadOnAny:
	case top == seven && r.rules.sevenLow:
		return RuleAboveSeven
	case r.rules.tenOnAny:
		return RuleLower
	default:
		return RuleLowerTen
	}
	if r.rules.noFinish && k.special() && r.draw == 0 && r.left(s) == n {
		return RuleLast
	}
	return ""
}

// top is the rank on the discard pile; for an empty pile it is ranks, which is the
// last index of rules.follows.
func (r *Round) top() rank {
	if r.pile == 0 {
		return ranks
	}
	return rankOf(r.cards[r.pile-1])
}

func (r *Round) brokenByFlip(s engine.Seat, m *engine.Move) string {
	n := m.From.N
	switch {
	case r.zone(s) != ZoneDown:
		return RuleFlipEarly
	case n < 1 || n > Places || *m != flipAt(int(n)) || r.down[s][n-1] == card.Unknown:
		return RulePlace
	}
	return ""
}

func (r *Round) brokenByTake(s engine.Seat, m *engine.Move) string {
	words := m.Words()
	zone := r.zone(s)
	can := zone != ZoneDown && r.canPlay(s, zone)
	switch {
	case zone == ZoneDown:
		return RuleBlind
	case can && !r.rules.voluntary:
		return RuleMayPlay
	case can && r.pile == 0:
		return RuleEmptyPile
	case !r.addsUp(zone, can):
		if len(words) > 0 {
			return RuleTakeAlone
		}
		return ""
	case len(words) != 1 || !plain(words):
		return RuleAddUp
	case !slices.Contains(r.up[s][:], words[0].Card):
		return RuleNotInRow
	}
	return ""
}

// addsUp reports whether a player who takes the pile must add a face-up card to
// it. There is a pile then: on none every face-up card may be played, even a two
// or a ten, since three cards still lie face down.
func (r *Round) addsUp(zone Zone, can bool) bool { return r.rules.addUp && zone == ZoneUp && !can }

// canPlay reports that a seat has a legal play from its hand or its row.
func (r *Round) canPlay(s engine.Seat, zone Zone) bool {
	open := r.open(s)
	for rest := r.candidates(open); rest != 0; rest &^= all(lowest(rest)) {
		k := lowest(rest)
		for n := range min(open.of(k).len(), r.atOnce(zone)) {
			if r.obstacle(s, k, n+1) == "" {
				return true
			}
		}
	}
	return false
}

// candidates are the places of cards worth asking about: those of a rank that follows,
// and all where four equal cards go on anything.
func (r *Round) candidates(open hand) uint64 {
	if r.rules.quadOnAny {
		return open.one
	}
	return open.one & r.rules.lies[r.top()]
}

// zone is where a seat plays from; a seat without cards has none.
func (r *Round) zone(s engine.Seat) Zone {
	var empty [Places]card.Card
	switch {
	case !r.hands[s].empty():
		return ZoneHand
	case r.up[s] != empty:
		return ZoneUp
	case r.down[s] != empty:
		return ZoneDown
	}
	return ""
}

// left is how many cards a seat holds.
func (r *Round) left(s engine.Seat) int {
	n := r.hands[s].len()
	for place := range Places {
		if r.up[s][place] != card.Unknown {
			n++
		}
		if r.down[s][place] != card.Unknown {
			n++
		}
	}
	return n
}

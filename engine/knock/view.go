package knock

import (
	"cmp"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// A View is all that one seat, or a spectator, may know of a round. It has no
// field that could hold another's card: other hands are counts.
type View struct {
	Seat     engine.Seat // the seat that sees this view
	Dealer   engine.Seat
	Turn     engine.Seat // the seat to move; Nobody when the round is over
	Phase    Phase
	Turns    int            // completed turns of both players
	Counts   [2]int         // cards in each hand
	Stock    int            // cards in the stock
	Lines    []int          `json:",omitempty"` // by seat: cards in its own line of draws; nil where there are none
	Renewals int            // how often the stock may still be renewed
	Discards int            // cards in the discard pile
	Top      card.Card      // of the discard pile, Unknown when it is empty
	Below    card.Card      // the card under it, Unknown when there is none
	Known    [2][]card.Card // cards each seat took from the discard pile and still holds: everybody saw them

	// The seat's own hand; empty for a spectator.
	Hand     []card.Card     // in the order of the pack
	Taken    card.Card       // taken from the discard pile in this turn: may not be discarded
	Drawn    card.Card       // drawn or taken in this turn
	Melds    [][]engine.Word // best arrangement of the hand: its combinations
	Rest     []card.Card     // … and the cards left over
	Deadwood int             // value of the cards left over when the best discard is laid
	Knocks   []card.Card     // cards with which the seat may knock now

	Limit int  // knock limit in force
	End   *End // once the round is over, for everybody

	rules *rules // the house rules, for Arrangements and Rate
}

// Held are the viewer's own cards, in the order of the pack.
func (v View) Held() []card.Card { return v.Hand }

// Phase of a round.
type Phase string

// The phases of a turn; PhaseOver when the round has its result.
const (
	PhaseDraw   Phase = "draw"
	PhaseDecide Phase = "decide"
	PhaseOver   Phase = "over"
)

// An End explains the result of a round, number by number.
type End struct {
	How       string      // void, knock, knock_zero, run_of_seven_joker, run_of_seven, run_of_seven_counted
	Knocker   engine.Seat // Nobody after a void round
	KnockCard card.Card   // Unknown after a void round
	Declared  bool        // the knocker chose the melds
	Hands     [2]Shown
	Points    [2]int // added to the totals
}

// Shown is one hand after a knock; after a void round all of it is Left.
type Shown struct {
	Melds     [][]engine.Word // own combinations
	LaidOff   []LayOff        // cards added to the knocker's combinations, in order
	Left      []card.Card     // cards that count
	Values    []int           // the points of each of them
	LeftValue int             // their sum
	Bonus     int             // points beside it: -10, -25, an undercut's +10 …
}

// A LayOff is a card added to a combination of the knocker.
type LayOff struct {
	Card engine.Word
	Meld int // index among the knocker's Melds
}

// View is all that a seat, or a spectator, may know: what everybody saw, one's
// own hand, and the end of a round that is over.
func (r *Round) View(s engine.Seat) any {
	v := View{
		Seat: s, Dealer: r.dealer, Turn: r.turn[0], Phase: r.phase, Turns: r.turns,
		Stock: int(r.stock), Lines: r.lines.Counts(), Renewals: r.rules.renewals - int(r.renewed),
		Discards: int(r.discards),
		Limit:    r.rules.limit, rules: r.rules,
	}
	if r.discards > 0 {
		v.Top = r.pile[r.discards-1]
	}
	if r.discards > 1 {
		v.Below = r.pile[r.discards-2]
	}
	if r.phase == PhaseOver {
		v.Turn, v.End = engine.Nobody, r.end.clone()
		return v
	}
	for seat, hand := range r.hands {
		v.Counts[seat] = hand.Len()
		v.Known[seat] = r.known[seat].Cards()
	}
	if s < 0 || s >= seats {
		return v
	}
	own := r.hands[s]
	v.Hand = own.Cards()
	var thrown meld.Hand
	if s == r.turn[0] && r.phase == PhaseDecide {
		v.Drawn = r.drawn
		if r.taken && !r.rules.redraw {
			v.Taken = r.drawn
		}
		v.Knocks = r.knocks().Cards()
		c := r.bestDiscard(s)
		thrown = meld.Of(c)
	}
	seven := own &^ thrown
	best := r.rules.best(seven, own)
	v.Melds, v.Rest, v.Deadwood = writtenMelds(best.melds), (best.left | thrown).Cards(), best.deadwood
	return v
}

// clone keeps the end of a round from being changed through a view.
func (e *End) clone() *End {
	c := *e
	for s, hand := range e.Hands {
		c.Hands[s].Melds = slices.Clone(hand.Melds)
		for i, m := range hand.Melds {
			c.Hands[s].Melds[i] = slices.Clone(m)
		}
		c.Hands[s].LaidOff, c.Hands[s].Left = slices.Clone(hand.LaidOff), slices.Clone(hand.Left)
		c.Hands[s].Values = slices.Clone(hand.Values)
	}
	return &c
}

// bestDiscard is the card of eight that leaves the least deadwood; of equals the
// one that counts most.
func (r *Round) bestDiscard(s engine.Seat) (best card.Card) {
	deadwood := 0
	for c := range r.hands[s].All() {
		if r.checkLaying(c) != "" {
			continue
		}
		d := r.rules.Deadwood(r.hands[s].Without(c))
		if best == card.Unknown || d < deadwood || d == deadwood && r.rules.Worth(c) > r.rules.Worth(best) {
			best, deadwood = c, d
		}
	}
	return best
}

// Leaves is the deadwood that a knock of Arrangements leaves.
func (v View) Leaves(m engine.Move) (deadwood int) {
	for _, c := range v.Hand {
		if !slices.ContainsFunc(m.Words(), func(w engine.Word) bool { return w.Card == c }) {
			deadwood += v.rules.Worth(c)
		}
	}
	return deadwood
}

// Arrangements are the knocks with a card that declare their melds, best first;
// none when the card may not be knocked with. They follow from the view alone.
func (v View) Arrangements(thrown card.Card) []engine.Move {
	if v.rules == nil || !slices.Contains(v.Knocks, thrown) {
		return nil
	}
	hand := meld.Of(v.Hand...)
	var list []arrangement
	for s := range v.rules.arrangements(hand.Without(thrown)) {
		a := v.rules.judge(s, hand)
		a.melds = inOrder(a.melds)
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b arrangement) int {
		return cmp.Or(a.compare(b), cmp.Compare(written(a.melds), written(b.melds)))
	})
	moves := make([]engine.Move, len(list))
	for i, a := range list {
		m := engine.NewMove(verbKnock, thrown)
		for _, combination := range a.melds {
			m = m.Add(engine.Bar).Add(words(combination)...)
		}
		moves[i] = m
	}
	return moves
}

// InLines implements engine.Lined.
func (v View) InLines() []int { return v.Lines }

package rummy

import (
	"errors"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// errCourse says that events do not lead to a view.
var errCourse = errors.New("rummy: the view does not follow from the events")

// A guess deals rounds that agree with what a seat has seen.
type guess struct {
	*meld.Unseen
	round Round // as the seat sees it
	dealt Round
}

// Guess reads what a seat has seen.
func (Game) Guess(view any, course engine.Course) (engine.Guess, error) {
	v, ok := view.(View)
	first, began := course.Dealt.(View)
	if !ok || !began || v.rules == nil || v.Seat < 0 || int(v.Seat) >= len(v.Counts) || v.End != nil {
		return nil, errCourse
	}
	g := &guess{
		Unseen: meld.NewUnseen(v.Seat, meld.Of(first.Hand...), first.Top, first.Counts),
		round: Round{
			rules: v.rules, seats: uint8(len(v.Counts)), dealer: v.Dealer, turn: [1]engine.Seat{v.Turn}, phase: v.Phase,
			renewed: uint8(v.rules.renewals - v.Renewals), fresh: uint8(v.Laid), discards: uint8(v.Discards),
			lines: engine.LinesOf(v.Lines),
		},
	}
	g.Lines = g.round.lines
	r := &g.round
	for i := range course.Seen {
		g.follow(&course.Seen[i])
	}
	if !g.Fits(v.Counts, v.Stock, v.Discards) {
		return nil, errCourse
	}
	copy(r.pile[:], g.Discard)
	r.hands[v.Seat] = meld.Of(v.Hand...)
	for s, known := range v.Known {
		r.known[s] = meld.Of(known...)
		if v.Opened[s] {
			r.opened |= 1 << s
		}
	}
	for i, m := range v.Melds {
		r.melds[i], r.owners[i] = meld.Of(m.Cards...), m.By
		for _, a := range m.Added {
			r.added[r.adds] = addition{a.Card, uint8(i), a.By}
			r.adds++
		}
	}
	r.laid = uint8(len(v.Melds))
	if v.Turn == v.Seat && v.Drawn != card.Unknown {
		r.drawn = v.Drawn
	}
	return g, nil
}

// follow learns from an event. What a seat did before in its turn decides how it may end it.
func (g *guess) follow(e *engine.Event) {
	r := &g.round
	switch e.Kind {
	case "took", "drew":
		r.before, r.acted = r.opened>>e.Seat&1 != 0, false
		if r.taken = e.Kind == "took"; r.taken {
			g.Took(e.Seat)
			r.drawn = e.Cards[0].Card
			return
		}
		r.drawn = card.Unknown
		if len(e.Secret) > 0 {
			r.drawn = e.Secret[0]
		}
		g.Drew(e.Seat, e.Secret)
	case "melded", "laid_off":
		for _, w := range e.Cards {
			g.Showed(e.Seat, w.Card)
		}
		r.opened |= 1 << e.Seat
		r.acted = true
	case "discarded":
		g.Discarded(e.Seat, e.Cards[0].Card)
		r.drawn, r.taken, r.before, r.acted = card.Unknown, false, false, false
	case "renewed":
		g.Renewed(r.rules.flip)
	}
}

// Deal implements engine.Guess.
func (g *guess) Deal(chance engine.Chance) engine.Thinker {
	r := &g.dealt
	*r = g.round
	r.seed = chance.Seed()
	var room [packSize]card.Card
	stock := g.Unseen.Deal(chance, r.hands[:r.seats], room[:0])
	r.next = uint8(packSize - len(stock))
	copy(r.pile[r.next:], stock)
	if s := r.turn[0]; r.phase == PhasePlay && r.drawn == card.Unknown {
		r.drawn = (r.hands[s] &^ r.known[s]).Last() // drawn by another: any that nobody saw
	}
	return r
}

// Swing implements engine.Guesser.
func (Game) Swing(o engine.Options, seats int) float64 {
	swing := 14 + 8*float64(seats)
	if o[optMode] == "deals" {
		return swing
	}
	return min(swing, float64(o.Int(optTarget)))
}

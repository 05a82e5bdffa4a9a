package knock

import (
	"errors"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// errCourse says that events do not lead to a view.
var errCourse = errors.New("knock: the view does not follow from the events")

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
	if !ok || !began || v.rules == nil || v.Seat < 0 || v.Seat >= seats || v.Phase == PhaseOver {
		return nil, errCourse
	}
	u := meld.NewUnseen(v.Seat, meld.Of(first.Hand...), first.Top, first.Counts[:])
	took := false
	for i := range course.Seen {
		e := &course.Seen[i]
		switch e.Kind {
		case "took":
			u.Took(e.Seat)
		case "drew":
			u.Drew(e.Seat, e.Secret)
		case "discarded":
			u.Discarded(e.Seat, e.Cards[0].Card)
		case "renewed":
			u.Renewed(false)
		default:
			continue
		}
		took = e.Kind == "took"
	}
	if !u.Fits(v.Counts[:], v.Stock, v.Discards) {
		return nil, errCourse
	}
	g := &guess{Unseen: u, round: Round{
		rules: v.rules, dealer: v.Dealer, turn: [1]engine.Seat{v.Turn}, phase: v.Phase, drawn: v.Drawn,
		taken: took && v.Phase == PhaseDecide, renewed: uint8(v.rules.renewals - v.Renewals), turns: v.Turns,
		discards: uint8(len(u.Discard)), lines: engine.LinesOf(v.Lines),
	}}
	g.round.hands[v.Seat] = meld.Of(v.Hand...)
	for s, known := range v.Known {
		g.round.known[s] = meld.Of(known...)
	}
	copy(g.round.pile[:], u.Discard)
	if g.round.taken && v.Turn != v.Seat {
		g.round.drawn = course.Seen[len(course.Seen)-1].Cards[0].Card
	}
	return g, nil
}

// Deal implements engine.Guess.
func (g *guess) Deal(chance engine.Chance) engine.Thinker {
	r := &g.dealt
	*r = g.round
	r.seed = chance.Seed()
	var room [outside]card.Card
	stock := g.Unseen.Deal(chance, r.hands[:], room[:0])
	r.stock = uint8(copy(r.pile[outside-len(stock):], stock))
	if s := r.turn[0]; r.phase == PhaseDecide && r.drawn == 0 {
		r.drawn = (r.hands[s] &^ r.known[s]).Last() // drawn by another: any that nobody saw
	}
	return r
}

// Swing is what the loser of a round adds, on average.
func (Game) Swing(engine.Options, int) float64 { return 22 }

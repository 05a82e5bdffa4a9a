package toy

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// ToMove implements engine.Round.
func (r *Round) ToMove() []engine.Seat {
	switch r.Phase {
	case Swap:
		var seats []engine.Seat
		for s, done := range r.Done {
			if !done {
				seats = append(seats, engine.Seat(s))
			}
		}
		return seats
	case Over:
		return nil
	}
	return []engine.Seat{r.Turn}
}

// Legal implements engine.Round.
func (r *Round) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if !slices.Contains(r.ToMove(), s) {
		return moves
	}
	hand := slices.Compact(slices.Sorted(slices.Values(r.Hands[s])))
	for _, c := range hand {
		switch {
		case r.Phase == Swap:
			moves = append(moves, engine.NewMove("swap", c))
		case r.Phase == Drop && c != r.Taken:
			moves = append(moves, engine.NewMove("discard", c))
		}
	}
	switch r.Phase {
	case Swap:
		moves = append(moves, engine.NewMove("ready"))
	case Draw:
		for _, k := range []engine.PileKind{engine.Stock, engine.Discard} {
			moves = append(moves, engine.NewMove("draw").At(engine.In(k)))
		}
	}
	return moves
}

// Breaks implements engine.Round.
func (r *Round) Breaks(s engine.Seat, m *engine.Move) string {
	switch {
	case !slices.Contains(r.ToMove(), s):
		return engine.RuleNotYourTurn
	case !slices.Contains(r.Legal(s, nil), *m):
		return "toy." + r.Phase
	}
	return ""
}

// Make implements engine.Round.
func (r *Round) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	event := engine.Event{Kind: m.Verb, Seat: s, Open: true}
	switch m.Verb {
	case "swap":
		event.Secret = []card.Card{m.Card(), r.Stock[0]}
		r.drop(s, m.Card())
		r.Stock = append(r.Stock, m.Card())
		r.gain(s, r.Stock[0])
		r.Stock = r.Stock[1:]
		fallthrough
	case "ready":
		if r.Done[s] = true; !slices.Contains(r.Done, false) {
			r.Phase = Draw
		}
	case "draw":
		event.From = m.From
		if m.From.Kind == engine.Stock && len(r.Stock) == 0 {
			r.renew()
			log.Tell(engine.Event{Kind: "renewed", Seat: engine.Nobody, Open: true, N: len(r.Stock)})
		}
		r.draw(s, &event)
	case "discard":
		event.Cards = slices.Clone(m.Words())
		r.drop(s, m.Card())
		r.Discard = append(r.Discard, m.Card())
		r.pass()
	}
	log.Tell(event)
}

func (r *Round) renew() {
	last := len(r.Discard) - 1
	seed, _ := shuffle.ParseSeed(r.Seed) // Load has read it
	r.Renewed++
	r.Stock, r.Discard = r.Discard[:last:last], r.Discard[last:]
	shuffle.Cards(r.Stock, seed.Derive("renewal", r.Renewed))
}

func (r *Round) draw(s engine.Seat, event *engine.Event) {
	r.Phase = Drop
	if event.From == engine.In(engine.Stock) {
		event.Secret = []card.Card{r.Stock[0]}
		r.gain(s, r.Stock[0])
		r.Stock = r.Stock[1:]
		return
	}
	last := len(r.Discard) - 1
	r.Taken = r.Discard[last]
	event.Cards = []engine.Word{{Card: r.Taken}}
	r.gain(s, r.Taken)
	r.Known[s] = append(r.Known[s], r.Taken)
	r.Discard = r.Discard[:last]
}

func (r *Round) gain(s engine.Seat, c card.Card) { r.Hands[s] = append(r.Hands[s], c) }

func (r *Round) drop(s engine.Seat, c card.Card) {
	r.Hands[s] = without(r.Hands[s], c)
	r.Known[s] = without(r.Known[s], c)
}

// without is a list with one card less, if it is there.
func without(cards []card.Card, c card.Card) []card.Card {
	if i := slices.Index(cards, c); i >= 0 {
		return slices.Delete(cards, i, i+1)
	}
	return cards
}

func (r *Round) pass() {
	r.Phase, r.Taken = Draw, card.Unknown
	r.Turn = (r.Turn + 1) % engine.Seat(len(r.Hands))
	if r.Left--; r.Left == 0 {
		r.Phase, r.Turn = Over, engine.Nobody
	}
}

// Result implements engine.Round.
func (r *Round) Result() (engine.Result, bool) {
	if r.Phase != Over {
		return engine.Result{}, false
	}
	result := engine.Result{How: "low", By: engine.Nobody, Winner: engine.Nobody, Loser: engine.Nobody}
	for s, hand := range r.Hands {
		sum := 0
		for _, c := range hand {
			sum += c.Rank()
		}
		result.Points = append(result.Points, sum)
		if hand[0].Rank() == hand[1].Rank() && hand[1].Rank() == hand[2].Rank() && !result.Wins {
			result.How, result.By, result.Wins = "three", engine.Seat(s), true
		}
	}
	result.Winner = engine.Only(result.Points, slices.Min(result.Points))
	result.Loser = engine.Only(result.Points, slices.Max(result.Points))
	switch {
	case result.Wins:
	case result.Winner == engine.Nobody:
		result.How, result.Loser = "void", engine.Nobody
		clear(result.Points)
	default:
		result.Points[result.Winner] = 0
	}
	return result, true
}

// A View is what a seat may know.
type View struct {
	Seat    engine.Seat
	Turn    engine.Seat
	Phase   string
	Left    int
	Done    []bool
	Hand    []card.Card // the seat's own
	Counts  []int
	Known   [][]card.Card
	Stock   int
	Discard []card.Card // earlier discards were seen when made
	Top     card.Card
	Shown   [][]card.Card // when the round is over
}

// View implements engine.Round.
func (r *Round) View(s engine.Seat) any {
	c := r.CopyInto(nil).(*Round)
	v := View{
		Seat: s, Turn: c.Turn, Phase: c.Phase, Left: c.Left, Done: c.Done,
		Known: c.Known, Stock: len(c.Stock), Discard: c.Discard,
	}
	if len(c.Discard) > 0 {
		v.Top = c.Discard[len(c.Discard)-1]
	}
	for seat, hand := range c.Hands {
		v.Counts = append(v.Counts, len(hand))
		if engine.Seat(seat) == s {
			v.Hand = slices.Sorted(slices.Values(hand))
		}
	}
	if c.Phase == Over {
		for _, hand := range c.Hands { // in an order that does not tell when each card was drawn
			slices.Sort(hand)
		}
		v.Shown = c.Hands
	}
	return v
}

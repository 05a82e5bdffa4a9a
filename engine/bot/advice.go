package bot

import (
	"cmp"
	"slices"

	"carteado/engine"
)

// Advice is what the Master would do in a position, and what its search says of the other moves.
type Advice struct {
	Best    engine.Move
	Only    bool            // there is no other move
	Others  []Compared      // the moves that were searched beside it, the least loss first
	Reasons []engine.Reason // why not the first of them; none where no sentence of the game fits
}

// A Compared move is one that was played out on the same guesses as the best.
type Compared struct {
	Move  engine.Move
	Loss  float64 // how much less of the match it wins than the best move, from 0 to 1
	Error float64 // the standard error of Loss
}

// A Sureness says how clear the loss of a move is.
type Sureness string

// How sure a loss is: 99 times in 100, 80 times in 100, or not at all.
const (
	Sure    Sureness = "sure"
	Likely  Sureness = "likely"
	Unclear Sureness = "unclear"
)

// Sure says how clear the loss is.
func (c Compared) Sure() Sureness {
	switch {
	case c.Loss > 2.58*c.Error:
		return Sure
	case c.Loss > 1.28*c.Error:
		return Likely
	}
	return Unclear
}

// Clear reports that the loss is more than two standard errors, and more than nothing.
func (c Compared) Clear() bool { return c.Loss > 2*c.Error && c.Loss > 0 }

// Advise asks the Master for advice. It knows what a bot on that seat would know and nothing else. False where there is
// nothing to think about, and for a game whose hidden cards cannot be guessed.
func Advise(g engine.Game, s Sight, budget Budget) (Advice, bool) {
	player, thinks := For(g, Master, budget).(thinking)
	if !thinks || s.View.Between || len(s.Legal) == 0 {
		return Advice{}, false
	}
	s.Legal = s.offered(g)
	only := len(s.Legal) == 1
	guess, err := player.guesser.Guess(s.View.Round, s.Course)
	if err != nil {
		return Advice{}, false
	}
	chance := s.chance()
	r, best := player.search(s.View, guess, chance, player.candidates(s, guess.Deal(chance)))
	a := Advice{Best: r.moves[best].move, Only: only}
	for i, c := range r.moves {
		if behind, known := r.behind(i, best); known && i != best {
			a.Others = append(a.Others, Compared{c.move, max(0, behind.loss), behind.err})
		}
	}
	slices.SortStableFunc(a.Others, func(a, b Compared) int { return cmp.Compare(a.Loss, b.Loss) })
	if reasoner, reasons := g.(engine.Reasoner); reasons {
		var other engine.Move
		if len(a.Others) > 0 {
			other = a.Others[0].Move
		}
		a.Reasons = reasoner.Reasons(s.View.Round, a.Best, other)
	}
	return a, true
}

package bot

import (
	"slices"

	"carteado/engine"
)

// A Budget bounds a search. Counted in playouts a move repeats anywhere; by a clock, which is the
// caller's, it does not. Without either the level's own number of playouts holds.
type Budget struct {
	Playouts int         // at most; 0 for as many as Stop allows
	Stop     func() bool // asked after each playout; optional
	Played   *int64      // counts the playouts; optional
}

// thinking is a player that judges moves by the game's own knowledge and, on the higher
// levels, by playing guessed rounds out.
type thinking struct {
	game    engine.Game
	guesser engine.Guesser
	level   level
	budget  Budget
}

// Choose implements Player. A course that contradicts the view is judged by the view alone.
func (p thinking) Choose(s Sight) engine.Move {
	s.Legal = s.offered(p.game)
	if len(s.Legal) == 1 || s.View.Between {
		return s.Legal[0]
	}
	guess, err := p.guesser.Guess(s.View.Round, s.Course)
	if err != nil {
		return Plain(p.game).Choose(s)
	}
	chance := s.chance()
	moves := p.candidates(s, guess.Deal(chance))
	switch l := p.level; {
	case s.long(chance) || l.slips > 0 && chance.Below(l.slips) == 0:
		return slip(moves, chance).move
	case l.playouts == 0 || len(moves) == 1:
		return moves[0].move
	}
	r, best := p.search(s.View, guess, chance, moves)
	return r.moves[best].move
}

// search plays the best candidates out.
func (p thinking) search(v engine.MatchView, guess engine.Guess, chance engine.Chance, moves []candidate) (*race, int) {
	moves = moves[:min(len(moves), p.level.candidates)]
	r := newRace(v, p.guesser.Swing(v.Options, v.Seats), moves)
	best := r.run(guess, chance, p.budget)
	if p.budget.Played != nil {
		*p.budget.Played += int64(r.playouts)
	}
	return r, best
}

// A candidate is a legal move with its worth.
type candidate struct {
	move  engine.Move
	worth int
}

// candidates are the legal moves, best first.
func (p thinking) candidates(s Sight, r engine.Thinker) []candidate {
	worth := r.Judge(s.View.Seat, s.Legal, make([]int, 0, len(s.Legal)), p.level.beginner)
	list := make([]candidate, len(s.Legal))
	for i, move := range s.Legal {
		list[i] = candidate{move, worth[i]}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return b.worth - a.worth })
	return list
}

// slip is one of the next best moves, of those that would not look broken.
func slip(moves []candidate, chance engine.Chance) candidate {
	n := 1
	for n < len(moves) && n < 4 && moves[n].worth > moves[0].worth-engine.Blunder {
		n++
	}
	if n == 1 {
		return moves[0]
	}
	return moves[1+chance.Below(n-1)]
}

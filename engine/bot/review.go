package bot

import (
	"cmp"
	"slices"

	"carteado/engine"
)

// A Review is what the Master says of the decisions of a seat.
type Review struct {
	Looked int        // decisions that it looked at
	Same   int        // where it would have made the same move
	Better []Decision // where another move gains clearly, the most first
	Worse  int        // how many there are of those, with those that Better leaves out
	Unsure int        // where another move seemed to gain, and there was no time to look a second time
	Right  []Decision // where the move gains clearly over the one that suggests itself, the most first
}

// A Decision is a move that was made, and another one beside it.
type Decision struct {
	Step   int // moves of the match before it
	Round  int
	Turn   int // the seat's own, in the round
	Made   engine.Move
	Other  engine.Move     // which the Master would have made, or, of a decision that was right, which suggests itself
	Gain   float64         // of the better of the two, in shares of the match
	Error  float64         // the standard error of Gain
	Reason []engine.Reason // why the better one
}

// How much of a match a review shows. Each decision is looked at once, as in advice. Whatever looks clear is played out
// anew, on guesses of its own and without an end that depends on the results: of many differences the largest are
// partly luck, and only what shows a second time is told.
const (
	MaxBetter = 5
	MaxRight  = 3
	doubts    = 24 // decisions that are played out anew
	praises   = 8
	unequal   = 0.004 // a smaller difference is not worth a word
)

// A Search is run by a caller that lends it the time: with a budget that bounds a first look at a decision, or a
// second one.
type Search func(second bool, do func(Budget)) error

// ReviewOf reviews decisions. An error of a search ends it.
func ReviewOf(g engine.Game, past []Past, run Search) (r Review, err error) {
	player, thinks := For(g, Master, Budget{Playouts: 1}).(thinking)
	if !thinks {
		return r, nil
	}
	var worse, right []suspect
	for _, p := range spread(past) {
		var s suspect
		var seen bool
		if err := run(false, func(b Budget) { s, seen = player.under(b).look(p) }); err != nil {
			return r, err
		}
		switch {
		case !seen:
			continue
		case s.same:
			r.Same++
			right = append(right, s)
		default:
			worse = append(worse, s)
		}
		r.Looked++
	}
	worse = doubtful(worse)
	better, err := player.confirm(g, worse, doubts, run)
	if err != nil {
		return r, err
	}
	r.Worse, r.Better = len(better), better[:min(len(better), MaxBetter)]
	r.Unsure = max(0, len(worse)-doubts)
	hard, err := player.confirm(g, doubtful(right), praises, run)
	r.Right = hard[:min(len(hard), MaxRight)]
	return r, err
}

// spread takes decisions from all of the match in turn, so that one that is too long is not reviewed in its beginning
// alone.
func spread(past []Past) (list []Past) {
	const apart = 8
	for first := range apart {
		for i := first; i < len(past); i += apart {
			list = append(list, past[i])
		}
	}
	return list
}

func (p thinking) under(b Budget) thinking {
	p.budget = b
	return p
}

// A suspect is a decision whose move seems to be worse than another or, where the Master would have made the same,
// better than the one that the game's judgement prefers.
type suspect struct {
	Past
	other engine.Move
	same  bool
	gap   gap
}

// guessing returns the guess of a decision and its candidates, the one that was made among them; false where its hidden
// cards cannot be guessed.
func (p thinking) guessing(past Past) (guess engine.Guess, chance engine.Chance, moves []candidate, ok bool) {
	s := past.Sight
	s.Legal = s.offered(p.game)
	made := listed(p.game, s.Legal, past.Made)
	if !slices.Contains(s.Legal, made) {
		s.Legal = append(slices.Clone(s.Legal), made)
	}
	guess, err := p.guesser.Guess(s.View.Round, s.Course)
	if err != nil {
		return guess, chance, nil, false
	}
	chance = s.chance()
	moves = p.candidates(s, guess.Deal(chance))
	at := slices.IndexFunc(moves, func(c candidate) bool { return c.move == made })
	if last := p.level.candidates - 1; at > last {
		moves[last], moves[at] = moves[at], moves[last]
	}
	return guess, chance, moves[:min(len(moves), p.level.candidates)], true
}

// listed is the move of a list that is the same choice as one that was made, or else that itself: of cards that are as
// good as each other a game lists one.
func listed(g engine.Game, list []engine.Move, made engine.Move) engine.Move {
	matcher, is := g.(engine.Matcher)
	if !is || slices.Contains(list, made) {
		return made
	}
	if i := slices.IndexFunc(list, func(m engine.Move) bool { return matcher.Same(m, made) }); i >= 0 {
		return list[i]
	}
	return made
}

// look searches a decision as for advice.
func (p thinking) look(past Past) (s suspect, seen bool) {
	guess, chance, moves, ok := p.guessing(past)
	if !ok {
		return s, false
	}
	s = suspect{Past: past, other: past.Made, same: true}
	r, best := p.search(past.Sight.View, guess, chance, moves)
	same := listed(p.game, past.Sight.offered(p.game), past.Made)
	made := slices.IndexFunc(r.moves, func(c candidate) bool { return c.move == same })
	if made == best {
		if behind, known := r.behind(0, best); known {
			s.other, s.gap = r.moves[0].move, behind
		}
		return s, true
	}
	behind, known := r.behind(made, best)
	s.other, s.same, s.gap = r.moves[best].move, false, behind
	return s, known
}

// doubtful are the suspects at which something seems to be gained.
func doubtful(list []suspect) []suspect {
	return slices.DeleteFunc(list, func(s suspect) bool { return s.gap.loss < max(s.gap.err, unequal) })
}

// confirm plays the suspects out anew that look clearest, and returns those that are clear again.
func (p thinking) confirm(g engine.Game, list []suspect, most int, run Search) (clear []Decision, err error) {
	slices.SortStableFunc(list, func(a, b suspect) int { return cmp.Compare(b.gap.loss, a.gap.loss) })
	for _, s := range list[:min(len(list), most)] {
		better, worse := s.other, s.Made
		if s.same {
			better, worse = worse, better
		}
		var found gap
		var known bool
		if err := run(true, func(b Budget) { found, known = p.under(b).compare(s.Past, better, worse) }); err != nil {
			return nil, err
		}
		c := Compared{Loss: found.loss, Error: found.err}
		if !known || !c.Clear() || c.Loss < unequal {
			continue
		}
		d := Decision{Step: s.Step, Round: s.Round, Turn: s.Turn, Made: s.Made, Other: s.other, Gain: c.Loss,
			Error: c.Error}
		if reasoner, reasons := g.(engine.Reasoner); reasons {
			d.Reason = reasoner.Reasons(s.Sight.View.Round, better, worse)
		}
		clear = append(clear, d)
	}
	slices.SortStableFunc(clear, func(a, b Decision) int { return cmp.Compare(b.Gain, a.Gain) })
	return clear, nil
}

// compare plays two moves of a decision out on the same guesses until the budget is spent.
func (p thinking) compare(past Past, better, worse engine.Move) (gap, bool) {
	past.Sight.Seed = past.Sight.Seed.Derive("again", past.Step)
	guess, chance, _, ok := p.guessing(past)
	if !ok {
		return gap{}, false
	}
	v := past.Sight.View
	r := newRace(v, p.guesser.Swing(v.Options, v.Seats), []candidate{{move: better}, {move: worse}})
	for r.once(guess.Deal(chance), p.budget) {
		r.count()
	}
	return r.behind(1, 0)
}

package bot_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/palace"
	"carteado/engine/shuffle"
)

// playouts lends a search so many.
func playouts(first, second int) bot.Search {
	return func(again bool, do func(bot.Budget)) error {
		n := first
		if again {
			n = second
		}
		do(bot.Budget{Playouts: n})
		return nil
	}
}

// A reviewed match is played by a beginner and somebody else, with what the first seat knew at each of its moves.
func reviewed(t *testing.T, g engine.Game, n, most int) (moves []bot.Played, known []bot.Sight, seed engine.Seed) {
	t.Helper()
	seed = engine.Seed{}.Derive("review", n)
	m := newSeen(t, g, 2, nil, seed)
	players := []bot.Player{bot.For(g, bot.Novice, bot.Budget{}), bot.Plain(g)}
	for len(m.ToMove()) > 0 && m.Version() < most {
		s := m.ToMove()[0]
		sight := m.sight(s, seed)
		move := players[s].Choose(sight)
		if s == 0 && !m.Between() && len(sight.Legal) > 1 {
			sight.Course.Seen = slices.Clone(sight.Course.Seen)
			known = append(known, sight)
		}
		moves = append(moves, bot.Played{Made: engine.Made{Seat: s, Move: move}, Own: true})
		m.play(t, s, move)
	}
	return moves, known, seed
}

func pastOf(t *testing.T, g engine.Game, moves []bot.Played, seed engine.Seed) []bot.Past {
	t.Helper()
	m, err := engine.NewMatch(g, 2, nil, seed)
	if err != nil {
		t.Fatal(err)
	}
	past, err := bot.PastOf(m, 0, moves, seed)
	if err != nil {
		t.Fatal(err)
	}
	return past
}

// A review is given at each decision what its seat saw when it made it, and nothing else. Moves that somebody else made
// for the player, and those that were taken back, are none of theirs.
func TestReviewsKnowWhatTheirSeatKnew(t *testing.T) {
	for _, g := range games.Rules() {
		t.Run(g.Info().Key, func(t *testing.T) {
			t.Parallel()
			moves, known, seed := reviewed(t, g, 0, 160)
			past := pastOf(t, g, moves, seed)
			if len(past) != len(known) || len(past) < 10 {
				t.Fatalf("%d decisions are reviewed, and %d were made", len(past), len(known))
			}
			for i, p := range past {
				if !reflect.DeepEqual(p.Sight, known[i]) || moves[p.Step].Move != p.Made {
					t.Fatalf("decision %d is reviewed with\n%+v\nand was made with\n%+v", i, p.Sight, known[i])
				}
			}
			first := past[0].Step
			moves[first].Own = false
			if others := pastOf(t, g, moves, seed); len(others) != len(past)-1 || others[0].Step == first {
				t.Errorf("a move that was made for the player is reviewed")
			}
			undo := bot.Played{Made: engine.Made{Seat: 0, Move: engine.Move{Verb: engine.VerbUndo}}, Own: true}
			moves[first].Own = true
			back := pastOf(t, g, slices.Concat(moves[:first+1], []bot.Played{undo}, moves[first:]), seed)
			if len(back) != len(past) || back[0].Step != first+2 {
				t.Errorf("a move that was taken back is reviewed: %d decisions, the first at %d", len(back),
					back[0].Step)
			}
		})
	}
}

// A review follows from what its seat saw, with all its numbers: in another world with other hidden cards it is the
// same.
func TestReviewsDoNotSeeHiddenCards(t *testing.T) {
	for _, g := range games.Rules() {
		t.Run(g.Info().Key, func(t *testing.T) {
			t.Parallel()
			done := 0
			atPlay(t, g, 7, func(m *seenMatch, s engine.Seat) bool {
				seed := engine.Seed{}.Derive("review", done)
				guess, err := g.(engine.Guesser).Guess(m.View(s).Round, m.courses[s])
				if err != nil {
					return true
				}
				worlds := []*seenMatch{m, {m.With(guess.Deal(shuffle.NewChance(seed))), m.courses}}
				var reviews [2]bot.Review
				for i, world := range worlds {
					sight := world.sight(s, seed)
					past := []bot.Past{{Sight: sight, Made: sight.Legal[len(sight.Legal)-1]}}
					reviews[i], err = bot.ReviewOf(g, past, playouts(200, 400))
					if err != nil {
						t.Fatal(err)
					}
				}
				if !reflect.DeepEqual(reviews[0], reviews[1]) {
					t.Fatalf("seat %d is told %+v, and where hidden cards differ %+v", s, reviews[0], reviews[1])
				}
				done++
				return done < 6
			})
		})
	}
}

// Of equal cards a game lists one. Another that was played is the same choice.
func TestReviewsTakeEqualCardsForTheSame(t *testing.T) {
	t.Parallel()
	g, done, same := palace.Game{}, 0, 0
	atPlay(t, g, 3, func(m *seenMatch, s engine.Seat) bool {
		sight := m.sight(s, engine.Seed{}.Derive("equal", done))
		for _, listed := range sight.Legal {
			for _, c := range sight.View.Round.(palace.View).Hand {
				twin := engine.NewMove("play", c)
				if slices.Contains(sight.Legal, twin) || !g.Same(listed, twin) {
					continue
				}
				var counts [2]int
				for i, made := range []engine.Move{listed, twin} {
					r, err := bot.ReviewOf(g, []bot.Past{{Sight: sight, Made: made}}, playouts(200, 400))
					if err != nil {
						t.Fatal(err)
					}
					counts[i] = r.Same
				}
				if counts[0] != counts[1] {
					t.Errorf("%s is the same %d times, %s %d times", listed, counts[0], twin, counts[1])
				}
				done, same = done+1, same+counts[0]
			}
		}
		return done < 12
	})
	if same == 0 {
		t.Errorf("of %d none is what the Master would play", done)
	}
}

// What a review tells is clear: another move, a gain of more than two standard errors, the largest first. What it
// counts is what it looked at.
func TestReviewsTellWhatIsClear(t *testing.T) {
	for _, g := range games.Rules() {
		t.Run(g.Info().Key, func(t *testing.T) {
			t.Parallel()
			moves, _, seed := reviewed(t, g, 1, 120)
			past := pastOf(t, g, moves, seed)
			r, err := bot.ReviewOf(g, past, playouts(300, 1200))
			if err != nil {
				t.Fatal(err)
			}
			if r.Looked == 0 || r.Looked > len(past) || r.Same+r.Worse > r.Looked || r.Worse < len(r.Better) ||
				len(r.Better) > bot.MaxBetter || len(r.Right) > bot.MaxRight {
				t.Errorf("the review counts %+v", r)
			}
			for _, list := range [][]bot.Decision{r.Better, r.Right} {
				for i, d := range list {
					if d.Made == d.Other || d.Gain <= 2*d.Error || i > 0 && d.Gain > list[i-1].Gain {
						t.Errorf("a decision is told that is not clear: %+v", d)
					}
				}
			}
			t.Logf("%d decisions, %d the same, %d worse, %d hard and right", r.Looked, r.Same, r.Worse, len(r.Right))
			stop, left := errors.New("stop"), 3
			_, err = bot.ReviewOf(g, past, func(bool, func(bot.Budget)) error {
				if left--; left < 0 {
					return stop
				}
				return nil
			})
			if !errors.Is(err, stop) {
				t.Errorf("it does not end when it is told to: %v", err)
			}
		})
	}
}

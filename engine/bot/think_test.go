package bot_test

import (
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/shuffle"
)

// pairs is the number of pairs of rounds for each game and level; by hand it is 10000.
var pairs = flag.Int("pairs", 40, "pairs of rounds that look the same, for each game and level")

// few is a budget that makes a move repeat anywhere.
var few = bot.Budget{Playouts: 60}

// atPlay plays matches between two levels and stops at positions in which a seat chooses.
func atPlay(t *testing.T, g engine.Game, n int, stop func(m *seenMatch, s engine.Seat) bool) {
	t.Helper()
	for deal := 0; ; deal++ {
		seats := g.Info().MinSeats + deal%2*(min(g.Info().MaxSeats, 3)-g.Info().MinSeats)
		m := newSeen(t, g, seats, nil, engine.Seed{byte(n)}.Derive("at play", deal))
		chance := shuffle.NewChance(engine.Seed{byte(n)}.Derive("where", deal))
		for len(m.ToMove()) > 0 && m.Version() < 300 {
			s := m.ToMove()[0]
			sight := m.sight(s, chance.Seed())
			if !m.Between() && len(sight.Legal) > 1 && chance.Below(9) == 0 && !stop(m, s) {
				return
			}
			m.play(t, s, bot.Plain(g).Choose(sight))
		}
	}
}

// Two rounds that agree in all that a seat has seen, with the same seed, give the same move.
func TestBotsDoNotSeeHiddenCards(t *testing.T) {
	for _, g := range games.Rules() {
		for _, level := range bot.Levels() {
			t.Run(g.Info().Key+"/"+level, func(t *testing.T) {
				t.Parallel()
				player, done := bot.For(g, level, few), 0
				atPlay(t, g, 1, func(m *seenMatch, s engine.Seat) bool {
					seed := engine.Seed{}.Derive("pair", done)
					guess, err := g.(engine.Guesser).Guess(m.View(s).Round, m.courses[s])
					if err != nil {
						return true
					}
					other := &seenMatch{m.With(guess.Deal(shuffle.NewChance(seed))), m.courses}
					one, two := player.Choose(m.sight(s, seed)), player.Choose(other.sight(s, seed))
					if one != two {
						t.Fatalf("seat %d plays %s, and where hidden cards differ %s", s, one, two)
					}
					done++
					return done < *pairs
				})
			})
		}
	}
}

// Advice follows from what its seat has seen, with all its numbers and reasons.
func TestAdviceDoesNotSeeHiddenCards(t *testing.T) {
	for _, g := range games.Rules() {
		t.Run(g.Info().Key, func(t *testing.T) {
			t.Parallel()
			done, said := 0, map[string]bool{}
			atPlay(t, g, 5, func(m *seenMatch, s engine.Seat) bool {
				seed := engine.Seed{}.Derive("advice", done)
				guess, err := g.(engine.Guesser).Guess(m.View(s).Round, m.courses[s])
				if err != nil {
					return true
				}
				other := &seenMatch{m.With(guess.Deal(shuffle.NewChance(seed))), m.courses}
				one, given := bot.Advise(g, m.sight(s, seed), bot.Budget{Playouts: 200})
				two, _ := bot.Advise(g, other.sight(s, seed), bot.Budget{Playouts: 200})
				if !given || !reflect.DeepEqual(one, two) {
					t.Fatalf("seat %d is told %+v, and where hidden cards differ %+v", s, one, two)
				}
				for _, reason := range one.Reasons {
					said[reason.Key] = true
				}
				done++
				return done < *pairs
			})
			t.Logf("%d positions, %d reasons", done, len(said))
		})
	}
}

// The best move is what the Master plays, and the other moves' losses are counted from it.
func TestAdviceIsWhatTheMasterPlays(t *testing.T) {
	for _, g := range games.Rules() {
		done := 0
		atPlay(t, g, 6, func(m *seenMatch, s engine.Seat) bool {
			sight := m.sight(s, engine.Seed{}.Derive("master", done))
			budget := bot.Budget{Playouts: 400}
			advice, given := bot.Advise(g, sight, budget)
			if want := bot.For(g, bot.Master, budget).Choose(sight); !given || advice.Best != want {
				t.Errorf("%s: the advice is %s, and the Master plays %s", g.Info().Key, advice.Best, want)
			}
			for i, c := range advice.Others {
				if c.Move == advice.Best || c.Loss < 0 || i > 0 && c.Loss < advice.Others[i-1].Loss {
					t.Errorf("%s: %+v", g.Info().Key, advice.Others)
				}
			}
			done++
			return done < 12
		})
	}
}

// What a bot is given cannot be reached around: its package knows the engine and no clock, and
// no game.
func TestABotReachesNothingElse(t *testing.T) {
	allowed := []string{"carteado/engine", "carteado/engine/shuffle", "cmp", "maps", "math", "slices"}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			if path, _ := strconv.Unquote(i.Path.Value); !slices.Contains(allowed, path) {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

func TestAPlayoutAllocatesNothing(t *testing.T) {
	for _, g := range games.Rules() {
		t.Run(g.Info().Key, func(t *testing.T) {
			atPlay(t, g, 2, func(m *seenMatch, s engine.Seat) bool {
				guess, err := g.(engine.Guesser).Guess(m.View(s).Round, m.courses[s])
				if err != nil || m.Version() < 20 {
					return true
				}
				dealt := guess.Deal(shuffle.NewChance(engine.Seed{}))
				points, chances, legal := make([]int, m.Seats()), make([]float64, m.Seats()), m.Legal(s, nil)
				room := engine.Clone(dealt)
				for i := range legal {
					if n := testing.AllocsPerRun(20, func() {
						room = dealt.CopyInto(room)
						room.(engine.Thinker).PlayOut(s, &legal[i], points)
						if f, ok := room.(engine.Forecaster); ok {
							f.Forecast(chances, points)
						}
					}); n > 0 {
						t.Fatalf("%s and the rest of the round allocate %v times", legal[i], n)
					}
				}
				return false
			})
		})
	}
}

func TestASearchStopsAtItsBudget(t *testing.T) {
	for _, g := range games.Rules() {
		atPlay(t, g, 3, func(m *seenMatch, s engine.Seat) bool {
			for _, limit := range []int{1, 7, 50} {
				var played, asked int64
				bot.For(g, bot.Master, bot.Budget{Played: &played, Stop: func() bool {
					asked++
					return asked >= int64(limit)
				}}).
					Choose(m.sight(s, engine.Seed{}))
				if played > int64(limit) {
					t.Fatalf("%s: %d playouts after it was told to stop at %d", g.Info().Key, played, limit)
				}
				played = 0
				bot.For(g, bot.Master, bot.Budget{Played: &played, Playouts: limit}).Choose(m.sight(s, engine.Seed{}))
				if played > int64(limit) {
					t.Fatalf("%s: %d playouts of %d", g.Info().Key, played, limit)
				}
			}
			return m.Version() < 60
		})
	}
}

// Each level is better than the one before, by more than chance. The figures of the README come
// from the arena; these are few matches with a small budget, and the margins allow for it.
func TestLevelsAreInOrder(t *testing.T) {
	for _, g := range games.Rules() {
		for i, pair := range [][2]bot.Player{
			{bot.For(g, bot.Novice, few), bot.Random{}},
			{bot.For(g, bot.Club, few), bot.For(g, bot.Novice, few)},
		} {
			t.Run(fmt.Sprint(g.Info().Key, i), func(t *testing.T) {
				t.Parallel()
				const matches = 120
				won := 0.0
				for n := range matches {
					m := newSeen(t, g, 2, nil, engine.Seed{}.Derive("levels", n))
					for len(m.ToMove()) > 0 {
						s := m.ToMove()[0]
						m.play(t, s, pair[(int(s)+n)%2].Choose(m.sight(s, engine.Seed{}.Derive("of seat", n*2+int(s)))))
					}
					outcome, _ := m.Outcome()
					switch winner := outcome.Winner(); {
					case winner == engine.Nobody:
						won += 0.5
					case (int(winner)+n)%2 == 0:
						won++
					}
				}
				t.Logf("%v of %d", won, matches)
				if won < matches*0.6 {
					t.Errorf("the better level won %v of %d matches", won, matches)
				}
			})
		}
	}
}

// Two bots that always play the best-looking move could play it for ever: matches between Masters end.
func TestMatchesBetweenMastersEnd(t *testing.T) {
	for _, g := range games.Rules() {
		t.Run(g.Info().Key, func(t *testing.T) {
			t.Parallel()
			master := bot.For(g, bot.Master, bot.Budget{Playouts: 24})
			m := newSeen(t, g, 2, nil, engine.Seed{}.Derive("masters", 1))
			for len(m.ToMove()) > 0 {
				if m.Version() > 5000 {
					t.Fatalf("after %d moves the match is in round %d", m.Version(), m.Number())
				}
				s := m.ToMove()[0]
				m.play(t, s, master.Choose(m.sight(s, engine.Seed{}.Derive("of seat", int(s)))))
			}
			t.Logf("%d moves, %d rounds", m.Version(), len(m.Rounds()))
		})
	}
}

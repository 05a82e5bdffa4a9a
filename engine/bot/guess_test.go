package bot_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// A seen match is one that is being played, with what each seat has seen of its round.
type seenMatch struct {
	*engine.Match
	courses []engine.Course
}

func newSeen(t testing.TB, g engine.Game, seats int, options engine.Options, seed engine.Seed) *seenMatch {
	t.Helper()
	m, err := engine.NewMatch(g, seats, options, seed)
	if err != nil {
		t.Fatal(err)
	}
	s := &seenMatch{Match: m, courses: make([]engine.Course, seats)}
	s.dealt()
	return s
}

func (m *seenMatch) dealt() {
	for s := range m.courses {
		m.courses[s] = engine.Course{Dealt: m.View(engine.Seat(s)).Round}
	}
}

// play makes a move and shows it to everybody.
func (m *seenMatch) play(t testing.TB, s engine.Seat, move engine.Move) {
	t.Helper()
	events, err := m.Play(s, move)
	if err != nil {
		t.Fatalf("seat %d plays %s: %v", s, move, err)
	}
	if slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "dealt" }) {
		m.dealt()
		return
	}
	for viewer := range m.courses {
		m.courses[viewer].See(events, engine.Seat(viewer))
	}
}

// sight is what a seat knows.
func (m *seenMatch) sight(s engine.Seat, seed engine.Seed) bot.Sight {
	return bot.Sight{View: m.View(s), Course: m.courses[s], Legal: m.Legal(s, nil), Seed: seed}
}

// A guess agrees with all that its seat has seen: the view is the same, and so are the moves,
// and the cards are the pack. It is tried under all bundles of house rules and numbers of seats.
func TestGuessesAgreeWithWhatWasSeen(t *testing.T) {
	for _, g := range games.Rules() {
		info := g.Info()
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			for _, preset := range append([]engine.Preset{{Key: "plain_rules"}, {Key: "duplicate",
				Options: engine.Options{engine.Duplicate: "4"}}, {Key: "duplicate_flip",
				Options: engine.Options{engine.Duplicate: "4", "recycle": "flip"}}}, info.Presets...) {
				if _, err := engine.NewMatch(g, seats, preset.Options, engine.Seed{}); err != nil {
					continue // too few cards for so many seats, or no such rule
				}
				t.Run(fmt.Sprintf("%s/%d/%s", info.Key, seats, preset.Key), func(t *testing.T) {
					t.Parallel()
					guesses, failed := 0, 0
					for n := range 3 {
						m := newSeen(t, g, seats, preset.Options, engine.Seed{}.Derive("guesses "+preset.Key, n))
						chance := shuffle.NewChance(engine.Seed{}.Derive("guessing", n))
						players := []bot.Player{bot.Plain(g), bot.Random{}}
						for len(m.ToMove()) > 0 && m.Version() < 900 {
							s := m.ToMove()[chance.Below(len(m.ToMove()))]
							if !m.Between() && chance.Below(6) == 0 {
								viewer := engine.Seat(chance.Below(seats))
								guesses++
								if !agrees(t, m, g, viewer, chance) {
									failed++
								}
							}
							player := players[min(1, chance.Below(5))*n%2]
							m.play(t, s, player.Choose(m.sight(s, chance.Seed())))
						}
					}
					most := 500
					if preset.Options.Duplicates() > 0 {
						most = 40 // at Huang Di lines have cards of several shuffles at once, and fewer fit
					}
					if failed*most > guesses {
						t.Errorf("%d of %d positions could not be guessed", failed, guesses)
					}
				})
			}
		}
	}
}

// agrees deals some guesses; false where none can be dealt.
func agrees(t *testing.T, m *seenMatch, g engine.Game, viewer engine.Seat, chance engine.Chance) bool {
	t.Helper()
	view := m.View(viewer).Round
	guess, err := g.(engine.Guesser).Guess(view, m.courses[viewer])
	if err != nil {
		return false
	}
	for range 3 {
		dealt := guess.Deal(chance)
		if got := dealt.View(viewer); !reflect.DeepEqual(got, view) {
			t.Fatalf("seat %d sees\n%+v\nin the round and in a guess\n%+v", viewer, view, got)
		}
		if got := dealt.Legal(viewer, nil); !slices.Equal(got, m.Legal(viewer, nil)) {
			t.Fatalf("seat %d may make %v, in a guess %v", viewer, m.Legal(viewer, nil), got)
		}
		if !slices.Equal(dealt.ToMove(), m.ToMove()) {
			t.Fatalf("to move are %v, in a guess %v", m.ToMove(), dealt.ToMove())
		}
		if !card.Same(pack(dealt), pack(m.Round())) {
			t.Fatal("the cards of a guess are not the pack")
		}
	}
	return true
}

func pack(r engine.Round) (all []card.Card) {
	for _, pile := range r.Piles(nil) {
		for _, c := range pile.Cards {
			if c != card.Unknown {
				all = append(all, c)
			}
		}
	}
	return all
}

package bot_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/enginetest/toy"
)

// silent is the toy without its knowledge of good moves.
type silent struct{ engine.Game }

func sightOf(m *engine.Match, s engine.Seat, n int) bot.Sight {
	return bot.Sight{View: m.View(s), Legal: m.Legal(s, nil), Seed: engine.Seed{}.Derive("bot of", n)}
}

func newMatch(t *testing.T, g engine.Game, n int) *engine.Match {
	t.Helper()
	m, err := engine.NewMatch(g, 3, nil, engine.Seed{}.Derive("match", n))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestForChoosesByWhatTheGameKnows(t *testing.T) {
	if _, ok := bot.Plain(toy.Game{}).(bot.Rated); !ok {
		t.Error("a game that rates moves is not played by rating")
	}
	if _, ok := bot.Plain(silent{toy.Game{}}).(bot.Random); !ok {
		t.Error("a game that rates no moves is not played at random")
	}
	if _, ok := bot.For(toy.Game{}, "a level of later", bot.Budget{}).(bot.Rated); !ok {
		t.Error("an unknown level stops a table")
	}
}

func TestEveryLegalMoveIsPlayedAtRandom(t *testing.T) {
	m := newMatch(t, toy.Game{}, 1)
	s := m.ToMove()[0]
	times := map[engine.Move]int{}
	for n := range 400 {
		times[bot.Random{}.Choose(sightOf(m, s, n))]++
	}
	legal := m.Legal(s, nil)
	for _, move := range legal {
		if times[move] < 60 {
			t.Errorf("%q is played %d times of 400", move, times[move])
		}
	}
	if len(times) != len(legal) {
		t.Errorf("played are %v, legal %v", times, legal)
	}
}

// flat rates all moves alike.
type flat struct{}

func (flat) Rate(_ any, legal []engine.Move) []int { return make([]int, len(legal)) }

func TestTheSeedDecidesBetweenEquals(t *testing.T) {
	m := newMatch(t, toy.Game{}, 1)
	s := m.ToMove()[0]
	times := map[engine.Move]int{}
	for n := range 400 {
		times[bot.Rated{Game: flat{}}.Choose(sightOf(m, s, n))]++
	}
	for _, move := range m.Legal(s, nil) {
		if times[move] < 60 {
			t.Errorf("%q is played %d times of 400", move, times[move])
		}
	}
}

func TestRatedPlaysTheBest(t *testing.T) {
	m := newMatch(t, toy.Game{}, 2)
	for len(m.ToMove()) > 0 {
		s := m.ToMove()[0]
		sight := sightOf(m, s, 3)
		move := bot.Rated{Game: toy.Game{}}.Choose(sight)
		if !m.Between() {
			rates := (toy.Game{}).Rate(sight.View.Round, sight.Legal)
			if best := slices.Max(rates); rates[slices.Index(sight.Legal, move)] < best {
				t.Fatalf("%q is played, of %v rated %v", move, sight.Legal, rates)
			}
		}
		if _, err := m.Play(s, move); err != nil {
			t.Fatalf("%q: %v", move, err)
		}
	}
}

func TestTheSameSightIsTheSameMove(t *testing.T) {
	for _, player := range []bot.Player{bot.Random{}, bot.Plain(toy.Game{})} {
		m := newMatch(t, toy.Game{}, 4)
		for len(m.ToMove()) > 0 {
			s := m.ToMove()[0]
			move := player.Choose(sightOf(m, s, 5))
			for range 3 {
				if again := player.Choose(sightOf(m, s, 5)); again != move {
					t.Fatalf("%T plays %q, then %q", player, move, again)
				}
			}
			if _, err := m.Play(s, move); err != nil {
				t.Fatalf("%q: %v", move, err)
			}
		}
	}
}

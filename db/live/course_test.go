package live

import (
	"encoding/json"
	"fmt"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/shuffle"
)

// Who left in an earlier round is gone in the next ones, too: the bots that play on know their course.
func TestCourseAfterSomebodyLeft(t *testing.T) {
	t.Parallel()
	known := 0
	for _, game := range games.Rules() {
		seed := engine.Seed{}.Derive("left", 0)
		m, err := engine.NewMatch(game, 3, nil, seed)
		if err != nil {
			continue // it is for two
		}
		if _, err := m.Play(1, engine.NewMove(engine.VerbLeave)); err != nil {
			t.Fatal(err)
		}
		for m.Number() == 1 && len(m.ToMove()) > 0 {
			if _, err := m.Play(m.ToMove()[0], m.Auto(m.ToMove()[0])); err != nil {
				t.Fatal(err)
			}
		}
		if len(m.ToMove()) == 0 {
			continue // one round has decided it
		}
		seat := m.ToMove()[0]
		course := courseOf(m, seed, seat, nil)
		if course.Dealt == nil {
			t.Fatalf("%s: no course after somebody left in an earlier round", game.Info().Key)
		}
		if _, err := game.(engine.Guesser).Guess(m.View(seat).Round, course); err != nil {
			t.Errorf("%s: %v", game.Info().Key, err)
		}
		known++
	}
	if known < 2 {
		t.Errorf("%d games had a second round, want two at least", known)
	}
}

// A bot in a match that was stored and read knows what it would know in one that was played: the course of the round,
// from which it guesses.
func TestCourseOfStoredMatches(t *testing.T) {
	t.Parallel()
	for _, game := range games.Rules() {
		info := game.Info()
		for _, seats := range []int{info.MinSeats, info.MaxSeats} {
			seed := engine.Seed{}.Derive("course", seats)
			m, err := engine.NewMatch(game, seats, nil, seed)
			if err != nil {
				t.Fatal(err)
			}
			chance := shuffle.NewChance(seed)
			var made []string
			for n := 0; n < 60 && !m.Between() && len(m.ToMove()) > 0; n++ {
				data, err := json.Marshal(m)
				if err != nil {
					t.Fatal(err)
				}
				stored, err := engine.LoadMatch(game, seed, data)
				if err != nil {
					t.Fatal(err)
				}
				seat := m.ToMove()[0]
				course := courseOf(stored, seed, seat, made)
				if course.Dealt == nil {
					t.Fatalf("%s, %d seats: no course after %d moves", info.Key, seats, n)
				}
				if _, err := game.(engine.Guesser).Guess(stored.View(seat).Round, course); err != nil {
					t.Errorf("%s, %d seats, after %d moves: %v", info.Key, seats, n, err)
				}
				legal := m.Legal(seat, nil)
				move := legal[chance.Below(len(legal))]
				if _, err := m.Play(seat, move); err != nil {
					t.Fatal(err)
				}
				made = append(made, fmt.Sprintf("%d %s", seat, move))
			}
		}
	}
}

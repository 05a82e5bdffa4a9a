package conform_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/conform"
	"carteado/engine/enginetest/toy"
)

// lost is a toy in which a discard falls off the table.
var lost = planted{bug: bug{made: afterwards(func(r *toy.Round, _ engine.Seat, m engine.Move, _ []engine.Event) {
	if m.Verb == "discard" && r.Left == 1 {
		r.Discard = r.Discard[1:]
	}
})}}

// A fault that was found in a match is found again when its moves are made again.
func TestAScriptShowsWhatWasFound(t *testing.T) {
	t.Parallel()
	for name, plant := range plants {
		if name == "a bot remembers" {
			continue // what it does next time is another matter
		}
		c := conform.Checker{Game: planted{bug: plant.bug}, MaxMoves: 200}
		found := 0
		for n := range 3 { // every number of seats, every sort of players
			from := conform.Case{Seats: 2 + n%3, Players: conform.Players(n % 3), Rounds: 2,
				Seed: engine.Seed{}.Derive("script", n), Every: 3}
			_, made, err := c.Play(from)
			var first, again *conform.Violation
			if !errors.As(err, &first) {
				continue
			}
			found++
			from.Script = append([]conform.Made{}, made...)
			_, remade, err := c.Play(from)
			if !errors.As(err, &again) || again.Promise != first.Promise || again.Why != first.Why ||
				!slices.Equal(remade, made) {
				t.Fatalf("%s: found %v, in the script %v", name, first, err)
			}
		}
		if found == 0 && !slices.Contains(plant.want, conform.Traces) {
			t.Errorf("%s: not found", name)
		}
	}
}

func TestChecks(t *testing.T) {
	for _, c := range []struct {
		name   string
		game   engine.Game
		checks conform.Checks
		want   conform.Promise
	}{
		{"lightly", lost, conform.Light, conform.Cards},
		{"off", planted{bug: plants["a drawn card is told to all"].bug}, conform.Off, ""},
		{"a leak is not looked for lightly", planted{bug: plants["a spectator sees a hand"].bug}, conform.Light, ""},
		{"the end is looked for even so", planted{bug: plants["the round never ends"].bug}, conform.Off, conform.Ends},
		{"a panic", planted{bug: bug{legal: func(*toy.Round, engine.Seat) []engine.Move { panic("no cards left") }}},
			conform.Off, conform.Panics},
	} {
		m, made, err := conform.Checker{Game: c.game, MaxMoves: 200}.Play(conform.Case{Seats: 2, Checks: c.checks})
		var b *conform.Violation
		if errors.As(err, &b); (b == nil) != (c.want == "") || b != nil && b.Promise != c.want || b == nil &&
			err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, over := m.Outcome(); err == nil && !over || len(made) != m.Version() && c.want != conform.Panics {
			t.Errorf("%s: over %v, version %d after %d moves", c.name, over, m.Version(), len(made))
		}
		if c.want == conform.Panics && !strings.Contains(err.Error(), "no cards left") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Looking closely changes nothing about the match.
func TestChecksDoNotPlay(t *testing.T) {
	from := conform.Case{Seats: 3, Bots: []bot.Player{bot.Random{}, bot.Plain(toy.Game{}), bot.Random{}}}
	var all [][]conform.Made
	for _, from.Checks = range []conform.Checks{conform.All, conform.Light, conform.Off} {
		_, made, err := conform.Checker{Game: toy.Game{}}.Play(from)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, made)
	}
	if !slices.Equal(all[0], all[1]) || !slices.Equal(all[0], all[2]) {
		t.Errorf("%v\n%v\n%v", all[0], all[1], all[2])
	}
}

func TestAMatchIsStopped(t *testing.T) {
	asked := 0
	_, made, err := conform.Checker{Game: toy.Game{}}.Play(conform.Case{Seats: 2, Stop: func() bool {
		asked++
		return asked > 5
	}})
	if !errors.Is(err, conform.ErrStopped) || len(made) != 5 {
		t.Errorf("%v after %d moves", err, len(made))
	}
}

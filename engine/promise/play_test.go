package promise_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/enginetest/toy"
	"carteado/engine/promise"
)

// lost is a toy in which a discard falls off the table.
var lost = planted{bug: bug{play: afterwards(func(r *toy.Round, _ engine.Seat, m engine.Move, _ []engine.Event) {
	if m.Verb == "discard" && r.Left == 1 {
		r.Discard = r.Discard[1:]
	}
})}}

// What was found in a match is found again when its moves are made again.
func TestAScriptShowsWhatWasFound(t *testing.T) {
	for name, plant := range plants {
		if name == "a bot remembers" {
			continue // what it does next time is another matter
		}
		c := promise.Checker{Game: planted{bug: plant.bug}, Longest: 200}
		found := 0
		for n := range 6 {
			from := promise.Case{Seats: 2 + n%3, Players: promise.Players(n % 3), Rounds: 2, Seed: engine.Seed{}.Derive("script", n), Every: 3}
			_, made, err := c.Play(from)
			var first, again *promise.Breach
			if !errors.As(err, &first) {
				continue
			}
			found++
			from.Script = append([]promise.Made{}, made...)
			_, remade, err := c.Play(from)
			if !errors.As(err, &again) || again.Promise != first.Promise || again.Why != first.Why || !slices.Equal(remade, made) {
				t.Fatalf("%s: found %v, in the script %v", name, first, err)
			}
		}
		if found == 0 && !slices.Contains(plant.want, promise.Traces) {
			t.Errorf("%s: not found", name)
		}
	}
}

func TestChecks(t *testing.T) {
	for _, c := range []struct {
		name   string
		game   engine.Game
		checks promise.Checks
		want   promise.Promise
	}{
		{"lightly", lost, promise.Light, promise.Cards},
		{"off", planted{bug: plants["a drawn card is told to all"].bug}, promise.Off, ""},
		{"a leak is not looked for lightly", planted{bug: plants["a spectator sees a hand"].bug}, promise.Light, ""},
		{"the end is looked for even so", planted{bug: plants["the round never ends"].bug}, promise.Off, promise.Ends},
		{"a panic", planted{bug: bug{legal: func(*toy.Round, engine.Seat) []engine.Move { panic("no cards left") }}}, promise.Off, promise.Panics},
	} {
		m, made, err := promise.Checker{Game: c.game, Longest: 200}.Play(promise.Case{Seats: 2, Checks: c.checks})
		var b *promise.Breach
		if errors.As(err, &b); (b == nil) != (c.want == "") || b != nil && b.Promise != c.want || b == nil && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, over := m.Outcome(); err == nil && !over || len(made) != m.Version() && c.want != promise.Panics {
			t.Errorf("%s: over %v, version %d after %d moves", c.name, over, m.Version(), len(made))
		}
		if c.want == promise.Panics && !strings.Contains(err.Error(), "no cards left") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Looking closely changes nothing about the match.
func TestChecksDoNotPlay(t *testing.T) {
	from := promise.Case{Seats: 3, Bots: []bot.Player{bot.Random{}, bot.For(toy.Game{}, bot.Steady), bot.Random{}}}
	var all [][]promise.Made
	for _, from.Checks = range []promise.Checks{promise.All, promise.Light, promise.Off} {
		_, made, err := promise.Checker{Game: toy.Game{}}.Play(from)
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
	_, made, err := promise.Checker{Game: toy.Game{}}.Play(promise.Case{Seats: 2, Stop: func() bool { asked++; return asked > 5 }})
	if !errors.Is(err, promise.ErrStopped) || len(made) != 5 {
		t.Errorf("%v after %d moves", err, len(made))
	}
}

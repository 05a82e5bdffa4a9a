package enginetest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/conform"

	"pgregory.net/rapid"
)

// A Checker configures the checks for one game.
type Checker = conform.Checker

// Conform checks a game: the default options for every number of seats, each other
// value of each option by itself for one number of seats, in turn, duplicate deals for
// all of them, and mixtures
// of options and seats drawn by rapid. Only what a game offers together is played,
// and each value must be offered to some number of seats. The cases run side by side.
func Conform(t *testing.T, c Checker) {
	info := c.Game.Info()
	every := cmp.Or(c.CloserEvery, 20)
	for n, options := range Singly(info) {
		seats := offered(c.Game, options)
		switch {
		case len(seats) == 0:
			t.Errorf("%s is never dealt", Name(options))
		case len(options) > 0 && options.Duplicates() == 0:
			seats = seats[n%len(seats):][:1]
		}
		for _, seats := range seats {
			t.Run(fmt.Sprintf("%d seats, %s", seats, Name(options)), func(t *testing.T) {
				t.Parallel()
				for _, players := range []conform.Players{conform.ByChance, conform.ByBots} {
					check(t, c, conform.Case{
						Seats: seats, Options: options, Players: players, Rounds: 2, Every: every,
						Seed: engine.Seed{}.Derive("conform", n),
					})
				}
			})
		}
	}
	t.Run("options drawn", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			mixture := Mixtures(c.Game).Draw(t, "mixture")
			check(t, c, conform.Case{
				Seats: mixture.Seats, Options: mixture.Options, Every: 2 * every,
				Players: conform.Players(rapid.IntRange(int(conform.ByChance), int(conform.ByBoth)).Draw(t, "players")),
				Rounds:  1,
				Leaves:  rapid.IntRange(0, 40).Draw(t, "leaves"),
				Seed:    engine.Seed{}.Derive("conform", rapid.IntRange(0, 1<<30).Draw(t, "seed")),
			})
		})
	})
}

// A Mixture is a number of seats and house rules that a game offers together.
type Mixture struct {
	Seats   int
	Options engine.Options
}

// Mixtures draws a value of each option and a number of seats. A mixture that the game
// does not offer is drawn again, so that no example is lost.
func Mixtures(g engine.Game) *rapid.Generator[Mixture] {
	info := g.Info()
	return rapid.Custom(func(t *rapid.T) Mixture {
		m := Mixture{rapid.IntRange(info.MinSeats, info.MaxSeats).Draw(t, "seats"), engine.Options{}}
		for _, o := range info.Options {
			m.Options[o.Key] = rapid.SampledFrom(o.Values).Draw(t, o.Key)
		}
		if info.Duplicate && rapid.Bool().Draw(t, engine.Duplicate) {
			m.Options[engine.Duplicate] = "2"
		}
		return m
	}).Filter(func(m Mixture) bool { return Offered(g, m.Seats, m.Options) })
}

func check(t interface{ Error(...any) }, c Checker, from conform.Case) {
	for _, check := range []func(conform.Case) error{c.Match, c.Trace} {
		if err := check(from); err != nil {
			t.Error(err)
		}
	}
}

// Offered reports that a game deals to that number of seats under these house rules. A
// game refuses a combination by an *engine.ErrOption; any other error is a fault,
// which the checks find.
func Offered(g engine.Game, seats int, options engine.Options) bool {
	_, err := engine.NewMatch(g, seats, options, engine.Seed{})
	var refused *engine.ErrOption
	return !errors.As(err, &refused)
}

// offered are the numbers of seats to which a game deals under these house rules.
func offered(g engine.Game, options engine.Options) (seats []int) {
	info := g.Info()
	for n := info.MinSeats; n <= info.MaxSeats; n++ {
		if Offered(g, n, options) {
			seats = append(seats, n)
		}
	}
	return seats
}

// Singly lists the default options of a game, and each other value by itself, with the options that it needs to have an
// effect, and duplicate deals where the game has them.
func Singly(info engine.Info) []engine.Options {
	all := []engine.Options{{}}
	for _, o := range info.Options {
		for _, value := range o.Values[1:] {
			options := engine.Options{o.Key: value}
			maps.Copy(options, o.Needs)
			all = append(all, options)
		}
	}
	if info.Duplicate {
		all = append(all, engine.Options{engine.Duplicate: "2"})
	}
	return all
}

// Name names options that differ from the default: "default", "target=50".
func Name(options engine.Options) string {
	if len(options) == 0 {
		return "default"
	}
	name := ""
	for _, key := range slices.Sorted(maps.Keys(options)) {
		name += "," + key + "=" + options[key]
	}
	return name[1:]
}

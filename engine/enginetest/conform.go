package enginetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"carteado/engine"

	"pgregory.net/rapid"
)

// Conform checks a game: each value of each option by itself, and mixtures of
// options drawn by rapid, for every number of seats.
func Conform(t *testing.T, c Checker) {
	info := c.Game.Info()
	for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
		for n, options := range Singly(info) {
			name := fmt.Sprintf("%d seats, %s", seats, Name(options))
			t.Run(name, func(t *testing.T) {
				for _, players := range []Players{ByChance, ByBots} {
					check(t, c, Case{
						Seats: seats, Options: options, Players: players, Rounds: 2, Every: 20,
						Seed: engine.Seed{}.Derive("conform", n),
					})
				}
			})
		}
		t.Run(fmt.Sprintf("%d seats, options drawn", seats), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				options := engine.Options{}
				for _, o := range info.Options {
					options[o.Key] = rapid.SampledFrom(o.Values).Draw(t, o.Key)
				}
				check(t, c, Case{
					Seats: seats, Options: options, Every: 40,
					Players: Players(rapid.IntRange(int(ByChance), int(ByBoth)).Draw(t, "players")),
					Rounds:  1,
					Leaves:  rapid.IntRange(0, 40).Draw(t, "leaves"),
					Seed:    engine.Seed{}.Derive("conform", rapid.IntRange(0, 1<<30).Draw(t, "seed")),
				})
			})
		})
	}
}

func check(t interface{ Error(...any) }, c Checker, from Case) {
	for _, promise := range []func(Case) error{c.Match, c.Trace} {
		if err := promise(from); err != nil {
			t.Error(err)
		}
	}
}

// Singly lists the default options of a game, and each other value by itself.
func Singly(info engine.Info) []engine.Options {
	all := []engine.Options{{}}
	for _, o := range info.Options {
		for _, value := range o.Values[1:] {
			all = append(all, engine.Options{o.Key: value})
		}
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

package simulate

import (
	"testing"

	clubs "carteado/cmd/carteado/games"
	"carteado/engine/enginetest"
)

// BenchmarkSimulate plays matches at random under each level of checks, and beside them
// bare rounds, on one core. Under all no position gets the closer look but the first of
// each round. Off is so quick that twenty matches would measure the beginning and the end of
// the command.
func BenchmarkSimulate(b *testing.B) {
	for _, g := range clubs.Rules() {
		b.Run(g.Info().Key+"/bare", func(b *testing.B) { enginetest.BareRounds(b, g) })
		for _, checks := range []string{"off", "light", "all"} {
			matches := 20
			if checks == "off" {
				matches = 300
			}
			b.Run(g.Info().Key+"/"+checks, func(b *testing.B) {
				c := Command{
					Game: g.Info().Key, Matches: matches, First: 1, Seed: "1", Bots: []string{"random"},
					Checks: checks, Every: 1 << 40, Cores: 1,
				}
				n := 0
				made := enginetest.PerSecond(b, "moves/s")
				for b.Loop() {
					s, err := c.simulation(clubs.Rules())
					if err != nil {
						b.Fatal(err)
					}
					s.run(b.Context())
					n += int(s.progress.moves.Load())
				}
				made(n)
			})
		}
	}
}

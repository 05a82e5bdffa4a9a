package bot_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/knock"
	"carteado/engine/shuffle"
)

func TestMatchesBetweenBotsEnd(t *testing.T) {
	steady := bot.Plain(knock.Game{})
	first, second := 0, 0
	for n := range 40 {
		m := playOut(t, knock.Game{}, nil, engine.Seed{}.Derive("steady against steady", n), steady, steady)
		switch outcome, _ := m.Outcome(); outcome.Winner() {
		case 0:
			first++
		case 1:
			second++
		}
	}
	t.Logf("seat 0 won %d, seat 1 %d of 40 matches", first, second)
}

func BenchmarkRandomMatch(b *testing.B) { benchmark(b, bot.Random{}) }

func BenchmarkSteadyMatch(b *testing.B) { benchmark(b, bot.Plain(knock.Game{})) }

// benchmark plays whole matches with views, as bots of a table do.
func benchmark(b *testing.B, player bot.Player) {
	b.ReportAllocs()
	rounds, moves := 0, 0
	for n := 0; b.Loop(); n++ {
		m := playOut(b, knock.Game{}, nil, engine.Seed{}.Derive("benchmark", n), player, player)
		rounds, moves = rounds+len(m.Rounds()), moves+m.Version()
	}
	b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkRandomMoves plays the bare match, without views: the way a simulation
// does.
func BenchmarkRandomMoves(b *testing.B) {
	b.ReportAllocs()
	rounds, moves := 0, 0
	var legal []engine.Move
	for n := 0; b.Loop(); n++ {
		seed := engine.Seed{}.Derive("benchmark", n)
		m, err := engine.NewMatch(knock.Game{}, 2, nil, seed)
		if err != nil {
			b.Fatal(err)
		}
		chance := shuffle.NewChance(seed)
		for len(m.ToMove()) > 0 {
			s := m.ToMove()[0]
			legal = m.Legal(s, legal[:0])
			if _, err := m.Play(s, legal[chance.Below(len(legal))]); err != nil {
				b.Fatal(err)
			}
		}
		rounds, moves = rounds+len(m.Rounds()), moves+m.Version()
	}
	b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

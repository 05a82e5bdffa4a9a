package bot_test

import (
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/bot"
)

// playOut plays a match of a game between players, one for each seat.
func playOut(t testing.TB, g engine.Game, options engine.Options, seed engine.Seed,
	players ...bot.Player) *engine.Match {
	t.Helper()
	m, err := engine.NewMatch(g, len(players), options, seed)
	if err != nil {
		t.Fatal(err)
	}
	for len(m.ToMove()) > 0 {
		if m.Version() > 50000 {
			t.Fatal("the match does not end")
		}
		s := m.ToMove()[0]
		move := players[s].Choose(bot.Sight{
			View: m.View(s), Legal: m.Legal(s, nil), Seed: seed.Derive("bot of seat", int(s)),
		})
		if _, err := m.Play(s, move); err != nil {
			t.Fatalf("seat %d plays %s: %v", s, move, err)
		}
	}
	return m
}

func TestSteadyBeatsRandom(t *testing.T) {
	for _, g := range games.Rules() {
		t.Run(g.Info().Key, func(t *testing.T) {
			t.Parallel()
			const matches = 200
			wins, moves := 0, 0
			for n := range matches {
				steady := engine.Seat(n % 2)
				players := []bot.Player{bot.Random{}, bot.Random{}}
				players[steady] = bot.Plain(g)
				m := playOut(t, g, nil, engine.Seed{}.Derive("steady against random", n), players...)
				outcome, _ := m.Outcome()
				if outcome.Winner() == steady {
					wins++
				}
				moves += m.Version()
			}
			t.Logf("steady won %d of %d matches of %d moves on average", wins, matches, moves/matches)
			if wins < matches*9/10 {
				t.Errorf("steady won %d of %d matches", wins, matches)
			}
		})
	}
}

package bot_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/rummy"
)

// playRummy plays a match of Rummy between these players.
func playRummy(t testing.TB, seed engine.Seed, players ...bot.Player) *engine.Match {
	m, err := engine.NewMatch(rummy.Game{}, len(players), nil, seed)
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

func TestSteadyBeatsRandomAtRummy(t *testing.T) {
	const matches = 100
	wins, moves, rounds := 0, 0, 0
	for n := range matches {
		steady := engine.Seat(n % 2)
		players := []bot.Player{bot.Random{}, bot.Random{}}
		players[steady] = bot.For(rummy.Game{}, bot.Steady)
		m := playRummy(t, engine.Seed{}.Derive("steady against random", n), players...)
		outcome, _ := m.Outcome()
		if outcome.Winner() == steady {
			wins++
		}
		moves += m.Version()
		rounds += len(m.Rounds())
	}
	t.Logf("steady won %d of %d matches of %d moves on average, %d rounds", wins, matches, moves/matches, rounds)
	if wins < matches*9/10 {
		t.Errorf("steady won %d of %d matches", wins, matches)
	}
}

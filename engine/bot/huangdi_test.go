package bot_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/huangdi"
)

// playHuangDi plays a match of Huang Di.
func playHuangDi(t testing.TB, seed engine.Seed, options engine.Options, players ...bot.Player) *engine.Match {
	m, err := engine.NewMatch(huangdi.Game{}, len(players), options, seed)
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

func TestSteadyBeatsRandomAtHuangDi(t *testing.T) {
	const matches = 200
	wins, moves := 0, 0
	for n := range matches {
		steady := engine.Seat(n % 2)
		players := []bot.Player{bot.Random{}, bot.Random{}}
		players[steady] = bot.For(huangdi.Game{}, bot.Steady)
		m := playHuangDi(t, engine.Seed{}.Derive("steady against random", n), nil, players...)
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
}

// Among bots games end, and not by being blocked, for every number of seats.
func TestHuangDiBetweenBotsEnds(t *testing.T) {
	steady := bot.For(huangdi.Game{}, bot.Steady)
	for seats := 2; seats <= 4; seats++ {
		won, blocked := make([]int, seats), 0
		for n := range 20 {
			players := make([]bot.Player, seats)
			for s := range players {
				players[s] = steady
			}
			m := playHuangDi(t, engine.Seed{}.Derive("steady against steady", n), nil, players...)
			for _, r := range m.Rounds() {
				if r.How == huangdi.HowBlocked {
					blocked++
				}
			}
			if outcome, _ := m.Outcome(); outcome.Winner() != engine.Spectator {
				won[outcome.Winner()]++
			}
		}
		t.Logf("%d seats won %v of 20 matches, %d games were blocked", seats, won, blocked)
		if blocked > 2 {
			t.Errorf("%d seats: %d games were blocked", seats, blocked)
		}
	}
}

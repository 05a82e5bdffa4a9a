package bot_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/palace"
)

func TestSteadyBeatsRandomAtPalace(t *testing.T) {
	const matches = 200
	wins, moves := 0, 0
	for n := range matches {
		steady := engine.Seat(n % 2)
		players := []bot.Player{bot.Random{}, bot.Random{}}
		players[steady] = bot.For(palace.Game{}, bot.Steady)
		m := playOut(t, palace.Game{}, engine.Seed{}.Derive("steady against random", n), players)
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

// In these matches two who always play what looks best take the same cards from
// each other for ever.
func TestBotsDoNotGoRoundInCirclesAtPalace(t *testing.T) {
	steady := bot.For(palace.Game{}, bot.Steady)
	for _, n := range []int{120, 126, 143} {
		seed := engine.Seed{}.Derive("circles", n)
		m, err := engine.NewMatch(palace.Game{}, 2, engine.Options{"seven_low": "on", "ten_on_any": "off"}, seed)
		if err != nil {
			t.Fatal(err)
		}
		for len(m.ToMove()) > 0 {
			if m.Version() > 3000 {
				t.Fatalf("match %d goes on after %d moves", n, m.Version())
			}
			s := m.ToMove()[0]
			move := steady.Choose(bot.Sight{View: m.View(s), Legal: m.Legal(s, nil), Seed: seed.Derive("bot of seat", int(s))})
			if _, err := m.Play(s, move); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// playOut plays a match of a game between players, one for each seat.
func playOut(t testing.TB, g engine.Game, seed engine.Seed, players []bot.Player) *engine.Match {
	t.Helper()
	m, err := engine.NewMatch(g, len(players), nil, seed)
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

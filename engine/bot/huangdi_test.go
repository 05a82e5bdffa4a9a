package bot_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/huangdi"
)

// Among bots games end, and not by being blocked, for every number of seats.
func TestHuangDiBetweenBotsEnds(t *testing.T) {
	steady := bot.Plain(huangdi.Game{})
	for seats := 2; seats <= 4; seats++ {
		won, blocked := make([]int, seats), 0
		for n := range 20 {
			players := make([]bot.Player, seats)
			for s := range players {
				players[s] = steady
			}
			m := playOut(t, huangdi.Game{}, nil, engine.Seed{}.Derive("steady against steady", n), players...)
			for _, r := range m.Rounds() {
				if r.How == huangdi.HowBlocked {
					blocked++
				}
			}
			if outcome, _ := m.Outcome(); outcome.Winner() != engine.Nobody {
				won[outcome.Winner()]++
			}
		}
		t.Logf("%d seats won %v of 20 matches, %d games were blocked", seats, won, blocked)
		if blocked > 2 {
			t.Errorf("%d seats: %d games were blocked", seats, blocked)
		}
	}
}

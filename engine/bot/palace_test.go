package bot_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/palace"
)

// In these matches two who always play what looks best take the same cards from
// each other for ever.
func TestBotsDoNotGoRoundInCirclesAtPalace(t *testing.T) {
	steady := bot.Plain(palace.Game{})
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
			move := steady.Choose(bot.Sight{View: m.View(s), Legal: m.Legal(s, nil),
				Seed: seed.Derive("bot of seat", int(s))})
			if _, err := m.Play(s, move); err != nil {
				t.Fatal(err)
			}
		}
	}
}

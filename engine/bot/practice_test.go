package bot_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/huangdi"
	"carteado/engine/knock"
	"carteado/engine/palace"
)

// A practice follows from its seed and the person's moves: played again they lead to the same cards.
func TestPracticeFollowsFromItsMoves(t *testing.T) {
	for _, g := range []engine.Game{palace.Game{}, huangdi.Game{}, knock.Game{}} {
		seed := engine.Seed{}.Derive(g.Info().Key, 1)
		p, err := bot.NewPractice(g, bot.Novice, nil, seed)
		if err != nil {
			t.Fatal(err)
		}
		var made []engine.Move
		for n := 0; !p.Over() && n < 1000; n++ {
			legal := p.Scene().Legal
			move := legal[len(legal)-1]
			if err := p.Make(move); err != nil {
				t.Fatal(err)
			}
			made = append(made, move)
		}
		if !p.Over() {
			t.Errorf("%s: no end after %d moves", g.Info().Key, len(made))
		}
		if err := p.Make(made[0]); err == nil {
			t.Errorf("%s: a move after the end", g.Info().Key)
		}
		again, err := bot.NewPractice(g, bot.Novice, nil, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range made {
			if err := again.Make(move); err != nil {
				t.Fatal(err)
			}
		}
		moved := func(a, b engine.Entry) bool { return a.Seat == b.Seat && a.Version == b.Version }
		if !slices.EqualFunc(p.Scene().Log, again.Scene().Log, moved) {
			t.Errorf("%s: another course after the same moves", g.Info().Key)
		}
	}
}

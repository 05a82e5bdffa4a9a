package handlers

import (
	"carteado/engine"
	"carteado/engine/enginetest/toy"
	"carteado/engine/knock"
)

var _ arranger = knock.View{}

func testGames() []engine.Game { return []engine.Game{knock.Game{}, crowd{}} }

// crowd is the toy game for up to four, with a bundle of house rules, and one
// that does not go with all numbers of seats. It has the name of a game with a
// face, and no board.
type crowd struct{ toy.Game }

func (crowd) Info() engine.Info {
	info := toy.Game{}.Info()
	info.Key = "palace"
	info.Presets = []engine.Preset{{Key: "quick", Options: engine.Options{"turns": "1", "target": "15"}}}
	return info
}

func (g crowd) Deal(s engine.Setup) (engine.Round, error) {
	if s.Seats == 4 && s.Options.Int("turns") == 3 {
		return nil, &engine.ErrOption{Key: "turns", Value: "3"}
	}
	return g.Game.Deal(s)
}

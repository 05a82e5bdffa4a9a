package handlers

import (
	"carteado/engine"
	"carteado/engine/huangdi"
	"carteado/engine/knock"
	"carteado/engine/palace"
)

var _ arranger = knock.View{}

func testGames() []engine.Game { return []engine.Game{knock.Game{}, palace.Game{}, huangdi.Game{}} }

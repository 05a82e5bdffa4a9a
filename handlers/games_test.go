package handlers

import (
	"carteado/engine"
	"carteado/engine/knock"
)

var _ arranger = knock.View{}

func testGames() []engine.Game { return []engine.Game{knock.Game{}} }

package handlers

import (
	"carteado/engine"
	"carteado/engine/knock"
)

func testGames() []engine.Game { return []engine.Game{knock.Game{}} }

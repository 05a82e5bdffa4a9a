package main

import (
	"carteado/engine"
	"carteado/engine/huangdi"
	"carteado/engine/knock"
	"carteado/engine/palace"
	"carteado/engine/rummy"
)

// games is every game that the club offers, in the order in which it offers them.
// A game also has a face in carteado/views/table and its words in the catalogs.
func games() []engine.Game {
	return []engine.Game{
		palace.Game{},
		rummy.Game{},
		huangdi.Game{},
		knock.Game{},
	}
}

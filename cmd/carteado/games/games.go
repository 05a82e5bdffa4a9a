// Package games is the list of games: the only place that names them. It is a
// package of its own, because the program, the gallery and tests of every layer
// read it, and a program cannot be imported.
package games

import (
	"carteado/engine"
	"carteado/engine/huangdi"
	"carteado/engine/knock"
	"carteado/engine/palace"
	"carteado/engine/rummy"
	"carteado/views/table"
	huangdiface "carteado/views/table/huangdi"
	knockface "carteado/views/table/knock"
	palaceface "carteado/views/table/palace"
	rummyface "carteado/views/table/rummy"
)

// All are the games that the club offers, in the order in which it offers them:
// the rules of each, its face and its emblem in static/icons.svg.
func All() []table.Game {
	return []table.Game{
		{Rules: palace.Game{}, Face: palaceface.Face{}, Emblem: "g-palace"},
		{Rules: rummy.Game{}, Face: rummyface.Face{}, Emblem: "g-rummy"},
		{Rules: huangdi.Game{}, Face: huangdiface.Face{}, Emblem: "g-huangdi"},
		{Rules: knock.Game{}, Face: knockface.Face{}, Emblem: "g-knock"},
	}
}

// Rules are the rules of all games.
func Rules() []engine.Game { return table.Rules(All()) }

package huangdi_test

import (
	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

var (
	at    = enginetest.On(huangdi.Game{})
	equal = enginetest.Equal
)

// The players of the rules: P1 is seat 0.
const (
	p1 engine.Seat = iota
	p2
	p3
)

// Walls that come up often.
const (
	to8 = "1 2 3 4 5 6 7 8"
	to9 = to8 + " 9"
)

func look(r engine.Round, s engine.Seat) huangdi.View { return r.View(s).(huangdi.View) }

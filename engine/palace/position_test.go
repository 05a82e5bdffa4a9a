package palace_test

import (
	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

var (
	at    = enginetest.On(palace.Game{})
	equal = enginetest.Equal
)

// The players of the rules: P1 is seat 0.
const (
	p1 engine.Seat = iota
	p2
	p3
	p4
)

func look(r engine.Round, s engine.Seat) palace.View { return r.View(s).(palace.View) }

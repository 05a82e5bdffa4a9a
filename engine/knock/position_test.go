package knock_test

import (
	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

var (
	at    = enginetest.On(knock.Game{})
	equal = enginetest.Equal
)

// The players of the rules: P1 is seat 0.
const (
	p1 engine.Seat = iota
	p2
)

func look(r engine.Round, s engine.Seat) knock.View { return r.View(s).(knock.View) }

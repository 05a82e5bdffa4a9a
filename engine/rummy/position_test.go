package rummy_test

import (
	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

var (
	at    = enginetest.On(rummy.Game{})
	equal = enginetest.Equal
)

// The players of the rules: P1 is seat 0.
const (
	p1 engine.Seat = iota
	p2
	p3
)

func look(r engine.Round, s engine.Seat) rummy.View { return r.View(s).(rummy.View) }

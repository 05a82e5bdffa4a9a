package table

import (
	"testing"

	"carteado/db/live"
	"carteado/engine"
)

// Going on to the next round is neither a line of the log nor the newest move.
func TestGoingOnIsNoMove(t *testing.T) {
	next := func(s engine.Seat) engine.Event { return engine.Event{Kind: "next", Seat: s, Open: true} }
	list := entries([]live.LogEntry{
		{Version: 8, Events: []engine.Event{{Kind: "knocked", Seat: 1}}},
		{Version: 9, Seat: 1, Events: []engine.Event{next(1)}},
		{Version: 10, Seat: 0, Events: []engine.Event{next(0), {Kind: "dealt", Seat: 1, N: 2}}},
	})
	if len(list) != 2 || list[0].Version != 10 || len(list[0].Events) != 1 || list[0].Events[0].Kind != "dealt" ||
		list[1].Version != 8 {
		t.Errorf("the log is %+v", list)
	}
}

package table

import (
	"slices"
	"time"

	"carteado/engine"
)

// A Day is what the board of a deal of the day says beside its cards.
type Day struct {
	Date    time.Time
	Address string // of the deal
	Back    string // to the deals of the day
}

// TurnsOf is a log with the moves that a seat made one after the other as one, oldest first.
func TurnsOf(log []engine.Entry) (list []Entry) {
	for _, e := range log {
		list = append(list, Entry{Seat: e.Seat, Version: e.Version, Events: e.Events})
	}
	slices.Reverse(list)
	list = turns(list)
	slices.Reverse(list)
	return list
}

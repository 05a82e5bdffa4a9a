// Package bot holds players that are given what a seat may know and nothing
// else.
package bot

import "carteado/engine"

// A Sight is all that a bot knows when it chooses.
type Sight struct {
	View   engine.MatchView
	Events []engine.Event // so far, as its seat saw them
	Legal  []engine.Move
	Seed   engine.Seed // the bot's own, not the deal's
}

// A Player chooses one of the legal moves. It keeps nothing between moves.
type Player interface {
	Choose(Sight) engine.Move
}

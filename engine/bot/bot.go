// Package bot holds players that are given what a seat may know and nothing
// else: no round, no deal and no clock. They keep nothing between moves, so that
// a seat can be taken over by a bot, or resumed after a crash, at any move.
package bot

import (
	"slices"

	"carteado/engine"
	"carteado/engine/shuffle"
)

// A Sight is all that a bot knows when it chooses.
type Sight struct {
	View  engine.MatchView
	Legal []engine.Move
	Seed  engine.Seed // the bot's own, not the deal's
}

// A Player chooses one of the legal moves; at least one must be listed. The same sight
// gives the same move.
type Player interface {
	Choose(Sight) engine.Move
}

// Steady is the level of the one good bot.
const Steady = "steady"

// Levels lists the levels a table may choose, easiest first.
func Levels() []string { return []string{Steady} }

// For returns the player of a level for a game. A game that cannot judge moves
// is played at random, and a level this program does not know is played as the
// best one: a table that was opened with it goes on.
func For(g engine.Game, _ string) Player {
	if rater, ok := g.(engine.Rater); ok {
		return Rated{Game: rater}
	}
	return Random{}
}

// chance is fresh at every move, because the version is part of it.
func (s Sight) chance() engine.Chance { return shuffle.NewChance(s.Seed.Derive("bot", s.View.Version)) }

// Random plays any legal move, each as likely as any other.
type Random struct{}

// Choose implements Player.
func (Random) Choose(s Sight) engine.Move { return s.Legal[s.chance().Below(len(s.Legal))] }

// Rated plays the move that the game rates highest; its seed decides between equals.
// In a long match it plays a random move now and then, because two bots that always
// play the best-looking move may repeat themselves for ever.
type Rated struct{ Game engine.Rater }

const (
	patience = 70 // moves of each seat in a round, on average, after which a match is long
	slips    = 4  // then one move in this many is random
)

// Choose implements Player.
func (r Rated) Choose(s Sight) engine.Move {
	if offerer, ok := r.Game.(engine.Offerer); ok && !s.View.Between {
		s.Legal = slices.Concat(s.Legal, offerer.Offers(s.View.Round))
	}
	if len(s.Legal) == 1 || s.View.Between {
		return s.Legal[0]
	}
	chance := s.chance()
	if s.View.Version > patience*s.View.Seats*(len(s.View.Rounds)+1) && chance.Below(slips) == 0 {
		return s.Legal[chance.Below(len(s.Legal))]
	}
	rates := r.Game.Rate(s.View.Round, s.Legal)
	best, equals := 0, 1
	for i, rate := range rates {
		switch {
		case i == 0:
		case rate > rates[best]:
			best, equals = i, 1
		case rate == rates[best]:
			// The nth of equals replaces the one chosen so far once in n times.
			if equals++; chance.Below(equals) == 0 {
				best = i
			}
		}
	}
	return s.Legal[best]
}

// Package bot holds players that are given what a seat may know and nothing
// else: no round, no deal and no clock. They keep nothing between moves, so that
// a seat can be taken over by a bot, or resumed after a crash, at any move.
//
// Play now seats a bot of the player's level: the Novice, until they have finished a match of the game against bots
// alone; then one of the level that they met last, the next one after they have won, and the one before after they
// have lost twice to the same level. See LevelFor.
package bot

import (
	"maps"
	"slices"

	"carteado/engine"
	"carteado/engine/shuffle"
)

// A Sight is all that a bot knows when it chooses.
type Sight struct {
	View   engine.MatchView
	Course engine.Course // of the round, as the seat saw it
	Legal  []engine.Move
	Seed   engine.Seed // the bot's own, not the deal's
}

// A Player chooses one of the legal moves; at least one must be listed. The same sight
// gives the same move, if the player's budget is counted in playouts.
type Player interface {
	Choose(Sight) engine.Move
}

// The levels of bots.
const (
	Novice = "novice"
	Club   = "club"
	Strong = "strong"
	Master = "master"
)

// Levels lists the levels a table may choose, easiest first.
func Levels() []string { return []string{Novice, Club, Strong, Master} }

// For returns the player of a level for a game. A level this program does not know is played
// as Club: a table that was opened with it goes on. A game whose hidden cards cannot be
// guessed is played by its ratings or, if it has none, at random.
func For(g engine.Game, level string, budget Budget) Player {
	guesser, ok := g.(engine.Guesser)
	if !ok {
		return Plain(g)
	}
	l, known := levels[level]
	if !known {
		l = levels[Club]
	}
	if budget.Playouts == 0 && budget.Stop == nil {
		budget.Playouts = l.playouts
	}
	return thinking{game: g, guesser: guesser, level: l, budget: budget}
}

// Players that stay as they are, so that a figure means the same next year.
const (
	Chance = "random"
	Steady = "steady" // the bot of the club's first year
)

// A Yardstick is offered by games that have other such players, by their names.
type Yardstick interface {
	Yardsticks() map[string]engine.Rater
}

// Measure returns a player that stays as it is by its name, false where the game has none.
func Measure(g engine.Game, name string) (Player, bool) {
	if name == Chance {
		return Random{}, true
	}
	rater, ok := g.(engine.Rater)
	if name != Steady {
		rater, ok = yardsticks(g)[name]
	}
	return Rated{Game: rater}, ok
}

func yardsticks(g engine.Game) map[string]engine.Rater {
	if y, ok := g.(Yardstick); ok {
		return y.Yardsticks()
	}
	return nil
}

// Yardsticks lists the names that Measure knows for a game.
func Yardsticks(g engine.Game) []string {
	names := []string{Chance}
	if _, ok := g.(engine.Rater); ok {
		names = append(names, Steady)
	}
	return append(names, slices.Sorted(maps.Keys(yardsticks(g)))...)
}

// Plain is the player of a game without a search: Steady or, where moves are not rated, Chance.
func Plain(g engine.Game) Player {
	if p, ok := Measure(g, Steady); ok {
		return p
	}
	return Random{}
}

// chance is fresh at every move, because the version is part of it.
func (s Sight) chance() engine.Chance { return shuffle.NewChance(s.Seed.Derive("bot", s.View.Version)) }

// offered are the legal moves and those beside them that the game may offer.
func (s Sight) offered(g any) []engine.Move {
	if offerer, ok := g.(engine.Offerer); ok && !s.View.Between {
		return slices.Concat(s.Legal, offerer.Offers(s.View.Round))
	}
	return s.Legal
}

// long reports that the rounds of the match have gone on for long: two bots that always play
// the best-looking move may repeat themselves for ever, and then a move is a random one now and then.
func (s Sight) long(chance engine.Chance) bool {
	return s.View.Version > longRound*s.View.Seats*(len(s.View.Rounds)+1) && chance.Below(slips) == 0
}

const (
	longRound = 70 // moves of each seat in a round, on average, after which a match is long
	slips     = 4  // then one move in this many is random
)

// Random plays any legal move, each as likely as any other.
type Random struct{}

// Choose implements Player.
func (Random) Choose(s Sight) engine.Move { return s.Legal[s.chance().Below(len(s.Legal))] }

// Rated plays the move that the game rates highest; its seed decides between equals.
type Rated struct{ Game engine.Rater }

// Choose implements Player.
func (r Rated) Choose(s Sight) engine.Move {
	s.Legal = s.offered(r.Game)
	if len(s.Legal) == 1 || s.View.Between {
		return s.Legal[0]
	}
	chance := s.chance()
	if s.long(chance) {
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

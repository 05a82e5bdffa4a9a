package rating

import (
	"math"

	"carteado/engine/bot"
)

// The number that pages show is 1500 for a newcomer, and 20 for each point of Mu; the doubt beside it, on the same
// scale, is what the true number lies within in 19 of 20 cases.
const (
	middle = 1500
	step   = 20
	within = 2 // Sigmas

	// firm is the doubt up to which a rating is more than provisional.
	firm = 200
)

// Number is the rating as pages show it.
func (r Rating) Number() int { return int(math.Round(middle + step*(r.Mu-mu))) }

// Doubt is how far the true number may lie from Number.
func (r Rating) Doubt() int { return int(math.Round(within * step * r.Sigma)) }

// Provisional reports that too little is known for a place among others.
func (r Rating) Provisional() bool { return r.Doubt() > firm }

// anchors are how far the levels of bots lie from a newcomer, for whom Club stands, at each game. They are the same in
// every club, so that a number means the same in two of them.
//
// Between two players a share of wins p makes √2 β ln(p/(1−p)). The shares, which TestAnchors has, are those of matches
// of two, with duplicate deals: carteado arena --bots novice,club --matches 2000 --deals duplicate, and strong,club.
// They lie further apart from game to game than their intervals are wide: to think ahead is worth most at Palace, and
// a Novice loses most at Huang Di. Master and Strong are so close that what could be played of them tells no game from
// another; so Master has what all games together say, everywhere.
//
// A change of one asks for every club's ratings to be computed anew, by carteado admin ratings.
var anchors = map[string]map[string]float64{
	"huangdi": {bot.Novice: -10.3, bot.Strong: 1.7, bot.Master: 1.7 + master},
	"knock":   {bot.Novice: -8.6, bot.Strong: 1.2, bot.Master: 1.2 + master},
	"palace":  {bot.Novice: -5, bot.Strong: 13.4, bot.Master: 13.4 + master},
	"rummy":   {bot.Novice: -6.2, bot.Strong: 2.1, bot.Master: 2.1 + master},
}

// master is how far a Master lies from a Strong bot: of 307 matches of all games it won 159.5. What is true lies
// between -0.9 and 1.8, in 19 of 20 cases.
const master = 0.5

// Anchor is the rating of a bot at a game, which no match changes. A level that is not known plays as Club.
func Anchor(game, level string) Rating { return Rating{Mu: mu + anchors[game][level]} }

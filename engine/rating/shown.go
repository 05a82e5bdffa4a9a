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

// anchors are how far the levels of bots lie from a newcomer. They are the same in every club, so that a number means
// the same in two of them, and at every game.
//
// Between two of them a share of wins p makes √2 β ln(p/(1−p)). That of the Novice follows from 2,000 matches with Club
// at each game, two seats and duplicate deals (carteado arena --bots novice,club --matches 2000 --deals duplicate): the
// mean of the four, which TestAnchors has. Strong and Master cost too much to be measured as well: Strong won 39 of 64
// from Club at Knock, where 3 says 62 of 100; Master 15 of 24 from Strong at Huang Di, and half of 19 at Knock, where 2
// says 58 of 100.
//
// Who changes one has every club's ratings computed anew, by carteado admin ratings.
var anchors = map[string]float64{bot.Novice: -7.5, bot.Club: 0, bot.Strong: 3, bot.Master: 5}

// Anchor is the rating of a bot, which no match changes. A level that is not known plays as Club.
func Anchor(level string) Rating { return Rating{Mu: mu + anchors[level]} }

// Package results is what matches have come to: lists of matches and score sheets, what members have played, seasons
// and their standings, corrections, ratings, records, luck, and matches with real cards. db/live writes the end of a
// match; this room reads it, and computes from it.
//
// Triggers keep what members have played as numbers, in the transaction that ends a match or corrects its result, so
// that no page counts a history. Lists go on from a mark, not by number, and a narrowed one looks at a thousand matches
// a page.
package results

import (
	"carteado/db/base"
	"carteado/engine"
)

// Results are those of all clubs. They are safe for concurrent use.
type Results struct {
	*base.DB
	places   placesBySeason
	features map[string][]engine.Feature // by game
	written  []ruleSet                   // the rules of each game as written
}

// New returns the results in a database, of these games.
func New(d *base.DB, games []engine.Game) *Results {
	s := &Results{DB: d, features: map[string][]engine.Feature{}}
	for _, game := range games {
		info := game.Info()
		s.features[info.Key] = engine.FeaturesOf(game)
		written := ruleSet{info.Key, engine.Options{}}
		for _, option := range info.Options {
			written.Options[option.Key] = option.Values[0]
		}
		s.written = append(s.written, written)
	}
	return s
}

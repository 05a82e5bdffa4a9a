// Package results is what matches have come to: lists of matches and score sheets, what members have played, seasons
// and their standings, and corrections. db writes the end of a match; this room reads it, and computes from it.
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
}

// New returns the results in a database, of games with these features.
func New(d *base.DB, features map[string][]engine.Feature) *Results {
	return &Results{DB: d, features: features}
}

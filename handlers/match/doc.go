// Package match answers for the pages of matches: their lists, a score sheet and what belongs to it, the replay, the
// check, the review.
package match

import "carteado/handlers/web"

// A Wing has a method for each route of its pages; handlers/routes.go has their addresses and guards.
type Wing struct{ *web.Site }

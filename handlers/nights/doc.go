// Package nights answers for the pages of game nights: planning one, who comes and who came, the draw and its tables,
// sheets of paper, the big screen, and guests who play without an account.
package nights

import "carteado/handlers/web"

// A Wing has a method for each route of its pages; handlers/routes_evening.go has their addresses and guards.
type Wing struct{ *web.Site }

// Package account answers for a player's own pages: signing in, settings, notices and how they are sent, letters, and
// the club among a device's programs.
package account

import "carteado/handlers/web"

// A Wing has a method for each route of its pages; handlers/routes.go has their addresses and guards.
type Wing struct{ *web.Site }

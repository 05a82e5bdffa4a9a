// Package club answers for the pages of a club: its members and how they come in, roles, announcements, what comes from
// elsewhere and goes elsewhere, and the state of the house.
package club

import "carteado/handlers/web"

// A Wing has a method for each route of its pages; handlers/routes.go has their addresses and guards.
type Wing struct{ *web.Site }

// Package table answers for the pages of tables: opening one, the waiting room, moves, offers and words, the end of a
// round, the rules and lessons.
//
// An answer names the position it shows, and an older one never replaces a newer board, whichever comes last. A page
// that keeps up is sent each line of the log once: it says by a key of its reader's lines which ones it shows, and
// where those are just what was shown before a move that this program made, the answer only names them. Every other
// page gets the whole log, and words that can be taken away always come.
package table

import "carteado/handlers/web"

// A Wing has a method for each route of its pages; handlers/routes.go has their addresses and guards.
type Wing struct {
	*web.Site
	advisor *advisor
}

// New returns the wing of a site.
func New(s *web.Site) Wing { return Wing{Site: s, advisor: newAdvisor()} }

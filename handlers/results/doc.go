// Package results answers for the pages of what a club's matches come to: seasons and their standings, competitions,
// ratings, numbers and records, and the yearbook.
package results

import "carteado/handlers/web"

// A Wing has a method for each route of its pages; handlers/routes.go and handlers/routes_evening.go have their
// addresses and guards.
type Wing struct {
	*web.Site
	pictures *pictures
}

// New returns the wing of a site.
func New(site *web.Site) Wing { return Wing{Site: site, pictures: newPictures()} }

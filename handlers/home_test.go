package handlers

import (
	"testing"

	"carteado/db/seed"
	"carteado/views/link"
)

// BenchmarkHome is the home of a club of 200 members, 50 open tables and 20,000
// matches, from the request to the last byte.
func BenchmarkHome(b *testing.B) {
	club, ask := seeded(b, seed.Large)
	page := link.Club(club.Slug)
	for b.Loop() {
		ask(page)
	}
}

package table

import (
	"fmt"

	"carteado/db/live"
	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/part"
)

// SetWatching opens a table to those who only watch, or closes it to them.
func (w *Wing) SetWatching(r *web.Request) error {
	choice := r.Field("watching")
	if choice != "yes" && choice != "no" {
		return fmt.Errorf("watching: %w", web.ErrForm)
	}
	err := w.Store.SetWatchable(r.Ctx(), r.Club.ID, r.Table(), r.Player(), choice == "yes")
	return r.Done(err, link.Table(r.Club.Slug, r.Table()))
}

// watchers are who watches a table, the same for every reader.
func watchers(b live.Board) []part.Person {
	people := make([]part.Person, len(b.Watchers))
	for i, p := range b.Watchers {
		people[i] = web.PersonOf(0, p)
	}
	return people
}

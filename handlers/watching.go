package handlers

import (
	"fmt"

	"carteado/db"
	"carteado/views/link"
	"carteado/views/part"
)

// watch notes that the reader looks at a table, for those who play there. came reports
// that what was read of it before is old.
func (s *Server) watch(r *request, table int64) (came bool, err error) {
	came, err = s.store.Watch(r.ctx(), r.club.ID, r.table(), r.player())
	if came {
		s.hub.redraw(table)
	}
	return came, err
}

// setWatching opens a table to those who only watch, or closes it to them.
func (s *Server) setWatching(r *request) error {
	choice := r.field("watching")
	if choice != "yes" && choice != "no" {
		return fmt.Errorf("watching: %w", errForm)
	}
	err := s.store.SetWatchable(r.ctx(), r.club.ID, r.table(), r.player(), choice == "yes")
	return r.done(err, link.Table(r.club.Slug, r.table()))
}

// watchers are who watches a table, the same for every reader.
func watchers(b db.Board) []part.Person {
	people := make([]part.Person, len(b.Watchers))
	for i, p := range b.Watchers {
		people[i] = faced(0, p)
	}
	return people
}

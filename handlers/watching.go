package handlers

import (
	"fmt"

	"carteado/db"
	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/part"
)

// watch notes that the reader looks at a table, for those who play there. came reports
// that what was read of it before is old.
func (s *Server) watch(r *request, table int64) (came bool, err error) {
	came, err = s.Store.Watch(r.Ctx(), r.Club.ID, r.Table(), r.Player())
	if came {
		s.store.Waiters.Redraw(table)
	}
	return came, err
}

// setWatching opens a table to those who only watch, or closes it to them.
func (s *Server) setWatching(r *request) error {
	choice := r.Field("watching")
	if choice != "yes" && choice != "no" {
		return fmt.Errorf("watching: %w", web.ErrForm)
	}
	err := s.Store.SetWatchable(r.Ctx(), r.Club.ID, r.Table(), r.Player(), choice == "yes")
	return r.Done(err, link.Table(r.Club.Slug, r.Table()))
}

// watchers are who watches a table, the same for every reader.
func watchers(b db.Board) []part.Person {
	people := make([]part.Person, len(b.Watchers))
	for i, p := range b.Watchers {
		people[i] = web.PersonOf(0, p)
	}
	return people
}

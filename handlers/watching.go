package handlers

import (
	"fmt"

	"carteado/views/link"
)

// setWatching opens a table to those who only watch, or closes it to them.
func (s *Server) setWatching(r *request) error {
	choice := r.field("watching")
	if choice != "yes" && choice != "no" {
		return fmt.Errorf("watching: %w", errForm)
	}
	err := s.store.SetWatchable(r.ctx(), r.club.ID, r.table(), r.player(), choice == "yes")
	return r.done(err, link.Table(r.club.Slug, r.table()))
}

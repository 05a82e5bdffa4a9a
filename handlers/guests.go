package handlers

import (
	"net/http"

	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// showDoor shows a table for those invited to a member who has its link. It
// writes nothing: the page has a button.
func (s *Server) showDoor(r *request, key string) error {
	door, err := s.store.DoorOf(r.ctx(), r.club.ID, r.table(), r.player(), key)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, tablepage.TableDoor(tablepage.TableDoorProps{
		Table: door.Table, Game: door.Game, Host: door.HostName, Key: key,
	}))
}

// enterTable lets a member who has a table's link see it from now on.
func (s *Server) enterTable(r *request) error {
	return r.done(s.store.EnterByKey(r.ctx(), r.club.ID, r.table(), r.player(), r.field("key")), link.Table(r.club.Slug, r.table()))
}

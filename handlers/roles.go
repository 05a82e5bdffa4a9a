package handlers

import (
	"net/http"

	"carteado/engine/role"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
)

func (s *Server) showRoles(r *request) error { return r.render(http.StatusOK, clubpage.Roles()) }

func (s *Server) setRole(r *request) error {
	to := role.Role(r.field("role"))
	if !to.Known() {
		return errForm
	}
	id := r.number("player")
	return s.changedMember(r, id, s.store.SetRole(r.ctx(), r.club.ID, r.player(), id, to), link.MemberSaid(r.club.Slug, id, "role"))
}

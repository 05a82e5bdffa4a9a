package handlers

import (
	"net/http"
	"strconv"

	"carteado/engine/role"
	"carteado/views/page"
	"carteado/views/part"
)

func (s *Server) showAudit(r *request) error {
	number, _ := strconv.Atoi(r.QueryParam("page"))
	log, err := s.store.AuditOf(r.ctx(), r.club.ID, r.player(), number)
	if err != nil {
		return err
	}
	props := page.AuditProps{
		Page: log.Page, Pages: log.Pages, Whole: log.Whole, Head: log.Head, Export: r.club.Role.May(role.Export),
	}
	for _, e := range log.Entries {
		props.Entries = append(props.Entries, page.AuditRow{
			At: e.At, Action: e.Action, Details: e.Details,
			By:    part.Person{ID: e.Player, Name: e.Name, Me: e.Player == r.player()},
			About: part.Person{ID: e.About, Name: e.AboutName},
		})
	}
	return r.render(http.StatusOK, page.Audit(props))
}

package club

import (
	"net/http"

	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
)

func (w *Wing) ShowRoles(r *web.Request) error { return r.Show(http.StatusOK, clubpage.Roles()) }

func (w *Wing) SetRole(r *web.Request) error {
	to := role.Role(r.Field("role"))
	if !to.Known() {
		return web.ErrForm
	}
	id := r.Number("player")
	err := w.Store.SetRole(r.Ctx(), r.Club.ID, r.Player(), id, to)
	return w.changedMember(r, id, err, link.MemberSaid(r.Club.Slug, id, "role"))
}

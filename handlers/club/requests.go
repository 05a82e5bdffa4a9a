package club

import (
	"carteado/handlers/web"
	"carteado/views/link"
)

func (w *Wing) AnswerRequest(r *web.Request) error {
	answers := map[string]string{"yes": "approved", "no": "declined"}
	done := answers[r.Field("answer")]
	if done == "" {
		return web.ErrForm
	}
	id := r.Number("player")
	err := w.Store.AnswerRequest(r.Ctx(), r.Club.ID, r.Player(), id, done == "approved")
	return w.changedMember(r, id, err, link.MembersSaid(r.Club.Slug, done))
}

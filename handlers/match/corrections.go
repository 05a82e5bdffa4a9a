package match

import (
	"carteado/handlers/web"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
)

// CorrectMatch voids, corrects or restores a result.
func (w *Wing) CorrectMatch(r *web.Request) error {
	id := r.Number("match")
	return w.Correct(r, id, link.Match(r.Club.Slug, id), func(status int, form matchpage.Correcting) error {
		return w.matchPage(r, status, id, form)
	})
}

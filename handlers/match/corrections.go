package match

import (
	"errors"
	"net/http"

	"carteado/db/results"
	"carteado/handlers/web"
	"carteado/views/link"
)

// CorrectMatch voids, corrects or restores a result.
func (w *Wing) CorrectMatch(r *web.Request) error {
	id := r.Number("match")
	c, form, err := web.ReadCorrection(r)
	if err == nil && len(form.Faults) == 0 {
		err = w.Store.Correct(r.Ctx(), r.Club.ID, r.Player(), id, c)
	}
	if errors.Is(err, results.ErrPlaces) {
		form.Faults["place"] = "places"
	}
	if len(form.Faults) > 0 {
		return w.matchPage(r, http.StatusUnprocessableEntity, id, form)
	}
	return r.Done(err, link.Match(r.Club.Slug, id))
}

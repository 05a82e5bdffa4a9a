package table

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"carteado/db/results"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

// CorrectMatch voids, corrects or restores a result.
func (w *Wing) CorrectMatch(r *web.Request) error {
	id, faults := r.Number("match"), part.Faults{}
	c := results.Correction{Kind: r.Field("kind"), Reason: web.CleanField(r, faults, "reason", web.MaxReason)}
	if !slices.Contains([]string{results.CorrectVoid, results.CorrectPlaces, results.CorrectRestore}, c.Kind) {
		return web.ErrForm
	}
	typed := r.Request().PostForm["place"]
	for _, text := range typed {
		place, err := strconv.Atoi(text)
		if err != nil && c.Kind == results.CorrectPlaces {
			faults["place"] = "places"
		}
		c.Places = append(c.Places, place)
	}
	var err error
	if len(faults) == 0 {
		err = w.Store.Correct(r.Ctx(), r.Club.ID, r.Player(), id, c)
	}
	if errors.Is(err, results.ErrPlaces) {
		faults["place"] = "places"
	}
	if len(faults) > 0 {
		return w.matchPage(r, http.StatusUnprocessableEntity, id, tablepage.Correcting{Kind: c.Kind, Typed: typed,
			Reason: r.Field("reason"), Faults: faults})
	}
	return r.Done(err, link.Match(r.Club.Slug, id))
}

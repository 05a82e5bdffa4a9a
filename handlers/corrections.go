package handlers

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"carteado/db/results"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

// correctMatch voids, corrects or restores a result.
func (s *Server) correctMatch(r *request) error {
	id, faults := r.number("match"), part.Faults{}
	c := results.Correction{Kind: r.field("kind"), Reason: cleanField(r, faults, "reason", maxReason)}
	if !slices.Contains([]string{results.CorrectVoid, results.CorrectPlaces, results.CorrectRestore}, c.Kind) {
		return errForm
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
		err = s.store.Correct(r.ctx(), r.club.ID, r.player(), id, c)
	}
	if errors.Is(err, results.ErrPlaces) {
		faults["place"] = "places"
	}
	if len(faults) > 0 {
		return s.matchPage(r, http.StatusUnprocessableEntity, id, tablepage.Correcting{Kind: c.Kind, Typed: typed, Reason: r.field("reason"), Faults: faults})
	}
	return r.done(err, link.Match(r.club.Slug, id))
}

package web

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"carteado/db/results"
	matchpage "carteado/views/page/match"
	"carteado/views/part"
)

// Correct voids, corrects or restores the result of a match, and goes to its page. Where the form is wrong the page is
// shown again with it.
func (s *Site) Correct(r *Request, match int64, page string,
	again func(status int, form matchpage.Correcting) error) error {
	c, form, err := readCorrection(r)
	if err == nil && len(form.Faults) == 0 {
		err = s.Store.Correct(r.Ctx(), r.Club.ID, r.Player(), match, c)
	}
	if errors.Is(err, results.ErrPlaces) {
		form.Faults["place"] = "places"
	}
	if len(form.Faults) > 0 {
		return again(http.StatusUnprocessableEntity, form)
	}
	return r.Done(err, page)
}

// readCorrection reads an entry about a result from its form, and the form as it was filled in.
func readCorrection(r *Request) (c results.Correction, form matchpage.Correcting, err error) {
	faults := part.Faults{}
	c = results.Correction{Kind: r.Field("kind"), Reason: CleanField(r, faults, "reason", MaxReason)}
	if !slices.Contains([]string{results.CorrectVoid, results.CorrectPlaces, results.CorrectRestore}, c.Kind) {
		return c, form, ErrForm
	}
	typed := r.Request().PostForm["place"]
	for _, text := range typed {
		place, err := strconv.Atoi(text)
		if err != nil && c.Kind == results.CorrectPlaces {
			faults["place"] = "places"
		}
		c.Places = append(c.Places, place)
	}
	return c, matchpage.Correcting{Kind: c.Kind, Typed: typed, Reason: r.Field("reason"), Faults: faults}, nil
}

package web

import (
	"slices"
	"strconv"

	"carteado/db/results"
	matchpage "carteado/views/page/match"
	"carteado/views/part"
)

// ReadCorrection reads an entry about a result from its form, and the form as it was filled in.
func ReadCorrection(r *Request) (c results.Correction, form matchpage.Correcting, err error) {
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

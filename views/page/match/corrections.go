package match

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"carteado/views/i18n"
	"carteado/views/part"
)

// CorrectionRow is one entry about a match's result.
type CorrectionRow struct {
	Kind   string // void, places or restore
	Places []int  // by seat, where places are corrected
	Reason string
	By     int64
	Name   string // of By; "" where the account is gone
	At     time.Time
}

// Correcting is the form for another entry, as it was filled in.
type Correcting struct {
	Kind   string
	Typed  []string // places by seat
	Reason string
	Faults part.Faults // place, reason
}

// voided is the entry by which a match counts for nobody; nil where it counts.
func (p MatchProps) voided() *CorrectionRow {
	if n := len(p.Corrections); n > 0 && p.Corrections[n-1].Kind == "void" {
		return &p.Corrections[n-1]
	}
	return nil
}

func (c Correcting) kind() string { return cmp.Or(c.Kind, "void") }

// placeOf is the place that the form shows for a seat: the one typed, or the one
// with which the match ended.
func (c Correcting) placeOf(seat int, places []int) string {
	if len(c.Typed) == len(places) {
		return c.Typed[seat]
	}
	return strconv.Itoa(places[seat])
}

// corrected writes corrected places: 1st Ana, 2nd Bento.
func (p MatchProps) corrected(ctx context.Context, places []int) string {
	var list []string
	for place := 1; place <= len(places); place++ {
		for seat, own := range places {
			if own == place && seat < len(p.Seats) {
				list = append(list, i18n.T(ctx, "correct.place", "place", place, "who",
					part.Called(ctx, p.Seats[seat])))
			}
		}
	}
	return strings.Join(list, ", ")
}

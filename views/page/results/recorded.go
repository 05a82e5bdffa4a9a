package results

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"carteado/views/i18n"
	"carteado/views/part"
)

// RecordedSeat is how somebody fared: a member, or a name only.
type RecordedSeat struct {
	Person part.Person
	Points *int
	Place  int
}

// says is points, or the place where there are none.
func (s RecordedSeat) says(ctx context.Context) string {
	if s.Points != nil {
		return strconv.Itoa(*s.Points)
	}
	return i18n.T(ctx, "imports.place", "n", s.Place)
}

// ByPlace are the indices of seats, the first place first.
func ByPlace(seats []RecordedSeat) []int {
	var order []int
	for seat := range seats {
		order = append(order, seat)
	}
	slices.SortStableFunc(order, func(a, b int) int { return seats[a].Place - seats[b].Place })
	return order
}

// Fared names everybody with points or place, the winner first.
func Fared(ctx context.Context, seats []RecordedSeat) string {
	var parts []string
	for _, seat := range ByPlace(seats) {
		s := seats[seat]
		parts = append(parts, part.Called(ctx, s.Person)+" "+s.says(ctx))
	}
	return strings.Join(parts, " · ")
}

package nights

import (
	"context"
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// A comparison is those who sat on one seat of a round whose tables all played the same deals.
type comparison struct {
	seat  int // from 1
	lines []compared
}

// compared is what somebody has made of the cards that the others of a comparison had, too.
type compared struct {
	DrawnSeat
	table int
	ahead int // tenths of a point for each deal by which it is better than the mean of the others
}

// comparisons are by seat; none before the tables of the round are shown.
func (r *Round) comparisons() (list []comparison) {
	for n := 0; ; n++ {
		c := comparison{seat: n + 1}
		there, sum := false, 0
		for _, t := range r.Tables {
			if n >= len(t.Seats) {
				continue
			}
			there = true
			if s := t.Seats[n]; s.Points != nil {
				c.lines = append(c.lines, compared{DrawnSeat: s, table: t.Number})
				sum += *s.Points
			}
		}
		if !there {
			return list
		}
		if len(c.lines) < 2 {
			continue
		}
		others := len(c.lines) - 1
		for i := range c.lines {
			own := *c.lines[i].Points
			c.lines[i].ahead = 10 * (own*others - (sum - own)) / (others * r.Duplicates)
			if r.Low {
				c.lines[i].ahead = -c.lines[i].ahead
			}
		}
		list = append(list, c)
	}
}

// duplicates reports that a round of the same deals is over.
func (e Evening) duplicates() bool {
	return slices.ContainsFunc(e.Rounds, func(r Round) bool { return r.Duplicates > 0 && !r.Over.IsZero() })
}

// duplicateChoices are how the tables of a round are dealt.
func duplicateChoices(ctx context.Context) []part.Choosable {
	list := []part.Choosable{{Value: "", Label: i18n.T(ctx, "duplicates.own")}}
	for _, n := range []int{1, 2, 4, 6, 8, engine.MaxDuplicates} {
		list = append(list, part.Choosable{Value: strconv.Itoa(n), Label: i18n.T(ctx, "duplicates.same", "n", n)})
	}
	return list
}

// ahead writes tenths with a sign.
func ahead(ctx context.Context, n int) string {
	if n > 0 {
		return "+" + tenths(ctx, n)
	}
	return tenths(ctx, n)
}

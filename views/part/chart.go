package part

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"carteado/engine"
	"carteado/views/i18n"
)

// A Chart draws running totals: a line for each person, told apart by dash and
// marker as well as by colour.
type Chart struct {
	People []Person
	Rounds []engine.RoundScore
	Target int // a dashed line; 0: none
}

// The drawing, in units of its view box.
const (
	chartWidth, chartHeight = 360, 190
	chartLeft, chartRight   = 34, 276
	chartTop, chartBottom   = 20, 160
	chartNumbers            = 184 // base line of the round numbers
	chartNameGap            = 15  // least distance between the names at the lines' ends
)

func (c Chart) bounds() (low, high int) {
	high = c.Target
	for _, r := range c.Rounds {
		for _, total := range r.Totals {
			low, high = min(low, total), max(high, total)
		}
	}
	return low, max(high, low+1)
}

func (c Chart) x(round int) float64 {
	return chartLeft + float64(chartRight-chartLeft)*float64(round)/float64(max(len(c.Rounds), 1))
}

func (c Chart) y(total int) float64 {
	low, high := c.bounds()
	return chartBottom - float64(chartBottom-chartTop)*float64(total-low)/float64(high-low)
}

// grid is where lines are drawn across: about four of them, at round numbers.
func (c Chart) grid() []int {
	low, high := c.bounds()
	step := 1
	for _, s := range []int{2, 5, 10, 25, 50, 100, 250, 500} {
		if (high-low)/step <= 5 {
			break
		}
		step = s
	}
	var lines []int
	for at := low / step * step; at <= high; at += step {
		if at >= low && at != c.Target {
			lines = append(lines, at)
		}
	}
	return lines
}

// numbered are the rounds whose number is written below, so that they have room.
func (c Chart) numbered() []int {
	step := len(c.Rounds)/12 + 1
	var rounds []int
	for r := step; r <= len(c.Rounds); r += step {
		rounds = append(rounds, r)
	}
	return rounds
}

func (c Chart) totalAfter(round, seat int) int {
	if round == 0 {
		return 0
	}
	return c.Rounds[round-1].Totals[seat]
}

func (c Chart) path(seat int) string {
	var b strings.Builder
	for round := range len(c.Rounds) + 1 {
		sign := "L"
		if round == 0 {
			sign = "M"
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", sign, c.x(round), c.y(c.totalAfter(round, seat)))
	}
	return b.String()
}

// names are the heights of the people's names at the ends of their lines; those
// that would run into each other move apart.
func (c Chart) names() []float64 {
	order, at := make([]int, len(c.People)), make([]float64, len(c.People))
	for seat := range c.People {
		order[seat], at[seat] = seat, c.y(c.totalAfter(len(c.Rounds), seat))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	for range 4 * len(order) { // each pass halves what is left of the overlaps
		for i := 1; i < len(order); i++ {
			above, below := &at[order[i-1]], &at[order[i]]
			if short := chartNameGap - (*below - *above); short > 0 {
				*above -= short / 2
				*below += short / 2
			}
		}
	}
	ceiling, floor := float64(chartTop-chartNameGap/2), float64(chartBottom)
	for _, seat := range order {
		at[seat] = max(at[seat], ceiling)
		ceiling = at[seat] + chartNameGap
	}
	for _, seat := range slices.Backward(order) {
		at[seat] = min(at[seat], floor)
		floor = at[seat] - chartNameGap
	}
	for seat := range at {
		at[seat] += 4 // from the middle of the letters to their base line
	}
	return at
}

func (c Chart) summary(ctx context.Context) string {
	ends := make([]string, len(c.People))
	for seat, p := range c.People {
		ends[seat] = i18n.T(ctx, "chart.reaches", "who", Called(ctx, p), "n", i18n.Signed(c.totalAfter(len(c.Rounds), seat)))
	}
	text := i18n.T(ctx, "chart.summary", "n", len(c.Rounds), "ends", strings.Join(ends, ", "))
	if c.Target > 0 {
		text += " " + i18n.T(ctx, "chart.limit", "target", c.Target)
	}
	return text
}

// label is a person's name as far as there is room for it beside the line.
func label(ctx context.Context, p Person) string {
	const most = 7
	number := ""
	if p.Number > 0 {
		number = " " + strconv.Itoa(p.Number)
	}
	if name := []rune(Called(ctx, p)); len(name) > most {
		return string(name[:most-1-len(number)]) + "…" + number
	}
	return Called(ctx, p)
}

func number(f float64) string { return fmt.Sprintf("%.1f", f) }

// series are the lines: no colour, dash or marker is there twice. A marker is
// drawn from its middle.
var series = []struct{ class, dash, marker string }{
	{"ch-a", "none", "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0"},
	{"ch-b", "7 4", "m-3.3 -3.3h6.6v6.6h-6.6z"},
	{"ch-c", "2 3", "m0 -4.4l4.2 7.6h-8.4z"},
	{"ch-d", "10 3 2 3", "m0 -4.6l4.6 4.6l-4.6 4.6l-4.6 -4.6z"},
	{"ch-e", "12 5", "m0 4.4l4.2 -7.6h-8.4z"},
	{"ch-f", "4 2", "m-1.3 -4h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7v-2.6h2.7z"},
}

func seriesClass(seat int) string { return series[seat%len(series)].class }

func dashes(seat int) string { return series[seat%len(series)].dash }

// markers stand on a line, one for each round.
func (c Chart) markers(seat int) string {
	var b strings.Builder
	for round := 1; round <= len(c.Rounds); round++ {
		fmt.Fprintf(&b, "M%.1f %.1f%s", c.x(round), c.y(c.totalAfter(round, seat)), series[seat%len(series)].marker)
	}
	return b.String()
}

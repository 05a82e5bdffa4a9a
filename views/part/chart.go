package part

import (
	"context"
	"fmt"
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
	step := 5
	for _, s := range []int{10, 25, 50, 100, 250, 500} {
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

// nameY is the height of a person's name at the end of the line; names that
// would run into each other move apart.
func (c Chart) nameY(seat int) float64 {
	at := c.y(c.totalAfter(len(c.Rounds), seat))
	for other := range c.People {
		near := c.y(c.totalAfter(len(c.Rounds), other))
		if other == seat || near-at >= chartNameGap || at-near >= chartNameGap {
			continue
		}
		if at > near || (at == near && seat > other) {
			return (at+near)/2 + chartNameGap/2 + 4
		}
		return (at+near)/2 - chartNameGap/2 + 4
	}
	return at + 4
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
	if name := []rune(Called(ctx, p)); len(name) > most {
		return string(name[:most-1]) + "…"
	}
	return Called(ctx, p)
}

func number(f float64) string { return fmt.Sprintf("%.1f", f) }

func seriesClass(seat int) string { return []string{"ch-a", "ch-b"}[seat%2] }

func dashes(seat int) string { return []string{"none", "7 4"}[seat%2] }

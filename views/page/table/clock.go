package table

import (
	"context"
	"slices"
	"time"

	"carteado/engine/clock"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// PaceOwn is the value of a pace given in numbers and units.
const PaceOwn = "own"

// A PaceForm is the choice of a table's pace as it is filled in.
type PaceForm struct {
	Chosen      string // a pace in its written form, or PaceOwn
	Number      string // of units for a move
	Unit        string // of PaceUnits
	Reserve     string // of units for the match beside those for a move; "" for none
	ReserveUnit string // of PaceUnits
}

// says names the chosen pace.
func (p PaceForm) says(ctx context.Context) string {
	if p.Chosen == PaceOwn {
		says := p.Number + " " + i18n.T(ctx, "clock.unit."+p.Unit)
		if p.Reserve != "" {
			says += " + " + p.Reserve + " " + i18n.T(ctx, "clock.unit."+p.ReserveUnit)
		}
		return says
	}
	pace, err := clock.Parse(p.Chosen)
	if err != nil {
		return ""
	}
	return i18n.T(ctx, "clock.pace."+paceName(pace))
}

// PaceUnits are the units of a pace of one's own, the shortest first.
func PaceUnits() []string { return []string{"seconds", "minutes", "hours", "days"} }

// paceName is the plain name of a pace.
func paceName(p clock.Pace) string {
	switch {
	case p.Kind == clock.None:
		return "none"
	case p.Kind == clock.Live && p.Reserve > 0:
		return "fast"
	case p.Kind == clock.Slow && p.Reserve > 0 && slices.Contains(clock.Presets(), p):
		return "bank"
	case p.Kind == clock.Slow && p.Reserve > 0:
		return "spare"
	case p.Kind == clock.Slow && p.Move == 24*time.Hour:
		return "day"
	}
	return string(p.Kind)
}

// PaceText says a pace in words: its name, and what a move may take.
func PaceText(ctx context.Context, p clock.Pace) string {
	name := i18n.T(ctx, "clock.pace."+paceName(p))
	if p.Kind == clock.None {
		return name
	}
	return name + " · " + paceLength(ctx, p)
}

func paceLength(ctx context.Context, p clock.Pace) string {
	if p.Kind == clock.None {
		return ""
	}
	text := i18n.T(ctx, "clock.pace.move", "time", spell(ctx, p.Move))
	if p.Reserve > 0 {
		text += " " + i18n.T(ctx, "clock.pace.reserve", "time", spell(ctx, p.Reserve))
	}
	return text
}

// spell writes a length in the largest unit that says it exactly.
func spell(ctx context.Context, d time.Duration) string {
	switch {
	case d%(24*time.Hour) == 0:
		return i18n.T(ctx, "time.days", "n", int(d/(24*time.Hour)))
	case d%time.Hour == 0:
		return i18n.T(ctx, "time.hours", "n", int(d/time.Hour))
	case d%time.Minute == 0:
		return i18n.T(ctx, "time.minutes", "n", int(d/time.Minute))
	}
	return i18n.T(ctx, "time.seconds", "n", int(d/time.Second))
}

// PaceChoices are the paces on offer, for a club's usual one.
func PaceChoices(ctx context.Context) (choices []part.Choosable) {
	for _, p := range clock.Presets() {
		choices = append(choices, part.Choosable{Value: p.String(), Label: PaceText(ctx, p)})
	}
	return choices
}

// Left is the reader's remaining time at a table in a list; "" without a running clock.
func (t Table) Left(ctx context.Context) string {
	switch {
	case t.Due.IsZero() && t.Timed:
		return ""
	case t.Due.IsZero():
		return i18n.T(ctx, "clock.none")
	case t.Due.Sub(t.Now) >= table.Soon:
		return i18n.T(ctx, "clock.until", "at", i18n.ShortDeadline(ctx, t.Due))
	}
	return i18n.T(ctx, "clock.remains", "time", table.Left(max(t.Due.Sub(t.Now), 0)))
}

// low reports that little time is left at a table in a list.
func (t Table) low() bool { return !t.Due.IsZero() && t.Due.Sub(t.Now) < 4*time.Hour }

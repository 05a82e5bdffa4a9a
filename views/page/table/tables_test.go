package table

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"carteado/engine"
	"carteado/engine/clock"
	"carteado/views/i18n"
	"carteado/views/table"
)

// A list says that a match stands still and that a bot keeps the reader's seat, and never that the reader has made a
// move which the table or a bot made.
func TestTableNews(t *testing.T) {
	last := func(seat engine.Seat, made string) *table.Entry {
		return &table.Entry{Seat: seat, Made: made, Events: []engine.Event{{Kind: "passed", Seat: seat, Open: true}}}
	}
	for want, line := range map[string]Table{
		"Nobody plays here any more":    {Seats: four, Stands: true, Why: clock.HaltAlone, Kept: true},
		"Paused by agreement":           {Seats: four, Stands: true},
		"A bot keeps your seat":         {Seats: four, Kept: true, Last: last(0, "bot")},
		"Your time was over: the table": {Seats: four, Last: last(0, "clock")},
		"The bot played for you":        {Seats: four, Last: last(0, "bot")},
	} {
		var html bytes.Buffer
		if err := tableNews(line).Render(i18n.With(t.Context(), i18n.English), &html); err != nil ||
			!strings.Contains(html.String(), want) {
			t.Errorf("%q, %v; want %q", html.String(), err, want)
		}
	}
}

// A deadline that is hours or days away is told as a day and an hour in the reader's zone, in lists and at the table.
func TestDeadlinesAreDays(t *testing.T) {
	now := time.Date(2026, time.November, 23, 9, 0, 0, 0, time.UTC)
	zone := time.FixedZone("there", -3*3600)
	for want, left := range map[string]time.Duration{"until Wed 18:00": 60 * time.Hour,
		"2 h 59 min left": 179 * time.Minute, "until Tue 1 December, 06:00": 8 * 24 * time.Hour} {
		line := Table{Timed: true, Due: now.Add(left), Now: now}
		if got := line.Left(i18n.WithTime(i18n.With(t.Context(), i18n.English), now, zone)); got != want {
			t.Errorf("%v: %q, want %q", left, got, want)
		}
		if left < table.Soon {
			continue
		}
		var html bytes.Buffer
		match := table.Time{Pace: clock.Pace{Kind: clock.Slow, Move: 14 * 24 * time.Hour}, Clock: &clock.Clock{
			Seats: []clock.Seat{{Since: now, Due: line.Due}}}, Now: now}
		if err := table.Clock(match, 0).Render(i18n.WithTime(i18n.With(t.Context(), i18n.English), now, zone),
			&html); err != nil || !strings.Contains(html.String(), want) {
			t.Errorf("%q, %v; want %q", html.String(), err, want)
		}
	}
}

package table

import (
	"bytes"
	"strings"
	"testing"

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
		if err := tableNews(line).Render(i18n.With(t.Context(), i18n.English), &html); err != nil || !strings.Contains(html.String(), want) {
			t.Errorf("%q, %v; want %q", html.String(), err, want)
		}
	}
}

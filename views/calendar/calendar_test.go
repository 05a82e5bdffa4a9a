package calendar_test

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/apognu/gocal"

	"carteado/engine/clock"
	"carteado/views/calendar"
	"carteado/views/i18n"
)

// Another library reads what ours writes: the same moments, whatever the clocks do, and the same words.
func TestCalendarsAreRead(t *testing.T) {
	t.Parallel()
	lisbon, err := time.LoadLocation("Europe/Lisbon")
	if err != nil {
		t.Fatal(err)
	}
	first := time.Date(2026, 10, 23, 20, 0, 0, 0, lisbon) // the clocks go back on the 25th
	second := clock.Weekly.Next(first)
	says := strings.Repeat("Tragam; o troco, e \\ não atrasem. Há pão de queijo à farta: ", 4) + "\nBEGIN:VEVENT"
	events := []calendar.Event{
		{ID: 1, Club: "Quinta", Name: "Noite, de Rummy", Starts: first, Ends: first.Add(3 * time.Hour),
			Place: "Rua 1; ap. 2", Says: says, Games: []string{"x"}, URL: "https://c.example/nights/1",
			Changed: first.Add(-time.Hour)},
		{ID: 2, Club: "Quinta", Name: "Mudou", Starts: second, Ends: second.Add(3 * time.Hour), Revision: 2,
			Changed: first, Maybe: true},
		{ID: 3, Club: "Quinta", Name: "Cancelada", Starts: second.AddDate(0, 0, 7), Ends: second.AddDate(0, 0, 8),
			Revision: 1, Changed: first, Off: true},
	}
	text := calendar.Write(i18n.With(t.Context(), i18n.English), "c.example", "Cards", events)
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > 75 || strings.Contains(line, "\n") {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
	read := gocal.NewParser(strings.NewReader(text))
	from, until := first.AddDate(0, -1, 0), first.AddDate(0, 2, 0)
	read.Start, read.End = &from, &until
	if err := read.Parse(); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if len(read.Events) != len(events) {
		t.Fatalf("%d events are read from %s", len(read.Events), text)
	}
	for i, got := range read.Events {
		want := events[i]
		if !got.Start.Equal(want.Starts) || !got.End.Equal(want.Ends) || got.Sequence != want.Revision ||
			got.Summary != want.Name+" · Quinta" || got.Location != want.Place || !got.LastModified.Equal(want.Changed) {
			t.Errorf("event %d is read as %+v", want.ID, got)
		}
		if status := []string{"CONFIRMED", "TENTATIVE", "CANCELLED"}[i]; got.Status != status {
			t.Errorf("event %d is %s, want %s", want.ID, got.Status, status)
		}
	}
	if hours := read.Events[1].Start.Sub(*read.Events[0].Start).Hours(); hours != 7*24+1 {
		t.Errorf("%g hours between two Fridays at eight", hours)
	}
	if got := strings.ReplaceAll(read.Events[0].Description, `\n`, "\n"); !strings.Contains(got, says) {
		t.Errorf("%q is read as %q", says, got)
	}
}

// FuzzWrite: whatever hosts write, a calendar program reads it again word by word, as one event.
func FuzzWrite(f *testing.F) {
	f.Add("Noite, de Rummy", "Rua 1; ap. 2", "não \\ atrasem\nBEGIN:VEVENT", int64(1_792_000_000), 90)
	f.Add("a", "", "END:VCALENDAR\r\nX:\"", int64(1), 1)
	f.Fuzz(func(t *testing.T, name, place, says string, at int64, minutes int) {
		for _, text := range []string{name, place, says} {
			// what forms leave of a text
			if !utf8.ValidString(text) || text != strings.TrimSpace(text) ||
				strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }) {
				return
			}
		}
		if name == "" || strings.ContainsAny(name+place, "\n") || at < 0 || at > 4e9 || minutes < 1 || minutes > 24*60 {
			return
		}
		starts := time.Unix(at, 0).UTC()
		event := calendar.Event{ID: 7, Club: "Quinta", Name: name, Place: place, Says: says, Starts: starts,
			Ends: starts.Add(time.Duration(minutes) * time.Minute), Changed: starts}
		text := calendar.Write(i18n.With(t.Context(), i18n.English), "c.example", name, []calendar.Event{event})
		read := gocal.NewParser(strings.NewReader(text))
		from, until := starts.Add(-time.Hour), event.Ends.Add(time.Hour)
		read.Start, read.End = &from, &until
		if err := read.Parse(); err != nil || len(read.Events) != 1 {
			t.Fatalf("%v, %d events in %q", err, len(read.Events), text)
		}
		got := read.Events[0]
		if got.Summary != name+" · Quinta" || got.Location != place || !got.Start.Equal(starts) ||
			!got.End.Equal(event.Ends) {
			t.Errorf("read as %+v from %q", got, text)
		}
	})
}

// Package calendar writes game nights as iCalendar (RFC 5545), in the reader's language. Times are in UTC, so that no
// program needs to know the rules of a time zone: each night is an event of its own at the moment at which it begins,
// whatever the clocks have done since the one before. A night that was moved is the same event with a higher SEQUENCE,
// and one that was called off stays, as CANCELLED, so that programs which have it already take it out.
package calendar

import (
	"context"
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"carteado/views/i18n"
)

// An Event is a night.
type Event struct {
	ID           int64
	Club, Name   string
	Starts, Ends time.Time
	Place        string // with its address, if the reader may know it
	Says         string
	Games        []string // keys
	URL          string   // of its page
	Changed      time.Time
	Revision     int
	Off          bool
	Maybe        bool // the reader has not said that they come
}

// MIME is the type of what Write returns.
const MIME = "text/calendar; charset=utf-8"

// Write writes a calendar with a name. host tells the events of this house from those of others.
func Write(ctx context.Context, host, name string, events []Event) string {
	cal := ics.NewCalendarFor("Carteado")
	cal.SetMethod(ics.MethodPublish)
	cal.SetXWRCalName(name)
	cal.SetRefreshInterval("PT1H")
	for _, e := range events {
		event := cal.AddEvent(fmt.Sprintf("night-%d@%s", e.ID, host))
		event.SetDtStampTime(e.Changed)
		event.SetModifiedAt(e.Changed)
		event.SetStartAt(e.Starts)
		event.SetEndAt(e.Ends)
		event.SetSequence(e.Revision)
		event.SetSummary(e.Name + " · " + e.Club)
		if e.URL != "" {
			event.SetURL(e.URL)
		}
		if e.Place != "" {
			event.SetLocation(e.Place)
		}
		var games []string
		for _, game := range e.Games {
			games = append(games, i18n.T(ctx, "game."+game))
		}
		var lines []string
		for _, line := range []string{strings.Join(games, ", "), e.Says, e.URL} {
			if line != "" {
				lines = append(lines, line)
			}
		}
		event.SetDescription(strings.Join(lines, "\n"))
		switch {
		case e.Off:
			event.SetStatus(ics.ObjectStatusCancelled)
		case e.Maybe:
			event.SetStatus(ics.ObjectStatusTentative)
		default:
			event.SetStatus(ics.ObjectStatusConfirmed)
		}
	}
	return cal.Serialize(ics.WithNewLineWindows)
}

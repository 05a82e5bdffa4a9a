package nights

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"carteado/db/base"
	"carteado/db/nights"
	"carteado/handlers/web"
	"carteado/views/calendar"
	"carteado/views/i18n"
	"carteado/views/link"
)

// calendarURL is the address of the reader's calendar, "" where there is none.
func (w *Wing) calendarURL(r *web.Request) (string, error) {
	token, err := w.Store.CalendarAddress(r.Ctx(), r.Player())
	if err != nil || token == "" {
		return "", err
	}
	return w.URL + link.CalendarOf(token.Reveal()), nil
}

// MakeCalendar gives the reader's calendar a new address, and EndCalendar none.
func (w *Wing) MakeCalendar(r *web.Request) error {
	return r.Done(w.Store.MakeCalendar(r.Ctx(), r.Player()), link.Nights(r.Club.Slug)+"#calendar")
}

func (w *Wing) EndCalendar(r *web.Request) error {
	return r.Done(w.Store.EndCalendar(r.Ctx(), r.Player()), link.Nights(r.Club.Slug)+"#calendar")
}

// SendCalendar answers a calendar program, which has no session: the address alone is enough to read the nights.
func (w *Wing) SendCalendar(r *web.Request) error {
	lang, list, err := w.Store.CalendarOf(r.Ctx(), base.Secret(r.Param("token")))
	if err != nil {
		return err
	}
	var events []calendar.Event
	for _, d := range list {
		events = append(events, w.event(d.Night, d.Club, d.ClubName))
	}
	r.Lang = lang
	return w.sendCalendar(r, i18n.T(i18n.With(r.Ctx(), r.Language()), "calendar.name"), events)
}

// SendNight sends one night as a file.
func (w *Wing) SendNight(r *web.Request) error {
	n, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	return w.sendCalendar(r, n.Name, []calendar.Event{w.event(n, r.Club.Slug, r.Club.Name)})
}

func (w *Wing) sendCalendar(r *web.Request, name string, events []calendar.Event) error {
	r.Response().Header()["Cache-Control"] = web.NoStore
	host := w.URL
	if house, err := url.Parse(w.URL); err == nil {
		host = house.Hostname()
	}
	text := calendar.Write(i18n.With(r.Ctx(), r.Language()), host, name, events)
	return r.Blob(http.StatusOK, calendar.MIME, []byte(text))
}

// event is a night in a calendar. Its reader's store has left out an address that they may not know.
func (w *Wing) event(n nights.Night, club, clubName string) calendar.Event {
	place := strings.Join(slices.DeleteFunc([]string{n.Place, n.Address}, func(s string) bool { return s == "" }), ", ")
	return calendar.Event{
		ID: n.ID, Club: clubName, Name: n.Name, Starts: n.Starts, Ends: n.Ends, Place: place, Says: n.Says,
		Games: n.Games, URL: w.URL + link.Night(club, n.ID), Changed: n.Changed, Revision: n.Revision,
		Off: !n.Off.IsZero(), Maybe: !n.Placed,
	}
}

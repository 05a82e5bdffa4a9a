package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/apognu/gocal"

	"carteado/db/nights"
	"carteado/engine/clock"
	"carteado/views/link"
)

// readCalendar reads a calendar that was sent, with another library.
func readCalendar(t *testing.T, text string) []gocal.Event {
	t.Helper()
	read := gocal.NewParser(strings.NewReader(text))
	from, until := time.Now().AddDate(-1, 0, 0), time.Now().AddDate(3, 0, 0)
	read.Start, read.End = &from, &until
	if err := read.Parse(); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return read.Events
}

// A night is planned by a form that loses nothing, is answered from the home page, and stands in calendars until their
// address is given up.
func TestNights(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, bento := e.as("Ana"), e.as("Bento")
	page := link.Nights(e.club)
	if strings.Contains(bento.get(page).want(http.StatusOK).body, link.NewNight(e.club)) {
		t.Error("a member may plan nights")
	}
	form := ana.get(link.NewNight(e.club)).want(http.StatusOK).mustForm(page)
	again := form.with("name", "").with("says", "Bring bread").with("until", "x").send().
		want(http.StatusUnprocessableEntity).says("Write a time of day")
	if !strings.Contains(again.body, `value="Bring bread"`) {
		t.Error("what was typed is lost")
	}
	form.with("name", "Friday").with("date", "2020-01-03").send().want(http.StatusUnprocessableEntity).
		says("Choose a day that is still to come.")
	zone, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Now().In(zone).AddDate(0, 0, 10)
	starts := time.Date(day.Year(), day.Month(), day.Day(), 21, 0, 0, 0, zone)
	to := form.with("name", "Friday <b>").with("date", starts.Format(time.DateOnly)).with("from", "21:00").
		with("until", "01:00").with("place", "At Ana’s").with("address", "Rua 1").with("places", "1").
		with("recurs", "weekly").send().want(http.StatusSeeOther).Header.Get("Location")
	e.as("Davi").get(link.Club(e.club)).want(http.StatusOK).says("Are you coming?").mustForm(to + "/answer")
	bento.get(link.Club(e.club)).says("Friday <b>") // for whom matches wait
	bento.get(to).mustForm(to+"/answer").with("answer", "yes").send().want(http.StatusSeeOther)
	bento.get(to).want(http.StatusOK).says("Rua 1").says("full")
	if strings.Contains(e.as("Célia").get(to).body, "Rua 1") {
		t.Error("who has no place reads the address")
	}
	celia := e.as("Célia")
	celia.post(to+"/answer", url.Values{"answer": {"late"}, "arrives": {"00:30"}}).want(http.StatusSeeOther)
	celia.get(to).says("You are waiting, in place 1")
	celia.post(to+"/answer", url.Values{"answer": {"late"}, "arrives": {"03:00"}}).
		want(http.StatusUnprocessableEntity).says("between the beginning and the end")
	celia.post(to+"/answer", url.Values{"answer": {"perhaps"}}).want(http.StatusBadRequest)
	ana.get(to).mustForm(to + "/remind").send().want(http.StatusSeeOther)
	if ana.get(to).form(to+"/remind") != nil {
		t.Error("one may remind twice")
	}

	one := readCalendar(t, bento.get(to+"/night.ics").want(http.StatusOK).body)
	if len(one) != 1 || !one[0].Start.Equal(starts) || !one[0].End.Equal(starts.Add(4*time.Hour)) ||
		one[0].Location != "At Ana’s, Rua 1" || one[0].Status != "CONFIRMED" {
		t.Errorf("the file of the night says %+v", one)
	}
	bento.post(link.Calendar(e.club), nil).want(http.StatusSeeOther)
	inputs := all(bento.get(page).doc(), "input", "id", "calendar-address")
	if len(inputs) != 1 {
		t.Fatal("no address of a calendar")
	}
	address, _ := attr(inputs[0], "value")
	at := address[strings.Index(address, "/calendar/"):]
	nobody := e.browser()
	if list := readCalendar(t, nobody.get(at).want(http.StatusOK).body); len(list) != 4 {
		t.Errorf("the calendar has %d nights", len(list))
	}
	edit := ana.get(to + "/edit").want(http.StatusOK).mustForm(to)
	edit.with("from", "20:30").with("place", "").send().want(http.StatusSeeOther)
	moved := readCalendar(t, nobody.get(at).body)[0]
	if !moved.Start.Equal(starts.Add(-30*time.Minute)) || moved.Sequence != 1 || moved.Uid != one[0].Uid ||
		moved.Location != "Rua 1" {
		t.Errorf("the night was moved, and the calendar says %+v", moved)
	}
	const hidden = "Ana is\u200b ill"
	kept := ana.post(to+"/off", url.Values{"reason": {hidden}, "following": {"on"}}).
		want(http.StatusUnprocessableEntity).mustForm(to + "/off").values
	if kept.Get("reason") != hidden || kept.Get("following") != "on" {
		t.Errorf("a night is not called off, and its form keeps %v", kept)
	}
	ana.get(to).mustForm(to+"/off").with("reason", "Ana is ill").send().want(http.StatusSeeOther)
	bento.get(to).says("Ana is ill")
	if off := readCalendar(t, nobody.get(at).body)[0]; off.Status != "CANCELLED" || off.Sequence != 2 {
		t.Errorf("the night was called off, and the calendar says %+v", off)
	}
	bento.post(to+"/answer", url.Values{"answer": {"yes"}}).want(http.StatusConflict)
	bento.post(link.EndCalendar(e.club), nil).want(http.StatusSeeOther)
	nobody.get(at).want(http.StatusNotFound)
}

// A night that goes on after midnight can be changed until it ends.
func TestANightChangesAfterMidnight(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.noon()
	began := time.Now().In(e.zone()).AddDate(0, 0, -1)
	began = time.Date(began.Year(), began.Month(), began.Day(), 20, 0, 0, 0, began.Location())
	id, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: began,
		Ends: began.Add(23 * time.Hour), AnswersUntil: began}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	to := link.Night(e.club, id)
	form := e.as("Ana").get(to + "/edit").want(http.StatusOK).mustForm(to)
	form.with("until", "19:30").send().want(http.StatusSeeOther)
	form.with("date", began.AddDate(0, 0, -1).Format(time.DateOnly)).send().want(http.StatusUnprocessableEntity)
	if night, _, _, err := e.Store.NightOf(t.Context(), e.clubID, e.players["Ana"], id); err != nil ||
		!night.Ends.Equal(began.Add(23*time.Hour+30*time.Minute)) {
		t.Errorf("it ends at %s, %v", night.Ends, err)
	}
}

// Answers close by the clock on the wall, and a night near a clock change is changed without another choice.
func TestAnswersCloseOnTheWall(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE clubs SET time_zone = 'Europe/Lisbon'`)
	ana, zone := e.as("Ana"), e.Zone("Europe/Lisbon")
	now := time.Now().In(zone)
	starts := time.Date(now.Year(), now.Month(), now.Day()+2, 20, 0, 0, 0, zone)
	before := func() time.Time { return starts.AddDate(0, 0, -1) }
	for starts.Sub(before()) == 24*time.Hour {
		starts = starts.AddDate(0, 0, 1)
	}
	to := ana.get(link.NewNight(e.club)).mustForm(link.Nights(e.club)).with("name", "Late").with("close", "24").
		with("date", starts.Format(time.DateOnly)).send().want(http.StatusSeeOther).Header.Get("Location")
	id := e.id(`SELECT id FROM nights WHERE answers_until = $1`, before())
	for _, stored := range []time.Time{before(), starts.Add(-24 * time.Hour)} {
		e.sql(`UPDATE nights SET answers_until = $2 WHERE id = $1`, id, stored)
		if got := ana.get(to + "/edit").mustForm(to).values.Get("close"); got != "24" {
			t.Errorf("answers close at %s, which is %s hours before", stored.In(zone), got)
		}
	}
}

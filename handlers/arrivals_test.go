package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"carteado/db/nights"
	"carteado/engine/clock"
	"carteado/views/link"
)

// A member comes by the code on the wall, a guest by a name, and the host sees both.
func TestArrivals(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	starts := time.Now().Add(time.Hour)
	night, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: starts,
		Ends: starts.Add(time.Hour), AnswersUntil: starts}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	ana, bento, nobody := e.as("Ana"), e.as("Bento"), e.browser()
	poster := link.Poster(e.club, night)
	ana.get(poster).want(http.StatusOK).mustForm(poster).send().want(http.StatusSeeOther)
	shown := ana.get(poster)
	at := strings.Index(shown.body, "/here/")
	here, _, _ := strings.Cut(shown.body[at:], "<")
	bento.get(here).want(http.StatusOK).mustForm(here).send().want(http.StatusSeeOther)
	nobody.get(here).want(http.StatusOK).says("as a member")
	nobody.post(here, url.Values{"as": {"guest"}, "name": {"Luís <b>"}}).want(http.StatusOK).
		says("Good evening, Luís <b>")
	nobody.post(here, url.Values{"as": {"guest"}, "name": {"luís <b>"}}).want(http.StatusUnprocessableEntity).
		says("Is it the same person?")
	nobody.post(here, url.Values{"as": {"guest"}, "name": {" "}}).want(http.StatusUnprocessableEntity)
	door := link.Arrivals(e.club, night)
	ana.get(door).want(http.StatusOK).says("Luís <b>").says("Bento")
	celia := url.Values{"player": {strconv.FormatInt(e.players["Célia"], 10)}, "here": {"yes"}}
	bento.post(door, celia).want(http.StatusForbidden)
	ana.post(door, celia).want(http.StatusSeeOther)
	guests := link.Guest(e.club, night)
	ana.get(door).mustForm(guests).with("name", "Rui").send().want(http.StatusSeeOther)
	ana.get(door).mustForm(guests).with("name", "Rui").send().want(http.StatusUnprocessableEntity).says("same person")
	mine := link.Night(e.club, night)
	e.as("Célia").get(mine).says("The club knows that you are here.").mustForm(mine + "/here").send().
		want(http.StatusSeeOther)
	bento.get(mine).says("4 came").says("Rui")
	ana.get(poster).mustForm(poster).send().want(http.StatusSeeOther)
	nobody.get(here).want(http.StatusGone)
}

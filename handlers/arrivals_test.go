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
	luis := e.as("nobody")
	luis.post(here, url.Values{"as": {"guest"}, "name": {"Luís <b>"}}).want(http.StatusSeeOther).leads(link.Visit)
	luis.post(here, url.Values{"as": {"guest"}, "name": {"Luís <b>"}}).want(http.StatusSeeOther).leads(link.Visit)
	luis.get(here).want(http.StatusSeeOther).leads(link.Visit)
	luis.get(link.Visit).says("Good evening, Luís <b>")
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
	guest := int64(0)
	if list, err := e.Store.ArrivalsOf(t.Context(), e.clubID, e.players["Ana"], night); err != nil || !list[1].Guest {
		t.Fatalf("came %+v, %v", list, err)
	} else {
		guest = list[1].ID
	}
	claim, answer, davi := link.ClaimGuest(e.club, night, guest), link.AnswerClaim(e.club, night, guest), e.as("Davi")
	bento.post(claim, nil).want(http.StatusUnprocessableEntity).says("came to this night as yourself")
	davi.get(mine).mustForm(claim).send().want(http.StatusSeeOther)
	davi.get(mine).says("You have said that you were Luís <b>")
	if strings.Contains(bento.get(mine).body, "Davi says") {
		t.Error("a member who is no host reads who says that they were a guest")
	}
	ana.get(mine).says("Davi says that they were the guest Luís <b>").mustForm(answer).with("yes", "no").send().
		want(http.StatusSeeOther)
	ana.post(answer, url.Values{"player": {strconv.FormatInt(e.players["Davi"], 10)}, "yes": {"yes"}}).
		want(http.StatusConflict)
	davi.get(mine).mustForm(claim).send().want(http.StatusSeeOther)
	ana.get(mine).mustForm(answer).with("yes", "yes").send().want(http.StatusSeeOther)
	davi.get(mine).says("The club knows that you are here.")
	if list, err := e.Store.ArrivalsOf(t.Context(), e.clubID, e.players["Ana"], night); err != nil ||
		list[1].Player != e.players["Davi"] {
		t.Errorf("came %+v, %v", list, err)
	}
	ana.get(poster).mustForm(poster).send().want(http.StatusSeeOther)
	nobody.get(here).want(http.StatusGone)
}

package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"carteado/db/nights"
	"carteado/engine/clock"
	"carteado/views/link"
)

// One press draws tables, every page of those seated says where, and results make the standings.
func TestDraws(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	starts := time.Now().Add(time.Hour)
	night, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: starts,
		Ends: starts.Add(time.Hour), AnswersUntil: starts, Place: "At Ana’s"}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	ana, bento := e.as("Ana"), e.as("Bento")
	page := link.Draws(e.club, night)
	ana.get(page).mustForm(page).send().want(http.StatusUnprocessableEntity).says("fill no such table")
	for _, name := range []string{"Bento", "Célia"} {
		if err := e.Store.SetArrived(t.Context(), e.clubID, e.players["Ana"], night, e.players[name],
			true); err != nil {
			t.Fatal(err)
		}
	}
	ana.get(page).mustForm(page).with("minutes", "x").send().want(http.StatusUnprocessableEntity)
	ana.get(page).mustForm(page).send().want(http.StatusSeeOther)
	bento.get(page).says("no tables yet")
	ana.get(page).mustForm(link.OpenRound(e.club, night, 1)).send().want(http.StatusSeeOther)
	bento.get("/settings").says("Table 1, with Célia")
	result := link.DrawnResult(e.club, night, 1, 1)
	form := bento.get(page).mustForm(result)
	wrong := url.Values{}
	for name := range form.values {
		if strings.HasPrefix(name, "place-") {
			wrong.Set(name, "2")
		}
	}
	bento.post(result, wrong).want(http.StatusUnprocessableEntity)
	e.as("Davi").post(result, form.values).want(http.StatusForbidden)
	form.send().want(http.StatusSeeOther)
	bento.post(result, url.Values{"place-1": {"1"}}).want(http.StatusConflict)
	screen := link.Screen(e.club, night)
	ana.get(screen).mustForm(screen).with("on", "yes").send().want(http.StatusSeeOther)
	shown := ana.get(screen)
	input, _ := attr(all(shown.doc, "input", "id", "television-address")[0], "value")
	tv := input[strings.Index(input, "/tv/"):]
	nobody := e.browser()
	if got := nobody.get(tv).want(http.StatusOK).says("Table 1").says("Célia"); strings.Contains(got.body, "At Ana’s") {
		t.Error("the television tells where the night is")
	}
	ana.get(page).mustForm(link.EndRound(e.club, night, 1)).send().want(http.StatusSeeOther)
	bento.get(page).says("Standings of the night").says("6")
	if strings.Contains(bento.get("/settings").body, "Table 1, with") {
		t.Error("a round that is over is told")
	}
	ana.get(page).mustForm(page).with("at_time", "x").send().want(http.StatusUnprocessableEntity)
	ana.get(page).mustForm(page).with("at_time", "stands").send().want(http.StatusSeeOther)
	ana.get(page).mustForm(link.OpenRound(e.club, night, 2)).send().want(http.StatusSeeOther)
	ana.get(page).says("End the round as it stands")
	bento.get(page).says("the host ends the round as it stands")
	closing := link.CloseDrawnTable(e.club, night, 2, 1)
	bento.post(closing, url.Values{"how": {"void"}}).want(http.StatusForbidden)
	ana.get(page).mustForm(closing).with("how", "void").send().want(http.StatusSeeOther)
	bento.get(page).says("Closed; it counts as the average.")
	ana.post(closing, url.Values{"how": {"void"}}).want(http.StatusConflict)
	ana.post(screen, url.Values{"on": {"no"}}).want(http.StatusSeeOther)
	nobody.get(tv).want(http.StatusGone)
}

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
	number := func(from, to int) { // as after another table has gone
		e.sql(`UPDATE draw_tables SET number = $2 WHERE number = $1`, from, to)
		e.sql(`UPDATE draw_seats SET number = $2 WHERE number = $1`, from, to)
	}
	number(1, 7)
	if pack := ana.get(link.Pack(e.club, night)).says("Table 7 · "); strings.Contains(pack.text(), "Table 1 · ") {
		t.Error("the paper numbers tables by itself")
	}
	number(7, 1)
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
	input, _ := attr(all(shown.doc(), "input", "id", "television-address")[0], "value")
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

// A host seats latecomers in, and seats those out who go home; the page offers what can be done, and says what was.
func TestSeatsOfARound(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	starts := time.Now().Add(time.Hour)
	night, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: starts,
		Ends: starts.Add(time.Hour), AnswersUntil: starts, Place: "At Ana’s"}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	here := func(name string, is bool) {
		t.Helper()
		if err := e.Store.SetArrived(t.Context(), e.clubID, e.players["Ana"], night, e.players[name], is); err != nil {
			t.Fatal(err)
		}
	}
	ana, page := e.as("Ana"), link.Draws(e.club, night)
	here("Bento", true)
	here("Célia", true)
	ana.get(page).mustForm(page).with("game", "rummy").send().want(http.StatusSeeOther)
	ana.get(page).mustForm(link.OpenRound(e.club, night, 1)).send().want(http.StatusSeeOther)
	here("Davi", true)
	if strings.Contains(e.as("Bento").get(page).body, "has no table") {
		t.Error("a member is offered to seat others in")
	}
	in := link.SeatIn(e.club, night, 1)
	ana.post(in, url.Values{"rest": {"yes"}}).want(http.StatusConflict) // one alone is no table
	ana.get(page).says("Davi is here and has no table").mustForm(in).send().want(http.StatusSeeOther)
	e.as("Davi").get("/settings").says("Table 1, with")
	here("Célia", false)
	ana.get(page).says("has gone home").says("Seat Célia out").mustForm(link.SeatOut(e.club, night, 1)).send().
		want(http.StatusSeeOther)
	if strings.Contains(ana.get(page).body, "Célia") {
		t.Error("who was seated out is shown at a table")
	}
	e.as("Davi").get("/settings").says("Table 1, with Bento")
	ana.get(link.Audit(e.club)).says("changed the seats of round 1")
}

// A host may close any table of a round but one where they play and somebody has moved, and is not offered that one.
func TestClosingATableOfARound(t *testing.T) {
	t.Parallel()
	n := newNightOut(t)
	for _, name := range []string{"Ana", "Bento"} {
		n.as(name).post(n.wall, nil).want(http.StatusSeeOther)
	}
	table := n.draws(2)
	n.sql(`UPDATE memberships SET role = 'host' WHERE player_id = $1`, n.players["Célia"])
	page, closing := link.Draws(n.club, n.night), link.CloseDrawnTable(n.club, n.night, 1, 1)
	if n.as("Ana").get(page).form(closing) == nil {
		t.Error("a table that nobody has come to is not offered to be closed")
	}
	for _, name := range []string{"Ana", "Bento"} {
		n.as(name).post(link.Join(n.club, table), nil)
	}
	for _, name := range []string{"Ana", "Bento"} {
		if legal := n.board(table, name).Legal; len(legal) > 0 {
			n.plays(table, name, legal[0])
		}
	}
	if n.as("Ana").get(page).form(closing) != nil {
		t.Error("a player is offered to close their own table")
	}
	n.as("Ana").post(closing, url.Values{"how": {"void"}}).want(http.StatusConflict).says("You play in this match")
	n.as("Célia").get(page).mustForm(closing).with("how", "void").send().want(http.StatusSeeOther)
	// Each reads in their own language why, wherever it is told.
	n.sql(`UPDATE players SET lang = 'pt-BR' WHERE id = $1`, n.players["Ana"])
	for name, said := range map[string]string{"Ana": "O anfitrião da noite fechou", "Célia": "The host of the"} {
		for _, told := range []string{link.Table(n.club, table), link.Audit(n.club)} {
			n.as(name).get(told).want(http.StatusOK).says(said)
		}
	}
}

// If the program ends between the draw and the tables, the host's page says which button opens those that are missing,
// and nobody else's does.
func TestTablesThatAreMissing(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	starts := time.Now().Add(time.Hour)
	night, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: starts,
		Ends: starts.Add(time.Hour), AnswersUntil: starts}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Bento", "Célia"} {
		if err := e.Store.SetArrived(t.Context(), e.clubID, e.players["Ana"], night, e.players[name],
			true); err != nil {
			t.Fatal(err)
		}
	}
	const open = "Open the tables that are missing"
	ana, bento, page := e.as("Ana"), e.as("Bento"), link.Draws(e.club, night)
	ana.get(page).mustForm(page).with("screens", "on").send().want(http.StatusSeeOther)
	if err := e.Store.OpenRound(t.Context(), e.clubID, e.players["Ana"], night, 1); err != nil { // and no more
		t.Fatal(err)
	}
	if shown := bento.get(page).want(http.StatusOK); strings.Contains(shown.body, open) {
		t.Error("a member is offered to open tables")
	}
	ana.get(page).says(open).mustForm(link.OpenRound(e.club, night, 1)).send().want(http.StatusSeeOther)
	if shown := ana.get(page); strings.Contains(shown.body, open) || len(all(shown.doc(), "a", "href",
		link.Table(e.club, 5))) == 0 {
		t.Errorf("after the press the page says %s", shown.text())
	}
}

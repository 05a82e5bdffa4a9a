package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"carteado/db/nights"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/views/link"
)

// A table with real cards writes its rounds down: what cannot be is refused in words with the form as it was filled in,
// and the result counts once the other player has confirmed it.
func TestSheets(t *testing.T) {
	t.Parallel()
	e := newEvening(t, game("knock"))
	starts := time.Now().Add(time.Hour)
	night, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: starts,
		Ends: starts.Add(time.Hour), AnswersUntil: starts, Place: "Ana’s"}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Bento", "Célia"} {
		if err := e.Store.SetArrived(t.Context(), e.clubID, e.players["Ana"], night, e.players[name],
			true); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Store.DrawTables(t.Context(), e.clubID, e.players["Ana"], night, nights.Wish{Game: "knock",
		Sizes: []int{2}, Minutes: 20, Screens: true, Options: engine.Options{"target_score": "50"}}); err != nil {
		t.Fatal(err)
	}
	ana, bento, celia := e.as("Ana"), e.as("Bento"), e.as("Célia")
	page, sheet := link.Draws(e.club, night), link.Sheet(e.club, night, 1, 1)
	ana.get(page).mustForm(link.DrawnPaper(e.club, night, 1, 1)).with("on", "yes").send().want(http.StatusSeeOther)
	ana.get(page).mustForm(link.OpenRound(e.club, night, 1)).send().want(http.StatusSeeOther)
	if body := ana.get(page).body; strings.Contains(body, "Go to the table") {
		t.Error("a table with real cards was opened on a screen")
	}
	bento.get(page).says("Write on the sheet")
	fill := func(b *browser, by, how string, left ...string) *reply {
		t.Helper()
		form := b.get(sheet).want(http.StatusOK).mustForm(sheet).with("by", by, "how", how)
		form.values["left"] = left
		return form.send()
	}
	refused := fill(bento, "0", "knock", "2", "-3").want(http.StatusUnprocessableEntity).
		says("write a number from 0 to 101")
	if input := all(refused.doc(), "input", "name", "left"); len(input) != 2 {
		t.Fatal("the form is gone")
	} else if typed, _ := attr(input[1], "value"); typed != "-3" {
		t.Errorf("what was typed is %q", typed)
	} else if wrong, _ := attr(input[1], "aria-invalid"); wrong != "true" {
		t.Errorf("the field says %q of itself", wrong)
	}
	fill(bento, "0", "knock", "2", "x").want(http.StatusUnprocessableEntity)
	fill(bento, "", "knock", "2", "9").want(http.StatusUnprocessableEntity).says("Choose who ended the round")
	fill(bento, "0", "knock_zero", "2", "9").want(http.StatusUnprocessableEntity).says("cannot have anything left")
	two := bento.get(sheet).mustForm(sheet).with("how", "knock")
	two.values["by"], two.values["left"] = []string{"0", "1"}, []string{"2", "9"}
	two.send().want(http.StatusUnprocessableEntity).says("Only one player can end a round")
	e.as("Davi").get(sheet).want(http.StatusOK) // a member reads it
	e.as("Davi").post(sheet, url.Values{"written": {"0"}, "by": {"0"}, "how": {"knock"}, "left": {"2", "9"}}).
		want(http.StatusForbidden)
	fill(bento, "0", "knock", "2", "30").want(http.StatusSeeOther)
	bento.get(sheet).says("+30 → 30")
	late := celia.get(sheet).mustForm(sheet).with("by", "1", "how", "knock_zero", "written", "0")
	late.values["left"] = []string{"9", ""}
	late.send().want(http.StatusConflict)
	fill(bento, "1", "knock_zero", "48", "").want(http.StatusSeeOther)
	bento.get(sheet).says("Nobody has confirmed it yet")
	bento.post(sheet+"/confirm", nil).want(http.StatusForbidden)
	celia.get(sheet).mustForm(sheet + "/confirm").send().want(http.StatusSeeOther)
	celia.get(sheet).says("It counts like any match")
	bento.post(sheet+"/back", url.Values{"written": {"2"}}).want(http.StatusConflict)
	at, err := e.Store.SheetOf(t.Context(), e.clubID, e.players["Ana"], night, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	match := link.Recorded(e.club, at.Table.Sheet.Match)
	moved := bento.get(link.Match(e.club, at.Table.Sheet.Match)).want(http.StatusSeeOther)
	if to := moved.Header.Get("Location"); to != match {
		t.Errorf("the match is at %s", to)
	}
	bento.get(match).says("Friday").says("−10")
	form := ana.get(match).mustForm(match).with("kind", "places", "reason", "the other way round")
	form.values["place"] = []string{"2", "2"}
	form.send().want(http.StatusUnprocessableEntity)
	form.values["place"] = []string{"1", "2"}
	form.send().want(http.StatusSeeOther)
	ana.get(match).says("the other way round")
	// Lists and what narrows them go by the correction.
	list := link.Matches(e.club) + "?medium=paper"
	for _, name := range []string{"Bento", "Célia"} {
		reader := e.as(name)
		page := reader.get(list).says("With real cards")
		won := len(all(page.doc(), "span", "class", "tag tag--good")) == 1
		if found := strings.Contains(reader.get(list+"&result=won").body, match); found != won {
			t.Errorf("%s has won: %v, is found among those won: %v", name, won, found)
		}
	}
	ana.get(match).mustForm(match).with("kind", "void", "reason", "too late").send().want(http.StatusSeeOther)
	if got := len(all(bento.get(list).doc(), "a", "class", "item is-void")); got != 1 {
		t.Errorf("the list shows %d voided matches", got)
	}
	for ended, want := range map[string]bool{"voided": true, "played": false} {
		if found := strings.Contains(bento.get(list+"&ended="+ended).body, match); found != want {
			t.Errorf("a void match is found among those %s: %v", ended, found)
		}
	}
}

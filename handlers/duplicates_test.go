package handlers

import (
	"net/http"
	"testing"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db/nights"
	"carteado/engine/clock"
	"carteado/views/link"
)

// A host has all tables of a round play the same deals. What does not go with that is answered in words.
func TestTheSameDealsAtAllTables(t *testing.T) {
	t.Parallel()
	e := newEvening(t, games.All()...)
	starts := time.Now().Add(time.Hour)
	night, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: starts,
		Ends: starts.Add(time.Hour), AnswersUntil: starts}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Ana", "Bento", "Célia", "Davi"} {
		if err := e.Store.SetArrived(t.Context(), e.clubID, e.players["Ana"], night, e.players[name],
			true); err != nil {
			t.Fatal(err)
		}
	}
	ana, page := e.as("Ana"), link.Draws(e.club, night)
	good := []string{"game", "knock", "size", "2", "screens", "on", "duplicates", "1"}
	for _, c := range []struct {
		says string
		with []string
	}{
		{"need tables on screens", []string{"screens", ""}}, {"is not played so", []string{"game", "palace"}},
		{"need two tables or more", []string{"split", "2"}}, {"", []string{"duplicates", "13"}},
		{"", []string{"duplicates", "<b>"}}, {"", []string{"duplicates", "01"}},
	} {
		got := ana.get(page).mustForm(page).with(append(good, c.with...)...).send().want(http.StatusUnprocessableEntity)
		if c.says != "" {
			got.says(c.says)
		}
	}
	ana.get(page).mustForm(page).with(good...).send().want(http.StatusSeeOther)
	ana.get(page).says("All tables play the same deal").mustForm(link.OpenRound(e.club, night, 1)).send().
		want(http.StatusSeeOther)
	for _, name := range []string{"Ana", "Bento"} {
		e.as(name).get(page).says("Hidden until all tables are over.").says("Go to the table")
	}
}

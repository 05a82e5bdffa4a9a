package handlers

import (
	"net/http"
	"strconv"
	"testing"

	"carteado/views/link"
)

// A sheet of paper is for the house rules and the players that a form for a new table or
// a table names.
func TestScoreSheet(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	sheet := func(address string, columns, lines int) *reply {
		page := e.as("Ana").get(address).want(http.StatusOK)
		if c, l := len(all(page.doc(), "th", "scope", "col")), len(all(page.doc(), "th", "scope", "row")); c != columns+1 ||
			l != lines+1 {
			t.Errorf("%s: %d columns, %d lines", address, c, l)
		}
		return page
	}
	sheet(link.ScoreSheet(e.club, "palace", nil), 5, 15).says("Match to 2 wins").
		says("Each round you win counts as one win.")
	sheet(link.ScoreSheet(e.club, "rummy", map[string]string{"match_mode": "deals", "deals": "4"})+
		"&seat1=open&seat2=member:"+strconv.FormatInt(e.players["Bento"], 10), 3, 4).
		says("Match of 4 rounds").says("Bento").says("Ana")
	e.as("Ana").get(link.ScoreSheet(e.club, "bridge", nil)).want(http.StatusNotFound)
	knock := link.ScoreSheet(e.club, "knock", nil)
	for _, from := range []string{link.RulesOf("knock"), link.HouseRules(e.club, 1)} {
		sheet(href(t, e.as("Ana").get(from), knock, "#"), 2, 15).says("Match to 100")
	}
	if form := e.as("Ana").get(link.NewTable(e.club)).want(http.StatusOK); len(
		all(form.doc(), "button", "formaction", link.ScoreSheets(e.club))) != 1 {
		t.Error("the form for a new table does not lead to the sheet")
	}
}

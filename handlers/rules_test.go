package handlers

import (
	"net/http"
	"testing"

	"carteado/views/link"
)

// Everybody may read the rules, and who plays finds them at the table.
func TestRules(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	nobody := e.as("nobody")
	if got := nobody.get(link.Rules).want(http.StatusSeeOther).Header.Get("Location"); got != link.RulesOf("knock") {
		t.Errorf("the rules lead to %s", got)
	}
	nobody.get(link.RulesOf("knock")).want(http.StatusOK).says("Rules: Knock")
	nobody.get(link.RulesOf("bridge")).want(http.StatusNotFound)
	general := e.as("Bento").get(link.RulesOf("knock")).want(http.StatusOK)
	if len(all(general.doc, "a", "href", link.NewTableOf(e.club, "knock"))) == 0 {
		t.Error("the rules do not lead a member to a new table")
	}
	at := e.as("Bento").get(link.HouseRules(e.club, 1)).want(http.StatusOK).says("Table 1")
	if len(all(at.doc, "a", "href", link.Table(e.club, 1))) == 0 {
		t.Error("no way back to the table")
	}
}

package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"carteado/handlers/web"
	"carteado/views/link"
)

// Everybody may read the rules, and players find them at the table.
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
	if len(all(general.doc(), "a", "href", link.NewTableOf(e.club, "knock"))) == 0 {
		t.Error("the rules do not lead a member to a new table")
	}
	at := e.as("Bento").get(link.HouseRules(e.club, 1)).want(http.StatusOK).says("Table 1")
	if len(all(at.doc(), "a", "href", link.Table(e.club, 1))) == 0 {
		t.Error("no way back to the table")
	}
}

// A match of other rules says so, and leads a host to where it can be ended.
func TestAMatchOfOtherRules(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE matches SET rules_version = 0 WHERE id = $1`, e.running)
	table := link.Table(e.club, 1)
	e.as("Bento").get(table).want(http.StatusConflict).says("rules that are not played here any more")
	refused := e.as("Bento").post(link.Moves(e.club, 1), url.Values{
		"idem": {web.NewIdem()}, "version": {"0"}, "match": {strconv.FormatInt(e.running, 10)}, "move": {"draw @stock"},
		"game": {"knock"},
	}, fromScript...).want(http.StatusConflict)
	if refused.Header.Get("HX-Refresh") != "true" {
		t.Error("on a board that is open nothing says so")
	}
	ana := e.as("Ana")
	if at := ana.get(table).want(http.StatusSeeOther).Header.Get("Location"); at != link.Close(e.club, 1) {
		t.Fatalf("the host is led to %s", at)
	}
	ana.get(link.Close(e.club, 1)).want(http.StatusOK).mustForm(link.Close(e.club, 1)).with("reason", "new rules").
		send().want(http.StatusSeeOther)
	ana.get(table).want(http.StatusConflict)
	ana.get(link.Match(e.club, e.running)).want(http.StatusOK)
}

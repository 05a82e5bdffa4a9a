package handlers

import (
	"net/http"
	"net/url"
	"testing"

	"carteado/db/live"
	"carteado/engine/role"
	"carteado/views/link"
)

// Hosts close a table that is being played: the players read why, and by the
// next poll.
func TestAHostClosesATable(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	table := link.Table(e.club, 1)
	if err := e.Store.SetRole(t.Context(), e.clubID, e.players["Ana"], e.players["Davi"], role.Host); err != nil {
		t.Fatal(err)
	}
	davi, bento := e.as("Davi"), e.as("Bento")
	if len(all(bento.get(table).doc(), "a", "href", table+"/close")) != 0 ||
		len(all(davi.get(table).doc(), "a", "href", table+"/close")) != 1 {
		t.Error("who sees the way to close the table")
	}
	at := e.board(1, "Bento").Table.At
	bento.post(table+"/close", url.Values{"reason": {"mine"}}).want(http.StatusForbidden)
	form := davi.get(table + "/close").want(http.StatusOK).mustForm(table + "/close")
	form.with("reason", "   ").send().want(http.StatusUnprocessableEntity).says("Fill in")
	form.with("reason", "O bar fechou <b>").send().want(http.StatusSeeOther)
	if got := bento.get(table+"/poll?at=board."+at, "HX-Request", "true"); got.Header.Get("HX-Redirect") == "" {
		t.Errorf("the poll answers %d", got.StatusCode)
	}
	bento.get(table).want(http.StatusOK).says("Davi closed the table: O bar fechou <b>")
	e.as("Célia").get(link.Match(e.club, e.running)).want(http.StatusOK).says("O bar fechou <b>")
	e.as("Célia").get(link.Audit(e.club)).want(http.StatusOK).says("Davi closed table 1: O bar fechou <b>")
	davi.get(table + "/close").want(http.StatusSeeOther)
}

// A host who plays does not close the own match, which would count for nobody, and is
// not offered to; nor is anybody after the end.
func TestAHostClosesNotTheirOwnMatch(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	if err := e.Store.SetRole(t.Context(), e.clubID, e.players["Ana"], e.players["Bento"], role.Host); err != nil {
		t.Fatal(err)
	}
	table, bento := link.Table(e.club, 1), e.as("Bento")
	if len(all(bento.get(table).doc(), "a", "href", table+"/close")) != 0 {
		t.Error("a player is offered to close the own match")
	}
	if bento.get(table+"/close").want(http.StatusOK).says("Another host can close it").form(table+"/close") != nil {
		t.Error("a player has the form to close the own match")
	}
	before := e.digest()
	bento.post(table+"/close", url.Values{"reason": {"I am losing"}}).want(http.StatusConflict).
		says("Another host can close it")
	if e.digest() != before {
		t.Error("a refused closing changed something")
	}
	over := link.Table(e.club, 2)
	for _, name := range []string{"Ana", "Bento"} {
		if len(all(e.as(name).get(over).doc(), "a", "href", over+"/close")) != 0 {
			t.Errorf("%s is offered to close a match that is over", name)
		}
	}
	e.open("Bento", live.SeatChoice{Kind: live.SeatBot, Level: "club"})
	alone := link.Table(e.club, 5)
	bento.get(alone+"/close").want(http.StatusOK).mustForm(alone+"/close").with("reason", "bed time").send().
		want(http.StatusSeeOther)
}

package handlers

import (
	"net/http"
	"net/url"
	"testing"

	"carteado/engine/role"
	"carteado/views/link"
)

// Hosts close a table that is being played: the players read why, and by the
// next poll.
func TestAHostClosesATable(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	table := link.Table(e.club, 1)
	if err := e.store.SetRole(t.Context(), e.clubID, e.players["Ana"], e.players["Davi"], role.Host); err != nil {
		t.Fatal(err)
	}
	davi, bento := e.as("Davi"), e.as("Bento")
	if len(all(bento.get(table).doc, "a", "href", table+"/close")) != 0 || len(all(davi.get(table).doc, "a", "href", table+"/close")) != 1 {
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

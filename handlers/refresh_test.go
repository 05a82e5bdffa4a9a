package handlers

import (
	"net/http"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/views/link"
)

// TestOnlyWaitingRefreshes: a browser without a script asks for a page again while
// others are awaited, and never while the reader is.
func TestOnlyWaitingRefreshes(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE clubs SET messages = true`)
	refreshes := func(number int, name string, want bool) {
		t.Helper()
		page := e.as(name).get(link.Refreshing(e.club, number)).want(http.StatusOK)
		if is := page.Header.Get("Refresh") != ""; is != want {
			t.Errorf("table %d refreshes for %s: %t, want %t", number, name, is, want)
		}
		if want && len(all(page.doc(), "p", "class", "acts__wait"))+len(all(page.doc(), "input", "name", "words"))+
			len(all(page.doc(), "input", "name", "name")) > 0 {
			t.Errorf("table %d lets %s choose or type what a refresh would drop", number, name)
		}
		if plain := e.as(name).get(link.Table(e.club, number)).want(http.StatusOK); plain.Header.Get("Refresh") != "" {
			t.Errorf("table %d refreshes for %s who did not ask for that", number, name)
		}
	}
	refreshes(4, "Davi", true) // a waiting room
	refreshes(4, "Ana", true)

	mover := func() string {
		if e.board(1, "Bento").View.MyTurn() {
			return "Bento"
		}
		return "Célia"
	}
	other := map[string]string{"Bento": "Célia", "Célia": "Bento"}
	refreshes(1, mover(), false)
	refreshes(1, other[mover()], true)

	for !e.board(1, "Bento").View.Between {
		name := mover()
		legal := e.board(1, name).Legal
		move := legal[len(legal)-1]
		for _, m := range legal {
			if strings.HasPrefix(m.String(), "knock") || m.String() == "draw @stock" {
				move = m
			}
		}
		e.plays(1, name, move)
	}
	refreshes(1, "Bento", false)
	e.plays(1, "Bento", engine.Move{Verb: engine.VerbNext})
	refreshes(1, "Bento", true)

	refreshes(2, "Bento", false) // over
	path, bento := link.Table(e.club, 2), e.as("Bento")
	propose := bento.get(path).mustForm(path+"/offers/rematch").with("refresh", "yes").send().want(http.StatusSeeOther)
	if to := propose.Header.Get("Location"); to != link.Refreshing(e.club, 2) {
		t.Errorf("who proposes a rematch without a script is led to %s", to)
	}
	refreshes(2, "Bento", true)
	refreshes(2, "Célia", false)
	e.as("Célia").get(path).mustForm(path+"/offers/answer").with("answer", "no").send().want(http.StatusSeeOther)
	refreshes(2, "Bento", false)
}

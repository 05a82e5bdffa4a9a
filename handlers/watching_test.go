package handlers

import (
	"net/http"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/views/link"
)

// The host closes a table to watchers in opening it, or while somebody watches: that
// page, its poll, and the rounds of the match are refused with the reason. Players play
// on, and the table is open again when the match is over.
func TestWatching(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.runs()
	bento, celia, ana := e.as("Bento"), e.as("Célia"), e.as("Ana")
	room := link.Table(e.club, 1)
	choose := func(b *browser, choice string) *reply {
		return b.post(link.Watching(e.club, 1), map[string][]string{"watching": {choice}})
	}
	refused := func(got *reply) {
		t.Helper()
		if got.want(http.StatusForbidden); !strings.Contains(got.body, "closed to watchers") ||
			strings.Contains(got.body, "data-card") {
			t.Errorf("%s says %s", got.Request.URL, got.body)
		}
	}
	sees := func(b *browser, want bool) {
		t.Helper()
		if has := strings.Contains(b.get(link.Club(e.club)).body, `"`+room+`"`); has != want {
			t.Errorf("the table is in the list: %v", has)
		}
	}
	// The players read who watches, at once, and so does the next one who comes.
	told := e.parkedPoll(celia, pollOf(t, celia.get(room)))
	watched := ana.get(room).want(http.StatusOK)
	for name, page := range map[string]*reply{"a player": (<-told).want(http.StatusOK), "who watches": watched,
		"the other player": bento.get(room)} {
		if shown := all(page.doc(), "", "id", "watchers"); len(shown) != 1 ||
			!strings.Contains(text(shown[0]), "Ana is watching") {
			t.Errorf("%s reads\n%s", name, page.text())
		}
	}
	if watched.form(link.Watching(e.club, 1)) != nil || celia.get(room).form(link.Watching(e.club, 1)) != nil {
		t.Error("somebody beside the host may close the table to watchers")
	}
	sees(ana, true)
	choose(celia, "no").want(http.StatusForbidden)
	choose(ana, "no").want(http.StatusForbidden)
	choose(bento, "maybe").want(http.StatusBadRequest)

	answer := e.parkedPoll(ana, pollOf(t, watched))
	bento.get(room).mustForm(link.Watching(e.club, 1)).with("watching", "no").send().want(http.StatusSeeOther)
	if out := (<-answer).want(http.StatusForbidden); out.Header.Get("HX-Refresh") != "true" || out.body != "" {
		t.Errorf("who watched is told %q", out.body)
	}
	refused(ana.get(room))
	sees(ana, false)
	ana.get(pollOf(t, watched)).want(http.StatusForbidden)
	refused(ana.post(link.Mute(e.club, 1), map[string][]string{"mute": {"0"}}))
	for _, player := range []*browser{bento, celia} {
		player.get(room).want(http.StatusOK)
		sees(player, true)
	}
	opened := bento.get(link.NewTable(e.club)).mustForm(link.Tables(e.club)).with("seat1", "bot:club", "watching",
		"no").
		send().want(http.StatusSeeOther).Header.Get("Location")
	refused(celia.get(opened))

	choose(bento, "yes").want(http.StatusSeeOther)
	ana.get(room).want(http.StatusOK)
	choose(bento, "no").want(http.StatusSeeOther)
	e.plays(1, "Célia", engine.Move{Verb: engine.VerbLeave})
	ana.get(room).want(http.StatusOK)
}

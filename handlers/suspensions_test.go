package handlers

import (
	"net/http"
	"strings"
	"testing"

	"carteado/db"
	"carteado/views/link"
)

// A suspended member gets into no page of the club but the matches they play or have
// played, and changes nothing; wherever they are refused they read why. Nobody else
// does.
func TestSuspendedMembersReadWhy(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.playRounds()
	const why = "Spilt wine over the queens"
	c.must(c.Store.Suspend(t.Context(), c.clubID, c.players["Ana"], c.players["Célia"],
		db.NewSuspension{Reason: why, For: "7 days"}))
	celia := c.in("Célia")
	before := c.digest()
	for _, r := range c.routes() {
		if !strings.Contains(r.path, "/:club") {
			continue
		}
		for _, state := range states {
			if !c.has(r, state) {
				continue
			}
			got := c.ask(celia, r, c.address(r, state), state)
			own := r.method == http.MethodGet && strings.HasPrefix(r.path, "/clubs/:club/matches")
			switch {
			case own && got.StatusCode == http.StatusOK:
			case got.StatusCode != http.StatusForbidden:
				t.Errorf("%s %s (%s): %d", r.method, r.path, state, got.StatusCode)
			case !strings.Contains(got.text(), why):
				t.Errorf("%s %s (%s) does not say why: %s", r.method, r.path, state, got.text())
			}
		}
	}
	if c.digest() != before {
		t.Error("a suspended member changes something")
	}
	celia.get(link.Matches(c.club)).want(http.StatusOK)
	for _, viewer := range []string{"Bento", "Davi", "Gina", "Eva", "nobody"} {
		for _, r := range c.routes() {
			if r.method == http.MethodGet && !strings.HasSuffix(r.path, "/suspend") {
				if got := c.ask(c.in(viewer), r, c.address(r, "running"), "running"); strings.Contains(got.text(),
					why) {
					t.Errorf("%s tells %s why", r.path, viewer)
				}
			}
		}
	}
}

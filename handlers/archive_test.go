package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"carteado/handlers/web"
	"carteado/views/link"
)

// An archived club can be read, and each route that would change it says no: a new one, too, unless it is in the list
// of those that may.
func TestAnArchivedClubIsOnlyRead(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.playRounds()
	owner := c.in("Ana")
	owner.get(link.Archive(c.club)).want(http.StatusOK).says("matches are played or wait").
		says("game night is still to come")
	owner.post(link.Archive(c.club), url.Values{"do": {"archive"}}).want(http.StatusConflict).
		says("matches are played or wait")
	c.sql(`UPDATE clubs SET archived_at = now() WHERE id = $1`, c.clubID)
	before := c.digest()
	posted := map[string]bool{}
	for _, r := range c.routes() {
		if !strings.HasPrefix(r.path, "/clubs/:club") {
			continue
		}
		posted[r.path] = posted[r.path] || r.method == http.MethodPost
		for _, state := range states {
			if !c.has(r, state) || r.method == http.MethodPost && slices.Contains(web.InArchive, r.path) {
				continue
			}
			row := expected[r.method+" "+r.path]
			was := strings.Fields(row[min(slices.Index(states, state), len(row)-1)])[slices.Index(roles, "Ana")]
			got := c.ask(owner, r, c.address(r, state), state)
			switch {
			case r.method == http.MethodGet && was == "200" && got.StatusCode != http.StatusOK:
				t.Errorf("%s is not to be read any more: %d", r.path, got.StatusCode)
			case r.method == http.MethodPost && (got.StatusCode != http.StatusConflict ||
				!strings.Contains(text(got.doc), "This club is archived")):
				t.Errorf("%s %s: %d %.200s", r.path, state, got.StatusCode, text(got.doc))
			}
		}
	}
	for _, path := range web.InArchive {
		if !posted[path] {
			t.Errorf("nothing is posted to %s", path)
		}
	}
	if after := c.digest(); after != before {
		t.Errorf("something has changed:\n%s\n%s", before, after)
	}
	c.as("Eva").get(link.Invitation(c.token)).want(http.StatusGone).says("nobody comes in until an owner opens it")
	c.as("Eva").post(link.Invitation(c.token), url.Values{}).want(http.StatusGone)
	owner.get(link.Club(c.club)).want(http.StatusOK).says("This club is archived")
	owner.get(link.Clubs).want(http.StatusOK).says("Archived")
	c.as("Davi").post(link.LeaveClub(c.club), url.Values{"sure": {"yes"}}).want(http.StatusSeeOther)
	owner.post(link.Archive(c.club), url.Values{"do": {"open"}}).want(http.StatusSeeOther)
	owner.get(link.Audit(c.club)).want(http.StatusOK).says("opened the club again")
	c.as("Eva").get(link.Invitation(c.token)).want(http.StatusOK)
}

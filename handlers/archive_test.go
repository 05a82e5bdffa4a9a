package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/db/backup"
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
			case r.method == http.MethodGet && (was == "200" || was == "303") && strconv.Itoa(got.StatusCode) != was:
				t.Errorf("%s is not to be read any more: %d", r.path, got.StatusCode)
			case r.method == http.MethodPost && (got.StatusCode != http.StatusConflict ||
				!strings.Contains(got.text(), "This club is archived")):
				t.Errorf("%s %s: %d %.200s", r.path, state, got.StatusCode, got.text())
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

// What is refused in an archived club is not offered there, but on pages that are a form and nothing else. No match is
// played in it and no night is to come, so that their pages offer nothing.
func TestAnArchivedClubOffersNothing(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.playRounds()
	c.sql(`UPDATE tables SET status = 'closed'`)
	c.sql(`UPDATE nights SET starts_at = now() - interval '2 days', answers_until = now() - interval '2 days',
		ends_at = now() - interval '1 day'`)
	c.sql(`UPDATE clubs SET archived_at = now() WHERE id = $1`, c.clubID)
	forms := []string{"new", "edit", "suspend", "close", "poster", "screen", "arrivals", "invitations", "imports",
		"webhooks", "notes", "hand", ":part"}
	routes, seen := c.routes(), 0
	for _, name := range []string{"Ana", "Gina", "Bento"} {
		for _, r := range routes {
			if r.method != http.MethodGet || !strings.HasPrefix(r.path, "/clubs/:club") ||
				slices.Contains(forms, r.path[strings.LastIndex(r.path, "/")+1:]) {
				continue
			}
			for _, to := range c.ask(c.in(name), r, c.address(r, "finished"), "finished").leadsTo() {
				method, path, _ := strings.Cut(to, " ")
				if method != http.MethodPost || !strings.HasPrefix(path, link.Club(c.club)) {
					continue
				}
				seen++
				if pattern := patternOf(routes, method, path); !slices.Contains(web.InArchive, pattern) {
					t.Errorf("%s offers %s %s", r.path, name, pattern)
				}
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d forms are seen", seen)
	}
}

// An owner has a club deleted: what goes is said, its name is typed, members are told and read on, the last export can
// be fetched until then, and is written again where somebody who was in it has gone. Any owner keeps the club.
func TestAClubIsDeletedAfterAWhile(t *testing.T) {
	t.Parallel()
	e := withHistory(t)
	e.sql(`UPDATE players SET site_owner = name = 'Ana'`)
	ana := e.as("Ana")
	page := link.Deletion(e.club)
	ana.post(page, url.Values{"name": {"Clube da Esquina"}}).want(http.StatusConflict).
		says("matches are played or wait")
	e.sql(`UPDATE tables SET status = 'closed'`)
	ana.get(page).want(http.StatusOK).says("What goes with the club").
		says("type the name of the club: Clube da Esquina")
	ana.post(page, url.Values{"name": {"Clube da esquina"}}).want(http.StatusUnprocessableEntity).
		says("This is not the name of the club")
	e.as("Bento").post(page, url.Values{"name": {"Clube da Esquina"}}).want(http.StatusForbidden)
	ana.post(page, url.Values{"name": {" Clube da Esquina "}}).want(http.StatusSeeOther)
	ana.get(page).want(http.StatusOK).says("Ana has asked for the deletion").says("Waits for its turn")
	ana.get(link.House).want(http.StatusOK).says("Deletion on")
	bento := e.as("Bento")
	bento.get(link.Club(e.club)).want(http.StatusOK).says("will be deleted on")
	bento.get(link.Notices).want(http.StatusOK).says("Ana has asked for the deletion of Clube da Esquina")
	write := func() string {
		t.Helper()
		id := e.id(`SELECT max(id) FROM club_files`)
		if err := e.Store.WriteClubFile(t.Context(), id, backup.ClubWriter("v1")); err != nil {
			t.Fatal(err)
		}
		e.sql(`UPDATE club_files SET asked_at = now() - interval '9 days', ready_at = now() - interval '9 days'`)
		return link.ClubFile(e.club, id)
	}
	ana.post(write(), url.Values{}).want(http.StatusOK)
	e.sql(`UPDATE clubs SET delete_at = now()`)
	if err := e.Store.DeleteAccount(t.Context(), e.players["Célia"]); err != nil {
		t.Fatal(err)
	}
	ana.get(page).want(http.StatusOK).says("There is no last export")
	if more, err := e.Store.DeleteClubPart(t.Context(), e.clubID, 9); more || err != nil {
		t.Fatal(more, err)
	}
	ana.post(link.ClubFiles(e.club), url.Values{}).want(http.StatusSeeOther)
	ana.post(write(), url.Values{}).want(http.StatusOK)
	bento.post(link.Archive(e.club), url.Values{"do": {"keep"}}).want(http.StatusForbidden)
	ana.post(link.Archive(e.club), url.Values{"do": {"keep"}}).want(http.StatusSeeOther)
	bento.get(link.Notices).want(http.StatusOK).says("Ana keeps Clube da Esquina: it is not deleted")
	ana.post(link.Archive(e.club), url.Values{"do": {"open"}}).want(http.StatusSeeOther)
	ana.post(page, url.Values{"name": {"Clube da Esquina"}}).want(http.StatusSeeOther)
	ana.post(write(), url.Values{}).want(http.StatusOK)
	e.sql(`UPDATE clubs SET delete_at = now()`)
	for more := true; more; {
		var err error
		if more, err = e.Store.DeleteClubPart(t.Context(), e.clubID, 9); err != nil {
			t.Fatal(err)
		}
		ana.get(link.Club(e.club)).want(http.StatusNotFound)
	}
	bento.get(link.Clubs).want(http.StatusOK)
	ana.get(link.House).want(http.StatusOK).says("/clubs/clube-da-esquina, deleted")
}

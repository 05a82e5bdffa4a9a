package handlers

import (
	"net/http"
	"strings"
	"testing"

	"carteado/db/clubs"
	"carteado/views/link"
)

// found opens a further club, in which others are members.
func (e *evening) found(name, founder string, others ...string) (slug string) {
	e.t.Helper()
	e.sql(`UPDATE players SET site_owner = id = $1`, e.players[founder])
	club, err := e.Store.FoundClub(e.t.Context(), e.players[founder],
		clubs.NewClub{Name: name, Lang: "en", TimeZone: "UTC"})
	if err != nil {
		e.t.Fatal(err)
	}
	for _, other := range others {
		e.sql(`INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'member')`, club.ID, e.players[other])
	}
	return club.Slug
}

// The head of every page lists the reader's clubs and where it is their turn, a poll
// brings it anew, and nobody reads of a club of others.
func TestClubsAreSwitched(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	quinta, secret := e.found("Quinta", "Ana", "Bento", "Célia"), e.found("Secreto", "Eva")
	for _, name := range []string{"Ana", "Davi", "Eva"} {
		page := e.as(name).get(link.Settings).want(http.StatusOK)
		for club, mine := range map[string]bool{quinta: name == "Ana", secret: name == "Eva", e.club: name != "Eva"} {
			if strings.Contains(page.body, `href="`+link.Club(club)+`"`) != mine {
				t.Errorf("%s is shown %s: %t", name, club, !mine)
			}
		}
	}

	turns := func(r *reply, club string) string {
		t.Helper()
		return text(all(all(r.doc, "ul", "id", "clubs")[0], "a", "href", link.Club(club))[0])
	}
	// A new club is one to invite people to, in the list and on its home page.
	home := e.as("Eva").get(link.Club(secret)).want(http.StatusOK)
	if listed, head := turns(home, secret), text(all(home.doc, "h1", "", "")[0]); !strings.Contains(
		listed, "Invite your people") || head != "Invite your people" {
		t.Errorf("a new club: %q, %q", listed, head)
	}
	mover, other := "Bento", "Célia"
	if !e.board(1, mover).View.MyTurn() {
		mover, other = other, mover
	}
	page := e.as(other).get(link.Club(quinta))
	before := turns(page, e.club)
	for e.board(1, mover).View.MyTurn() {
		e.plays(1, mover, e.board(1, mover).Legal[0])
	}
	e.forget()
	got := page.browser.get(marksPollOf(t, page), fromScript...).want(http.StatusOK)
	if after := turns(got, e.club); after <= before || !strings.Contains(after, "your turn: ") {
		t.Errorf("the turn in %s: %q, then %q", e.club, before, after)
	}
	if here := turns(got, quinta); !strings.Contains(here, "you are here") || !strings.Contains(here, "not your turn") {
		t.Errorf("the page's own club: %q", here)
	}
}

// An owner chooses a crest of ours, which a page for strangers shows, too.
func TestCrests(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	ana.client.CheckRedirect = nil
	settings := func() *form {
		return ana.get(link.ClubSettings(e.club)).want(http.StatusOK).mustForm(link.ClubSettings(e.club))
	}
	for _, bad := range [][]string{{"crest", "skull"}, {"ground", "9"}, {"colour", "0"}, {"ground", `1"><script>`}} {
		got := settings().with(append(bad, "club", "Renamed")...).send().want(http.StatusUnprocessableEntity)
		if v, _ := attr(all(got.doc, "input", "name", "club")[0], "value"); v != "Renamed" ||
			strings.Contains(got.body, "<script>") {
			t.Errorf("%q: the form has the name %q", bad, v)
		}
	}
	settings().with("crest", "owl", "ground", "4", "colour", "3").send().want(http.StatusOK)
	for who, page := range map[string]*reply{
		"a member":   e.as("Bento").get(link.Club(e.club)),
		"a stranger": e.browser().get(ana.invites(e.club)),
	} {
		if !strings.Contains(page.body, `class="crest cr-4 cf-3`) || !strings.Contains(page.body, "#owl") {
			t.Errorf("%s sees no owl", who)
		}
	}
	e.browser().get(link.SignIn).want(http.StatusOK) // of no club
}

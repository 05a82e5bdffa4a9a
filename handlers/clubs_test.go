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
		return text(all(all(r.doc(), "ul", "id", "clubs")[0], "a", "href", link.Club(club))[0])
	}
	// A new club is one to invite people to, in the list and on its home page.
	home := e.as("Eva").get(link.Club(secret)).want(http.StatusOK)
	if listed, head := turns(home, secret), text(all(home.doc(), "h1", "", "")[0]); !strings.Contains(
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
		path := link.ClubSettingsOf(e.club, "name")
		return ana.get(path).want(http.StatusOK).mustForm(path)
	}
	for _, bad := range [][]string{{"crest", "skull"}, {"ground", "9"}, {"colour", "0"}, {"ground", `1"><script>`}} {
		got := settings().with(append(bad, "club", "Renamed")...).send().want(http.StatusUnprocessableEntity)
		if v, _ := attr(all(got.doc(), "input", "name", "club")[0], "value"); v != "Renamed" ||
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

// Each part of a club's settings has an address, stays there after it was saved, leaves the others as they are, and
// keeps what is filled in where it is refused.
func TestPartsOfTheClubsSettings(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	if to := ana.get(link.ClubSettings(e.club)).want(http.StatusSeeOther).Header.Get("Location"); to !=
		link.ClubSettingsOf(e.club, "name") {
		t.Errorf("the settings lead to %s", to)
	}
	fields := func(path string) *form { return ana.get(path).want(http.StatusOK).mustForm(path) }
	parts := []struct{ path, name, value string }{
		{link.ClubSettingsOf(e.club, "name"), "club", "Outro clube"},
		{link.ClubSettingsOf(e.club, "play"), "absence", "14"},
		{link.ClubSettingsOf(e.club, "members"), "messages", "on"},
		{link.ClubSettingsOf(e.club, "safety"), "host_passkeys", "on"},
	}
	e.sql(`UPDATE players SET passkeys_only = true WHERE id = $1`, e.players["Ana"])
	for _, p := range parts {
		sent := fields(p.path).with(p.name, p.value).send().want(http.StatusSeeOther)
		if to := sent.Header.Get("Location"); to != p.path+"?saved=1" {
			t.Errorf("%s leads to %s", p.path, to)
		}
	}
	for _, p := range parts {
		if got := fields(p.path).values.Get(p.name); got != p.value {
			t.Errorf("%s: %s is %q after the other parts were saved", p.path, p.name, got)
		}
	}
	play := link.ClubSettingsOf(e.club, "play")
	bad := fields(play).with("pace", "x", "absence", "30").send().want(http.StatusUnprocessableEntity)
	if got := bad.mustForm(play).values.Get("absence"); got != "30" {
		t.Errorf("the form that was refused says %q", got)
	}
}

package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/table"
)

func TestInvitations(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	path := ana.invites(club)

	guest := s.browser()
	for range 2 { // looking uses nothing up
		guest.get(path).want(http.StatusOK).says("Clube da Esquina")
	}
	for name, fields := range map[string][]string{
		"name":     {"name", "ANA", "password", goodPassword}, // taken, whatever the case
		"email":    {"name", "Bento", "email", "bento", "password", goodPassword},
		"password": {"name", "Bento", "password", "senha123"},
	} {
		page := guest.get(path).mustForm(path).with(fields...).send().want(http.StatusUnprocessableEntity)
		if invalid, _ := attr(all(page.doc(), "input", "name", name)[0], "aria-invalid"); invalid != "true" {
			t.Errorf("field %s is not marked", name)
		}
		if kept := page.mustForm(path).values.Get("name"); kept != fields[1] {
			t.Errorf("the name is now %q, typed was %q", kept, fields[1])
		}
	}
	guest.get(path).mustForm(path).with("name", "Bento", "password", goodPassword).send().want(http.StatusOK).
		at(link.Club(club))
	s.browser().get(path).want(http.StatusGone)
	s.browser().post(path, url.Values{"name": {"Davi"}, "password": {goodPassword}}).want(http.StatusGone)
	s.browser().get("/invitations/nobody-made-this").want(http.StatusNotFound)

	// Members do not invite, and revoked invitations are gone.
	guest.get(link.Invitations(club)).want(http.StatusForbidden)
	guest.post(link.Invitations(club), url.Values{"uses": {"1"}, "days": {"1"}, "role": {"member"}}).
		want(http.StatusForbidden)
	path = ana.invites(club)
	page := ana.get(link.Invitations(club))
	for _, n := range all(page.doc(), "form", "action", "") {
		if action, _ := attr(n, "action"); strings.HasSuffix(action, "/revoke") {
			page.mustForm(action).send().want(http.StatusOK).at(link.Invitations(club))
		}
	}
	s.browser().get(path).want(http.StatusGone)

	// A player who has an account joins with it.
	path = ana.invites(club)
	guest.get(path).mustForm(path).send().want(http.StatusOK).at(link.Club(club))
	for field, bad := range map[string]string{"uses": "0", "days": "1000"} {
		ana.get(link.Invitations(club)).mustForm(link.Invitations(club)).with(field, bad).send().
			want(http.StatusUnprocessableEntity)
	}
}

// A host invites members, and only an owner hosts.
func TestHostsInviteMembers(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE memberships SET role = 'host' WHERE player_id = $1`, e.players["Bento"])
	invitations := link.Invitations(e.club)
	for name, roles := range map[string]int{"Bento": 0, "Ana": 2} {
		page := e.as(name).get(invitations).want(http.StatusOK)
		if n := len(all(page.mustForm(invitations).node, "option", "", "")); n != roles {
			t.Errorf("%s chooses among %d roles", name, n)
		}
		page.mustForm(invitations).send().want(http.StatusSeeOther)
	}
	host := url.Values{"uses": {"1"}, "days": {"1"}, "role": {"host"}}
	e.as("Bento").post(invitations, host).want(http.StatusUnprocessableEntity)
	e.as("Ana").post(invitations, host).want(http.StatusSeeOther)
	host.Set("role", "owner")
	e.as("Ana").post(invitations, host).want(http.StatusUnprocessableEntity)
}

// The form of somebody who signs up does it once: a guest whose answer was lost, or who pressed
// twice, comes in all the same, and nobody else does.
func TestSigningUpTwice(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	made, err := e.Store.CreateInvitation(t.Context(), e.clubID, e.players["Ana"],
		clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	path := link.Invitation(made.Token.Reveal())
	form := e.browser().get(path).mustForm(path).with("name", "Otto", "password", "three jacks in one sleeve").values
	e.browser().post(path, form).want(http.StatusOK).at(link.Club(e.club))
	e.browser().post(path, form).want(http.StatusOK).at(link.Club(e.club))
	form.Set("password", "another guess of mine")
	e.browser().post(path, form).want(http.StatusGone)
	form.Set("password", "three jacks in one sleeve")
	form.Set("idem", web.NewIdem())
	e.browser().post(path, form).want(http.StatusGone)
}

// A form that is shown again keeps its key, and a quota is told in its place.
func TestFormsKeepTheirKey(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	form := ana.get(link.Announcements(e.club)).mustForm(link.Announcements(e.club))
	key := form.values.Get("idem")
	again := form.with("body", "").send().want(http.StatusUnprocessableEntity).mustForm(link.Announcements(e.club))
	if got := again.values.Get("idem"); key == "" || got != key {
		t.Errorf("the key was %q and is %q", key, got)
	}
	limited, err := db.Open(t.Context(), db.Config{URL: e.database, Games: table.Rules(e.offered),
		Timeout: dbtest.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(limited.Close)
	e.Store = limited
	e.sql(`INSERT INTO announcements (club_id, player_id, body) SELECT $1, $2, 'x'
		FROM generate_series(1, 20)`, e.clubID, e.players["Ana"])
	ana.get(link.Announcements(e.club)).mustForm(link.Announcements(e.club)).with("body", "Hear me").send().
		want(http.StatusTooManyRequests).says("20 announcements").says("Hear me")
	e.sql(`INSERT INTO invitations (club_id, token, role, created_by, uses, expires_at)
		SELECT $1, 'made ' || n, 'member', $2, 1, now() + interval '1 day' FROM generate_series(1, 100) n`, e.clubID,
		e.players["Ana"])
	told := ana.get(link.Invitations(e.club)).mustForm(link.Invitations(e.club)).send().want(http.StatusTooManyRequests)
	if n := strings.Count(told.text(), "100 invitations that hold"); n != 1 {
		t.Errorf("it is told %d times that there are enough invitations", n)
	}
}

// A player of another house, whose link was lost, gets a new one, and comes in by it as that player. Owners read the
// log of that house.
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	transfer := s.id(`WITH t AS (INSERT INTO transfers (club_id, number, slug, written_at)
			SELECT id, 7, 'clube-da-rua', now() FROM clubs RETURNING id),
		p AS (INSERT INTO players (name, password_hash, placeholder) VALUES ('Otávio', '', true) RETURNING id),
		h AS (INSERT INTO placeholders (transfer_id, number, player_id, role) SELECT t.id, 3, p.id, 'member' FROM t, p),
		a AS (INSERT INTO former_audit (transfer_id, number, place, player, action, details, at)
			SELECT id, 1, 1, 3, 'club_founded', '{}', now() FROM t)
		SELECT id FROM t`)
	page := ana.get(link.Invitations(club)).says("Otávio")
	otavio, _ := attr(all(all(page.doc(), "select", "name", "placeholder")[0], "option", "", "")[0], "value")
	made := url.Values{"placeholder": {otavio}, "uses": {"1"}, "days": {"30"}}
	ana.post(link.Invitations(club), made).want(http.StatusOK)
	if page := ana.get(link.Invitations(club)); len(all(page.doc(), "select", "name", "placeholder")) != 0 {
		t.Error("a second link is offered while the first holds")
	}
	made.Set("placeholder", "1") // an account
	ana.post(link.Invitations(club), made).want(http.StatusNotFound)
	var token string
	if err := s.past().QueryRow(t.Context(), `SELECT token FROM invitations WHERE placeholder_id IS NOT NULL`).
		Scan(&token); err != nil {
		t.Fatal(err)
	}
	guest, path := s.browser(), link.Invitation(token)
	guest.get(path).says("Otávio").mustForm(path).with("name", "Otávio", "password", goodPassword).send().
		want(http.StatusOK).at(link.Club(club))
	if s.id(`SELECT claimed_by FROM players WHERE placeholder`) != s.id(`SELECT id FROM players WHERE name = 'Otávio'
		AND NOT placeholder`) {
		t.Error("another has claimed")
	}
	ana.get(link.Audit(club)).says("clube-da-rua")
	log := link.FormerAudit(club, transfer, link.Cursor{})
	ana.get(log).want(http.StatusOK).says("Otávio")
	guest.get(log).want(http.StatusForbidden)
	ana.get(link.FormerAudit(club, transfer+1, link.Cursor{})).want(http.StatusNotFound)
}

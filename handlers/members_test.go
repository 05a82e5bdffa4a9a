package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

func TestSuspension(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	bento := s.joined(ana, club, "Bento")
	page := func(name string) string {
		return link.Member(club, s.id(`SELECT id FROM players WHERE name = $1`, name))
	}
	member, suspend := page("Bento"), page("Bento")+"/suspend"
	ana.get(member).mustForm(member + "/password")
	bento.post(suspend, nil).want(http.StatusForbidden)
	ask := ana.get(suspend).want(http.StatusOK)
	ask.mustForm(suspend).send().want(http.StatusUnprocessableEntity)
	ask.mustForm(suspend).with("reason", "Left four tables").with("for", "date").with("date", "2020-01-01").send().
		want(http.StatusUnprocessableEntity).says("Left four tables")
	ask.mustForm(suspend).with("reason", "Left four tables").with("when", "never").send().
		want(http.StatusUnprocessableEntity)
	bento.get(link.Club(club)).want(http.StatusOK)
	ask.mustForm(suspend).with("reason", "Left four tables").send().want(http.StatusOK)
	bento.get(link.Root).want(http.StatusForbidden).says("Left four tables")
	ana.get(member).mustForm(member + "/restore").send().want(http.StatusOK).at(member + "?saved=restored")
	bento.get(link.Club(club)).want(http.StatusOK)

	role := page("Ana") + "/role"
	ana.get(page("Ana")).mustForm(role).with("role", "member").send().want(http.StatusConflict).mustForm(role)
	ana.post(role, url.Values{"role": {"emperor"}}).want(http.StatusBadRequest)
	ana.post(member+"/role", url.Values{"role": {"owner"}}).want(http.StatusOK)
	ana.post(role, url.Values{"role": {"member"}}).want(http.StatusOK)
	ana.get(link.Invitations(club)).want(http.StatusForbidden)
	ana.post(link.LeaveClub(club), nil).want(http.StatusBadRequest)
	ana.post(link.LeaveClub(club), url.Values{"sure": {"yes"}}).want(http.StatusOK)
	ana.get(link.Club(club)).want(http.StatusNotFound)
}

func TestMemberPages(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	davi := e.as("Davi")
	list := davi.get(link.Members(e.club)).want(http.StatusOK).says("Bento")
	for _, n := range all(list.doc(), "a", "", "") {
		if href, _ := attr(n, "href"); strings.HasPrefix(href, link.Members(e.club)+"/") {
			davi.get(href).want(http.StatusOK)
		}
	}
	if found := davi.get(link.Members(e.club) + "?q=bent"); len(all(found.doc(), "li", "class", "member")) != 1 {
		t.Errorf("searching finds %s", found.text())
	}
}

// The form says of an e-mail that nobody else sees it: nobody does, on no page, by no
// search and in no export.
func TestNobodyElseSeesAnEmail(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	const mine = "bento.reis@exemplo.org"
	c.sql(`UPDATE players SET email = $1 WHERE id = $2`, mine, c.players["Bento"])
	seen := func(viewer, where string, got *reply) {
		if strings.Contains(got.body, mine) {
			t.Errorf("%s sees the e-mail at %s", viewer, where)
		}
	}
	for _, viewer := range []string{"Davi", "Gina", "Ana", "Hugo"} {
		b := c.in(viewer)
		for _, r := range c.routes() {
			if r.method == http.MethodGet {
				seen(viewer, r.path, c.ask(b, r, c.address(r, "running"), "running"))
			}
		}
		seen(viewer, "Bento's page", b.get(link.Member(c.club, c.players["Bento"])))
		for _, what := range []string{"members", "matches", "standings"} {
			seen(viewer, what, b.post(link.ExportClub(c.club), url.Values{"what": {what}}))
		}
		for _, found := range all(b.get(link.Members(c.club)+"?q=bento.reis").doc(), "li", "class", "member") {
			if strings.Contains(text(found), "Bento") {
				t.Errorf("%s finds a member by the e-mail", viewer)
			}
		}
	}
}

package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/db/live"
	tablewing "carteado/handlers/table"
	"carteado/views/link"
)

// An evening of twelve at four tables, from the club home: each guest comes by
// the link of one code on the wall, and sits down, in two forms; the host sees
// all tables at home.
func TestTwelveAtFourTables(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	invitations := link.Invitations(club)
	made := ana.get(invitations).mustForm(invitations).with("uses", "11", "days", "1").send().want(http.StatusOK)
	wall := ""
	for _, n := range all(made.doc(), "input", "readonly", "") {
		if value, _ := attr(n, "value"); strings.Contains(value, "/invitations/") {
			wall = strings.TrimPrefix(value, s.url)
		}
	}
	// Ana and the first three guests open a table of three each; every other guest
	// finds an open seat at home.
	hosts := []*browser{ana}
	for n := range 11 {
		guest := s.browser()
		guest.get(wall).mustForm(wall).with("name", fmt.Sprintf("Guest %d", n+1), "password", goodPassword).send().
			want(http.StatusOK).at(link.Club(club))
		if len(hosts) < 4 {
			hosts = append(hosts, guest)
			continue
		}
		if n == 3 {
			for _, host := range hosts {
				opens(host, club, "palace", 3)
			}
		}
		home := guest.get(link.Club(club)).want(http.StatusOK)
		path := home.action("/join")
		if path == "" {
			t.Fatalf("guest %d finds no seat:\n%s", n+1, home.text())
		}
		home.mustForm(path).send().want(http.StatusOK).at(strings.TrimSuffix(path, "/join"))
	}
	home := ana.get(link.Club(club)).want(http.StatusOK)
	if action := home.action("/join"); action != "" {
		t.Errorf("a seat is left: %s", action)
	}
	s.browser().get(wall).want(http.StatusGone) // eleven came by it
	for number := 1; number <= 4; number++ {
		if page := ana.get(link.Table(club, number)).want(http.StatusOK); !strings.Contains(page.body,
			`data-game="palace"`) {
			t.Errorf("table %d is not played:\n%s", number, page.text())
		}
		if !strings.Contains(home.body, link.Table(club, number)+`"`) {
			t.Errorf("the home does not lead to table %d", number)
		}
	}
}

// opens posts the form for a table with all the other seats open.
func opens(b *browser, club, game string, seats int) {
	b.t.Helper()
	form := url.Values{"game": {game}}
	for n := 1; n < seats; n++ {
		form.Set(tablewing.SeatField(n), string(live.SeatOpen))
	}
	form.Set("seal", b.get(link.NewTableOf(club, game)).want(http.StatusOK).mustForm(link.Tables(club)).
		values.Get("seal"))
	b.post(link.Tables(club), form).want(http.StatusOK)
}

// action finds the address of the first form on a page that ends so.
func (r *reply) action(suffix string) string {
	for _, n := range all(r.doc(), "form", "", "") {
		if action, _ := attr(n, "action"); strings.HasSuffix(action, suffix) {
			return action
		}
	}
	return ""
}

package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

// What happens to a host's account is read by the owners of the club, and by no other host.
func TestOwnersReadWhatHappensToHosts(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE memberships SET role = 'host' WHERE player_id = ANY ($1)`,
		[]int64{e.players["Bento"], e.players["Davi"]})
	for _, name := range []string{"Bento", "Célia"} { // a host, and a member who is none
		e.browser().post(link.SignIn, url.Values{"user": {name}, "password": {"not this one"}}).
			want(http.StatusUnprocessableEntity)
	}
	read := func(name string) string { return e.as(name).get(link.Audit(e.club)).want(http.StatusOK).text() }
	if page := read("Ana"); !strings.Contains(page, "Bento: A refused sign-in") ||
		strings.Contains(page, "Célia: A refused") {
		t.Errorf("the owner reads\n%s", page)
	}
	if page := read("Davi"); strings.Contains(page, "A refused sign-in") {
		t.Errorf("another host reads\n%s", page)
	}
}

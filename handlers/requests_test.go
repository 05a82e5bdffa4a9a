package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

// A player who comes by an invitation that asks first waits until a host lets them in.
func TestAskingToComeIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	invitations := link.Invitations(club)
	made := ana.get(invitations).mustForm(invitations).with("uses", "1", "days", "1", "labels", "Davi\n\nEva",
		"approval", "on").send().want(http.StatusOK).says("Davi").says("Eva")
	var paths []string
	for _, n := range all(made.doc(), "input", "", "") {
		if id, _ := attr(n, "id"); strings.HasPrefix(id, "link-") {
			address, _ := attr(n, "value")
			paths = append(paths, strings.TrimPrefix(address, s.url))
		}
	}
	if len(paths) != 2 {
		t.Fatalf("links %v", paths)
	}
	answers := map[string]int{"yes": http.StatusOK, "no": http.StatusNotFound}
	names := map[string]string{"yes": "Davi", "no": "Eva"}
	for i, answer := range []string{"yes", "no"} {
		guest := s.browser()
		guest.get(paths[i]).mustForm(paths[i]).with("name", names[answer], "password", goodPassword).send().
			want(http.StatusOK).at("/")
		if page := guest.get("/").says("Clube da Esquina"); !strings.Contains(page.body,
			`<noscript><meta http-equiv="refresh"`) {
			t.Error("without a script the page stays")
		}
		guest.get("/", fromScript...).want(http.StatusNoContent) // the page asks by itself
		guest.get(link.Club(club)).want(http.StatusNotFound)
		list := ana.get(link.Members(club)).says(names[answer])
		path := ""
		for _, n := range all(list.doc(), "form", "", "") {
			if action, _ := attr(n, "action"); strings.Contains(action, "/requests/") {
				path = action
			}
		}
		ana.post(path, url.Values{"answer": {"maybe"}}).want(http.StatusBadRequest)
		ana.post(path, url.Values{"answer": {answer}}).want(http.StatusOK)
		if led := guest.get("/", fromScript...).Header.Get("Hx-Redirect"); led == "" {
			t.Errorf("answered %s, the page stays", answer)
		}
		guest.get(link.Club(club)).want(answers[answer])
		if declined := strings.Contains(guest.get(link.Clubs).body, `"band">Clube da Esquina`); declined != (answer == "no") {
			t.Errorf("answered %s, the page says that it was declined: %t", answer, declined)
		}
	}
}

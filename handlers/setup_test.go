package handlers

import (
	"net/http"
	"net/url"
	"testing"

	"carteado/views/link"
)

func TestSetupHappensOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest := s.browser()
	guest.get("/sign-in").want(http.StatusOK).at(link.Setup)
	page := guest.get(link.Setup).mustForm(link.Setup).with("club", "", "name", "A\u202ena", "password", "curta", "email", "nowhere").
		send().want(http.StatusUnprocessableEntity)
	for _, field := range []string{"club", "name", "email", "password"} {
		if len(all(page.doc, "input", "name", field)) != 1 {
			t.Fatalf("no field %s", field)
		}
		if invalid, _ := attr(all(page.doc, "input", "name", field)[0], "aria-invalid"); invalid != "true" {
			t.Errorf("field %s is not marked", field)
		}
	}
	ana, club := s.founded()
	if club != "clube-da-esquina" {
		t.Errorf("club's address is %q", club)
	}
	ana.get("/").want(http.StatusOK).at(link.Club(club))
	ana.get(link.Setup).want(http.StatusNotFound)
	guest.get(link.Setup).want(http.StatusNotFound)
	guest.post(link.Setup, url.Values{"club": {"X"}}).want(http.StatusNotFound)
	guest.get("/").want(http.StatusOK).at(link.SignIn)
}

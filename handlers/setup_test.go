package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

func TestSetupHappensOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guest := s.browser()
	guest.get("/sign-in").want(http.StatusOK).at(link.Setup)
	page := guest.get(link.Setup).mustForm(link.Setup).with("club", "", "name", "A\u202ena", "password", "curta",
		"email", "nowhere").
		send().want(http.StatusUnprocessableEntity)
	for _, field := range []string{"code", "club", "name", "email", "password"} {
		if len(all(page.doc(), "input", "name", field)) != 1 {
			t.Fatalf("no field %s", field)
		}
		if invalid, _ := attr(all(page.doc(), "input", "name", field)[0], "aria-invalid"); invalid != "true" {
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

// Only who has read the log founds the club. A wrong code costs a try and nothing
// else: what was typed stays.
func TestSetupAsksForTheCode(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	old := s.setupCode()
	code := s.setupCode()
	guest := s.browser()
	if filled, _ := attr(all(guest.get(link.Setup+"?code="+code).doc(), "input", "name", "code")[0],
		"value"); filled != code {
		t.Errorf("the address says %s, and the field %q", code, filled)
	}
	try := func(code string) *reply {
		return guest.get(link.Setup).mustForm(link.Setup).with("code", code, "club", "Clube da Esquina", "lang", "en",
			"zone", "UTC",
			"name", "Ana", "password", goodPassword).send()
	}
	for _, wrong := range []string{"", "AAAA-AAAA", old, code[:8], code + "A"} {
		refused := try(wrong).want(http.StatusUnprocessableEntity).says("does not match")
		if kept, _ := attr(all(refused.doc(), "input", "name", "club")[0], "value"); kept != "Clube da Esquina" {
			t.Errorf("the club's name is %q after a wrong code", kept)
		}
	}
	held := try(code).want(http.StatusTooManyRequests).says("Too many attempts")
	if kept, _ := attr(all(held.doc(), "input", "name", "code")[0], "value"); kept != code ||
		held.Header.Get("Retry-After") == "" {
		t.Errorf("the code is %q, to be tried again after %q", kept, held.Header.Get("Retry-After"))
	}
	if done, err := s.Store.SetupDone(t.Context()); err != nil || done {
		t.Fatalf("founded without the code: %t, %v", done, err)
	}
	s.sql(`DELETE FROM throttle`)
	try(" " + strings.ToLower(strings.Replace(code, "-", "", 1))).want(http.StatusOK)
	if code := s.setupCode(); code != "" {
		t.Errorf("a code for a second first club: %s", code)
	}
	if strings.Contains(s.log.String(), code) {
		t.Error("the requests' log says the code")
	}
}

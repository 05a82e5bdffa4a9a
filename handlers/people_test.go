package handlers

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

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
		if invalid, _ := attr(all(page.doc, "input", "name", name)[0], "aria-invalid"); invalid != "true" {
			t.Errorf("field %s is not marked", name)
		}
		if kept := page.mustForm(path).values.Get("name"); kept != fields[1] {
			t.Errorf("the name is now %q, typed was %q", kept, fields[1])
		}
	}
	guest.get(path).mustForm(path).with("name", "Bento", "password", goodPassword).send().want(http.StatusOK).at(link.Club(club))
	s.browser().get(path).want(http.StatusGone)
	s.browser().post(path, url.Values{"name": {"Davi"}, "password": {goodPassword}}).want(http.StatusGone)
	s.browser().get("/invitations/nobody-made-this").want(http.StatusNotFound)

	// Members do not invite, and revoked invitations are gone.
	guest.get(link.Invitations(club)).want(http.StatusForbidden)
	guest.post(link.Invitations(club), url.Values{"uses": {"1"}, "days": {"1"}, "role": {"member"}}).want(http.StatusForbidden)
	path = ana.invites(club)
	page := ana.get(link.Invitations(club))
	for _, n := range all(page.doc, "form", "action", "") {
		if action, _ := attr(n, "action"); strings.HasSuffix(action, "/revoke") {
			page.mustForm(action).send().want(http.StatusOK).at(link.Invitations(club))
		}
	}
	s.browser().get(path).want(http.StatusGone)

	// Who has an account joins with it.
	path = ana.invites(club)
	guest.get(path).mustForm(path).send().want(http.StatusOK).at(link.Club(club))
	for field, bad := range map[string]string{"uses": "0", "days": "1000"} {
		ana.get(link.Invitations(club)).mustForm(link.Invitations(club)).with(field, bad).send().want(http.StatusUnprocessableEntity)
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

func TestSignIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	old := cookieOf(t, ana)
	ana.get(link.Settings).mustForm(link.SignOut).send().want(http.StatusOK).at(link.SignIn)
	if cookieOf(t, ana) != "" {
		t.Error("the cookie outlives the session")
	}
	ana.get(link.Matches(club)).want(http.StatusOK).at(link.SignInTo(link.Matches(club)))

	sign := func(b *browser, user, password string) *reply {
		return b.get(link.SignInTo(link.Matches(club))).mustForm(link.SignIn).with("user", user, "password", password).send()
	}
	wrong := sign(ana, "Ana", "wrong").want(http.StatusUnprocessableEntity)
	nobody := sign(s.browser(), "Nobody", "wrong").want(http.StatusUnprocessableEntity)
	if a, b := strings.ReplaceAll(text(wrong.doc), "Ana", ""), text(nobody.doc); a != b {
		t.Errorf("a wrong password is answered %q, a wrong name %q", a, b)
	}
	if wrong.mustForm(link.SignIn).values.Get("user") != "Ana" {
		t.Error("the name that was typed is gone")
	}
	sign(ana, "ana", goodPassword).want(http.StatusOK).at(link.Matches(club))
	if cookieOf(t, ana) == old {
		t.Error("the same token after a new sign-in")
	}
	before := cookieOf(t, ana)
	ana.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}, "next": {"//evil.example/"}}).
		want(http.StatusOK).at(link.Club(club))
	if got := stolen(t, s, before).get(link.Settings); got.Request.URL.Path != link.SignIn {
		t.Error("the token of before a sign-in still holds")
	}
}

// A hash of another cost is replaced by one of today's when its password comes.
func TestSignInUpgradesTheHash(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, club := s.founded()
	salt := []byte("sixteen bytes ok")
	b64 := base64.RawStdEncoding
	s.sql(`UPDATE players SET password_hash = $1`, fmt.Sprintf("$argon2id$v=19$m=8192,t=1,p=1$%s$%s",
		b64.EncodeToString(salt), b64.EncodeToString(argon2.IDKey([]byte(goodPassword), salt, 1, 8192, 1, 32))))
	for range 2 {
		s.browser().post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}}).want(http.StatusOK).at(link.Club(club))
		account, err := s.store.PlayerByName(t.Context(), "Ana")
		if err != nil || !strings.Contains(account.Password.Reveal(), "$m=19456,t=2,p=1$") {
			t.Errorf("the hash is not renewed (%v)", err)
		}
	}
}

func TestSignInIsThrottled(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.founded()
	guest := s.browser()
	for range 30 {
		page := guest.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {"guess"}})
		if page.StatusCode == http.StatusTooManyRequests {
			if page.Header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
			return
		}
		page.want(http.StatusUnprocessableEntity)
	}
	t.Error("thirty wrong passwords in a row")
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	page := ana.get(link.Settings).mustForm(link.Settings).
		with("lang", "pt-BR", "theme", "dark", "deck", "4", "index", "big", "sort", "suit").send().want(http.StatusOK)
	root := all(page.doc, "html", "", "")[0]
	for name, want := range map[string]string{"lang": "pt-BR", "data-theme": "dark", "data-deck": "4", "data-index": "big"} {
		if got, _ := attr(root, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if chosen := page.mustForm(link.Settings).values.Get("sort"); chosen != "suit" {
		t.Errorf("the hand is sorted by %q, want suit", chosen)
	}
	ana.post(link.Settings, url.Values{"lang": {"xx"}}).want(http.StatusBadRequest)
	ana.post(link.Settings, url.Values{"lang": {"en"}, "sort": {"colour"}}).want(http.StatusBadRequest)

	// The account's language follows the player, not the browser.
	other := s.browser()
	home := other.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}}).want(http.StatusOK).at(link.Club(club))
	if got, _ := attr(all(home.doc, "html", "", "")[0], "lang"); got != "pt-BR" {
		t.Errorf("language %q after signing in elsewhere", got)
	}

	// A new password ends the other sessions and changes this one's token.
	change := func(current, next string) *reply {
		return ana.get(link.Settings).mustForm(link.Password).with("current", current, "password", next).send()
	}
	change(goodPassword, "12345678").want(http.StatusUnprocessableEntity)
	change("not this one", "outro jeito de embaralhar").want(http.StatusUnprocessableEntity)
	before := cookieOf(t, ana)
	change(goodPassword, "outro jeito de embaralhar").want(http.StatusOK).at(link.Settings + "?saved=password")
	if cookieOf(t, ana) == before || stolen(t, s, before).get(link.Settings).Request.URL.Path != link.SignIn {
		t.Error("the token of before the change still holds")
	}
	other.get(link.Settings).want(http.StatusOK).at(link.SignInTo(link.Settings))
	other.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}}).want(http.StatusUnprocessableEntity)

	// Sessions are seen and ended, one's own only.
	other.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {"outro jeito de embaralhar"}}).want(http.StatusOK)
	bento := s.joined(ana, club, "Bento")
	sessions := ana.get(link.Settings)
	var ends []string
	for _, n := range all(sessions.doc, "form", "action", "") {
		if action, _ := attr(n, "action"); strings.HasSuffix(action, "/end") {
			ends = append(ends, action)
		}
	}
	if len(ends) != 1 {
		t.Fatalf("%d other sessions listed, want 1", len(ends))
	}
	bento.post(ends[0], nil).want(http.StatusNotFound)
	other.get(link.Settings).want(http.StatusOK).at(link.Settings)
	sessions.mustForm(ends[0]).send().want(http.StatusOK)
	other.get(link.Settings).want(http.StatusOK).at(link.SignInTo(link.Settings))
	other.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {"outro jeito de embaralhar"}}).want(http.StatusOK)
	ana.post(link.EndOtherSessions, nil).want(http.StatusOK)
	other.get(link.Settings).want(http.StatusOK).at(link.SignInTo(link.Settings))
	ana.get(link.Settings).want(http.StatusOK).at(link.Settings)
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.founded()
	langOf := func(r *reply) string {
		lang, _ := attr(all(r.doc, "html", "", "")[0], "lang")
		return lang
	}
	guest := s.browser()
	for accept, want := range map[string]string{"en-GB,en;q=0.9": "en", "pt": "pt-BR", "pt-PT": "pt-BR", "": "pt-BR"} {
		guest.lang = accept
		if got := langOf(guest.get(link.SignIn)); got != want {
			t.Errorf("Accept-Language %q gives %s, want %s", accept, got, want)
		}
	}
	guest.lang = "pt-BR"
	page := guest.get(link.SignInTo("/clubs/x")).mustForm(link.Language).with("lang", "en").send().want(http.StatusOK).at(link.SignInTo("/clubs/x"))
	if got := langOf(page); got != "en" {
		t.Errorf("language %s after choosing en", got)
	}
	if got := langOf(guest.get("/no/such/page").want(http.StatusNotFound)); got != "en" {
		t.Errorf("an error speaks %s", got)
	}
	guest.post(link.Language, url.Values{"lang": {"en"}, "next": {"https://evil.example/"}}).want(http.StatusOK).at(link.SignIn)
	guest.post(link.Language, url.Values{"lang": {"tlh"}}).want(http.StatusBadRequest)
}

// cookieOf is the session's token in a browser, as its cookie has it.
func cookieOf(t testing.TB, b *browser) string {
	t.Helper()
	home, err := url.Parse(b.site.url)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(home) {
		if c.Name == "carteado" {
			return c.Value
		}
	}
	return ""
}

// stolen is another browser with a session's token.
func stolen(t testing.TB, s *site, token string) *browser {
	t.Helper()
	b := s.browser()
	home, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	b.client.Jar.SetCookies(home, []*http.Cookie{{Name: "carteado", Value: token, Path: "/"}})
	return b
}

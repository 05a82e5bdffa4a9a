package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

// The emblem and the colour that a player chooses are seen at the table and in the list
// of members; what is not offered is refused, and the letter comes back.
func TestFace(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, celia := e.as("Bento"), e.as("Célia")
	form := func() *form { return bento.get(link.Settings).want(http.StatusOK).mustForm(link.Face) }
	pages := []string{link.Table(e.club, 1), link.Members(e.club), link.Member(e.club, e.players["Bento"]),
		link.Member(e.club, e.players["Célia"])}
	seen := func(want bool) {
		t.Helper()
		for _, path := range pages {
			if body := celia.get(path).want(http.StatusOK).body; strings.Contains(body, "#em-kite") != want {
				t.Errorf("the face is at %s: %v, want %v", path, !want, want)
			}
		}
	}
	seen(false)
	form().with("emblem", "kite", "colour", "5").send().want(http.StatusSeeOther)
	seen(true)
	if kept := form().values; kept.Get("emblem") != "kite" || kept.Get("colour") != "5" {
		t.Errorf("kept: %v", kept)
	}
	for _, wrong := range []url.Values{{"emblem": {"skull"}, "colour": {"5"}}, {"emblem": {"kite"}, "colour": {"8"}},
		{"emblem": {"kite"}, "colour": {"x"}}} {
		bento.post(link.Face, wrong).want(http.StatusBadRequest)
	}
	seen(true)
	form().with("emblem", "").send().want(http.StatusSeeOther)
	seen(false)
}

// A player takes another name, signs in with it and is still known; the form asks for the
// password, keeps what was typed, and says from when there may be another one.
func TestName(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, celia := e.as("Bento"), e.as("Célia")
	change := func(name, password string) *reply {
		return bento.get(link.Settings).mustForm(link.Name).with("name", name, "sure", password).send()
	}
	for _, wrong := range [][2]string{{"Dona Ana (host)", goodPassword}, {"be@x", goodPassword}, {"", goodPassword},
		{"Сélia", goodPassword}, {"ana", goodPassword}, {"Benê", "not this one"}} {
		again := change(wrong[0], wrong[1]).want(http.StatusUnprocessableEntity)
		if kept := again.mustForm(link.Name).values.Get("name"); kept != wrong[0] {
			t.Errorf("typed %q, kept %q", wrong[0], kept)
		}
	}
	match := link.Match(e.club, e.over)
	if strings.Contains(celia.get(match).body, "(then ") {
		t.Error("somebody is said to have had another name")
	}
	change("Benê", goodPassword).want(http.StatusSeeOther)
	bento.post(link.Name, url.Values{"name": {"Tito"}, "sure": {goodPassword}}).want(http.StatusConflict)
	for path, want := range map[string]string{match: "Benê (then Bento)",
		link.Replay(e.club, e.over, 0): "Benê (then Bento)", link.Members(e.club): "Benê"} {
		if body := celia.get(path).want(http.StatusOK).body; !strings.Contains(body, want) {
			t.Errorf("%s does not say %q", path, want)
		}
	}
	if body := e.as("Ana").get(link.Audit(e.club)).
		body; !strings.Contains(body, "Benê (then Bento) took another name") {
		t.Error("the log does not say it")
	}
	other := e.browser()
	other.post(link.SignIn, url.Values{"user": {"Bento"}, "password": {goodPassword}}).
		want(http.StatusUnprocessableEntity)
	other.post(link.SignIn, url.Values{"user": {"Benê"}, "password": {goodPassword}}).want(http.StatusOK).
		at(link.Club(e.club))
}

func TestSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	page := ana.get(link.Settings).mustForm(link.Settings).
		with("lang", "pt-BR", "theme", "dark", "deck", "4", "index", "big", "sort", "suit").send().want(http.StatusOK)
	root := all(page.doc(), "html", "", "")[0]
	for name, want := range map[string]string{"lang": "pt-BR", "data-theme": "dark", "data-deck": "4",
		"data-index": "big"} {
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
	home := other.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}}).want(http.StatusOK).
		at(link.Club(club))
	if got, _ := attr(all(home.doc(), "html", "", "")[0], "lang"); got != "pt-BR" {
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
	other.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}}).
		want(http.StatusUnprocessableEntity)

	// Sessions are seen and ended, one's own only.
	other.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {"outro jeito de embaralhar"}}).want(http.StatusOK)
	bento := s.joined(ana, club, "Bento")
	sessions := ana.get(link.Settings)
	var ends []string
	for _, n := range all(sessions.doc(), "form", "action", "") {
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
		lang, _ := attr(all(r.doc(), "html", "", "")[0], "lang")
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
	page := guest.get(link.SignInTo("/clubs/x")).mustForm(link.Language).with("lang", "en").send().want(http.StatusOK).
		at(link.SignInTo("/clubs/x"))
	if got := langOf(page); got != "en" {
		t.Errorf("language %s after choosing en", got)
	}
	if got := langOf(guest.get("/no/such/page").want(http.StatusNotFound)); got != "en" {
		t.Errorf("an error speaks %s", got)
	}
	guest.post(link.Language, url.Values{"lang": {"en"}, "next": {"https://evil.example/"}}).want(http.StatusOK).
		at(link.SignIn)
	guest.post(link.Language, url.Values{"lang": {"tlh"}}).want(http.StatusBadRequest)
}

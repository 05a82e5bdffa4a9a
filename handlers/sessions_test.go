package handlers

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"carteado/views/link"
)

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
	for at, next := range map[string]string{
		"https://evil.example" + link.Table(club, 1) + "?from=9": link.Table(club, 1) + "?from=9",
		link.Moves(club, 1): "", "https://club.example//evil.example/": "", link.Tables(club): "", "": "",
		link.Poll(club, 1, "board.1"): "",
	} { // where a script asks; a page that was posted is not read again, and polls are no pages
		asked := ana.get(link.Poll(club, 1, "board.1"), "HX-Request", "true", "HX-Current-URL", at)
		if to := asked.Header.Get("HX-Redirect"); to != link.SignInTo(next) {
			t.Errorf("from %q one is led to %s", at, to)
		}
	}

	sign := func(b *browser, user, password string) *reply {
		return b.get(link.SignInTo(link.Matches(club))).mustForm(link.SignIn).with("user", user, "password", password).
			send()
	}
	wrong := sign(ana, "Ana", "wrong").want(http.StatusUnprocessableEntity)
	nobody := sign(s.browser(), "Nobody", "wrong").want(http.StatusUnprocessableEntity)
	if a, b := strings.ReplaceAll(wrong.text(), "Ana", ""), nobody.text(); a != b {
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
		s.browser().post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}}).want(http.StatusOK).
			at(link.Club(club))
		account, err := s.Store.PlayerByName(t.Context(), "Ana")
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

// A player who waits behind a crowd in vain reads so, keeps the name, and has used no try.
func TestACrowdAtTheDoorLocksNobodyOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.founded()
	wait := s.SignInWait
	s.SignInWait = time.Millisecond
	for range cap(s.SignIns) {
		s.SignIns <- struct{}{}
	}
	guest, form := s.browser(), url.Values{"user": {"Ana"}, "password": {goodPassword}}
	for range 30 {
		page := guest.post(link.SignIn, form, "Accept-Language", "en").want(http.StatusServiceUnavailable).
			says("Many people are signing in right now")
		if again := page.mustForm(link.SignIn).values; again.Get("user") != "Ana" || again.Get("password") != "" ||
			page.Header.Get("Retry-After") == "" {
			t.Fatalf("the form holds %v, Retry-After %q", again, page.Header.Get("Retry-After"))
		}
	}
	for range cap(s.SignIns) {
		<-s.SignIns
	}
	s.SignInWait = wait
	guest.post(link.SignIn, form).want(http.StatusOK)
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

// A sign-in that fails leaves a line with the account and the network it came
// from, and nothing that was typed.
func TestFailedSignInsAreLogged(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.browser().post(link.SignIn, url.Values{"user": {"Bento"}, "password": {"wrong-secret"}}).
		want(http.StatusUnprocessableEntity)
	e.browser().post(link.SignIn, url.Values{"user": {"typed-secret"}, "password": {"wrong-secret"}}).
		want(http.StatusUnprocessableEntity)
	log := e.log.String()
	for _, want := range []string{
		fmt.Sprintf(`"account":%d,"address":"127.0.0.0/24","why":"wrong"`, e.players["Bento"]),
		`"account":0,"address":"127.0.0.0/24","why":"wrong"`,
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log has no %s:\n%s", want, log)
		}
	}
	if strings.Contains(log, "-secret") {
		t.Error("the log tells what was typed")
	}
}

func TestSignOutClearsTheBrowser(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	got := e.as("Bento").post(link.SignOut, url.Values{})
	if clears := got.Header.Get("Clear-Site-Data"); clears != `"cache", "storage"` {
		t.Errorf("Clear-Site-Data is %q", clears)
	}
}

// On every page of a club one signs out by the menu behind the club's name; a table that fills the screen leads to
// such a page. The page of those who are not signed in and the big screen are nobody's.
func TestTheWayOutIsAtHand(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, pages, tables := e.as("Ana"), 0, 0
	for _, r := range e.routes() {
		if r.method != http.MethodGet {
			continue
		}
		page := ana.get(e.address(r))
		class, is := bodyClass(page.body)
		switch {
		case !is || class == "door" || class == "tv":
		case class == "page":
			if pages++; page.form(link.SignOut) == nil {
				t.Errorf("%s has no way out", r.path)
			}
		default:
			if tables++; !strings.Contains(page.body, `href="`+link.Club(e.club)) &&
				!strings.Contains(page.body, `href="`+link.Rules) {
				t.Errorf("%s (%s) leads nowhere", r.path, class)
			}
		}
	}
	if pages < 30 || tables < 3 {
		t.Errorf("%d pages and %d tables were looked at", pages, tables)
	}
}

// bodyClass is the class of a whole page's body.
func bodyClass(page string) (class string, is bool) {
	_, rest, is := strings.Cut(page, `<body class="`)
	class, _, _ = strings.Cut(rest, `"`)
	return class, is
}

// A refused sign-in costs one hash, for every name, so that its time tells nobody which names there are. A hash takes
// more memory than all else of a request, and memory is counted exactly: it runs beside no other test.
func TestARefusalTellsNoName(t *testing.T) {
	e := newEvening(t)
	// Bento waits for a first link, and Célia has given her password up.
	e.id(`UPDATE players SET password_hash = '' WHERE id = $1 RETURNING id`, e.players["Bento"])
	e.id(`UPDATE players SET passkeys_only = true WHERE id = $1 RETURNING id`, e.players["Célia"])
	guest := e.browser()
	guest.get(link.SignIn)
	const hash = 19 << 20 // bytes of one, by password's cost
	for _, name := range []string{"Ana", "Bento", "Célia", "Nobody of that name", "ana@example.org",
		strings.Repeat("x", 300)} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		guest.post(link.SignIn, url.Values{"user": {name}, "password": {"a wrong one"}}).
			want(http.StatusUnprocessableEntity)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took < hash || took > 2*hash-hash/4 {
			t.Errorf("%.20q: %.1f MiB, want one hash of %d", name, float64(took)/(1<<20), hash>>20)
		}
	}
}

package handlers

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/page"
)

func TestHeaders(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	for _, role := range []string{"nobody", "Bento", "Ana"} {
		b := e.as(role)
		for _, r := range e.routes() {
			var got *reply
			if r.method == http.MethodGet {
				got = b.get(e.address(r))
			} else if strings.HasSuffix(r.path, "/leave") || r.path == link.SignOut || r.path == link.EndOtherSessions {
				continue
			} else {
				got = b.post(e.address(r), url.Values{})
			}
			for name, want := range map[string]string{
				"Content-Security-Policy":      web.Policy,
				"X-Content-Type-Options":       "nosniff",
				"Referrer-Policy":              "same-origin",
				"Cross-Origin-Opener-Policy":   "same-origin",
				"Cross-Origin-Resource-Policy": "same-origin",
				"Permissions-Policy":           web.Permissions,
				"Etag":                         "",
				"Access-Control-Allow-Origin":  "",
				"Strict-Transport-Security":    "",
			} {
				if got.Header.Get(name) != want {
					t.Errorf("%s %s as %s: %s is %q", r.method, r.path, role, name, got.Header.Get(name))
				}
			}
			kind := got.Header.Get("Content-Type")
			if got.body != "" && (kind == "" || strings.HasPrefix(kind, "text/") && !strings.HasSuffix(
				strings.ToLower(kind), "; charset=utf-8")) {
				t.Errorf("%s %s as %s: Content-Type is %q", r.method, r.path, role, kind)
			}
			machine := strings.HasPrefix(r.path, "/static/") || r.path == "/favicon.ico"
			if !machine && got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s as %s: Cache-Control is %q", r.method, r.path, role, got.Header.Get("Cache-Control"))
			}
			if why := inline(got); why != "" {
				t.Errorf("%s %s as %s: %s", r.method, r.path, role, why)
			}
		}
	}
}

// inline finds what the policy forbids on a page.
func inline(r *reply) string {
	for _, n := range all(r.doc(), "", "", "") {
		if _, external := attr(n, "src"); n.Data == "style" || n.Data == "script" && !external {
			return "inline " + n.Data
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "style", strings.HasPrefix(a.Key, "on"), strings.HasPrefix(a.Key, "hx-"),
				strings.HasPrefix(a.Key, "data-hx-on"):
				return "attribute " + a.Key
			case strings.HasPrefix(strings.ToLower(a.Val), "javascript:"), strings.HasPrefix(a.Val, "js:"):
				return a.Key + " " + a.Val
			case strings.HasSuffix(a.Key, "hx-trigger") && strings.ContainsAny(a.Val, "[]"):
				return "trigger filter " + a.Val
			case (a.Key == "src" || a.Key == "href") && strings.Contains(a.Val, "://"):
				return "from elsewhere: " + a.Val
			}
		}
	}
	return ""
}

func TestInlineFindsWhatIsPlanted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := s.browser()
	for _, planted := range []string{
		`<style>p{}</style>`, `<script>x()</script>`, `<p style="color:red">`, `<p onclick="x()">`, `<p hx-get="/">`,
		`<a href="javascript:x()">`, `<p data-hx-trigger="load[x]">`, `<img src="https://evil.example/">`,
	} {
		page := b.get(link.Setup)
		page.parsed = parse(t, strings.Replace(page.body, "</main>", planted+"</main>", 1))
		if inline(page) == "" {
			t.Errorf("%s is not found", planted)
		}
	}
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	for _, lang := range []string{"en", "pt-BR"} {
		b := e.as("Bento")
		e.sql(`UPDATE players SET lang = $1 WHERE id = $2`, lang, e.players["Bento"])
		b.get(link.Settings)
		before := e.digest()
		table := link.Table(e.club, 1)
		big := url.Values{"move": {strings.Repeat("x", web.BodyLimit)}}
		chunked := b.request(http.MethodPost, link.Moves(e.club, 1), big)
		chunked.ContentLength = -1
		multipart := b.request(http.MethodPost, link.Moves(e.club, 1), url.Values{}, "Content-Type",
			"multipart/form-data; boundary=x")
		multipart.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		for name, c := range map[string]struct {
			got  *reply
			want int
		}{
			"unknown route":      {b.get("/no/such/page"), 404},
			"no letter of ours":  {b.get("/clubs/%00"), 404},
			"nor a token":        {b.get("/invitations/%00"), 404},
			"nor a key":          {b.get(link.Table(e.club, 99) + "?key=%00"), 404},
			"nor in a form":      {b.post(link.Table(e.club, 99)+"/guests", url.Values{"key": {"\x00"}}), 404},
			"unknown table":      {b.get(link.Table(e.club, 99)), 404},
			"table by no number": {b.get(link.Tables(e.club) + "/01"), 404},
			"unknown match":      {b.get(link.Match(e.club, 1<<40)), 404},
			"unknown game":       {b.get(link.NewTableOf(e.club, "bridge")), 404},
			"running replay":     {b.get(link.Replay(e.club, e.running, 0)), 404},
			"metrics":            {b.get("/metrics"), 404},
			"a profile":          {b.get("/debug/pprof/"), 404},
			"a trace":            {b.do(b.request(http.MethodTrace, table, nil)), 405},
			"wrong method":       {b.do(b.request(http.MethodDelete, table, nil)), 405},
			"post to a page":     {b.post(table+"/rules", url.Values{}), 405},
			"large form":         {b.post(link.Moves(e.club, 1), big), 413},
			"large chunks":       {b.do(chunked), 413},
			"not a form":         {b.do(multipart), 415},
			"malformed form":     {b.do(malformed(b, link.Moves(e.club, 1))), 400},
			"no move":            {b.post(link.Moves(e.club, 1), url.Values{}), 422},
		} {
			if c.got.StatusCode != c.want {
				t.Errorf("%s (%s): %d, want %d", name, lang, c.got.StatusCode, c.want)
			}
			root := all(c.got.doc(), "html", "", "")
			if got, _ := attr(root[0], "lang"); got != lang {
				t.Errorf("%s (%s): the page speaks %q", name, lang, got)
			}
			if strings.Contains(c.got.text(), "[error.") {
				t.Errorf("%s (%s): no words for it: %s", name, lang, c.got.text())
			}
			if c.want == 405 && c.got.Header.Get("Allow") == "" {
				t.Errorf("%s: no Allow", name)
			}
		}
		if after := e.digest(); after != before {
			t.Errorf("bad requests changed something:\n%s\n%s", before, after)
		}
	}
}

func malformed(b *browser, path string) *http.Request {
	req := b.request(http.MethodPost, path, url.Values{})
	body := "move=%zz"
	req.Body, req.ContentLength = readCloser(body), int64(len(body))
	return req
}

// A browser that can read compressed pages gets them, and they say the same.
func TestPagesAreCompressed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	plain := s.browser().get(link.Setup).want(http.StatusOK)
	b := s.browser()
	b.client.Transport.(*http.Transport).DisableCompression = false
	small := b.get(link.Setup).want(http.StatusOK)
	if !small.Uncompressed || plain.Uncompressed {
		t.Errorf("compressed is %t for those who ask, %t for others", small.Uncompressed, plain.Uncompressed)
	}
	if small.text() != plain.text() {
		t.Error("the compressed page says something else")
	}
}

// A failure of ours shows its id, and not itself.
func TestFailureShowsNothing(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	e.sql(`ALTER TABLE matches RENAME COLUMN state TO secret_sauce`)
	page := bento.get(link.Table(e.club, 1)).want(http.StatusInternalServerError)
	id := page.Header.Get("X-Request-Id")
	if id == "" || !strings.Contains(page.body, id) {
		t.Error("the page does not name the request")
	}
	for _, word := range []string{"state", "column", "SQLSTATE", "42703"} {
		if strings.Contains(page.text(), word) {
			t.Errorf("the page says %q", word)
		}
	}
	for what, answer := range map[string]*reply{"page": page, "fragment": bento.get(link.Table(e.club, 1),
		fromScript...)} {
		for _, word := range []string{"secret_sauce", "SQLSTATE", "42703", "does not exist"} {
			if strings.Contains(fmt.Sprint(answer.Header)+answer.body, word) {
				t.Errorf("the %s or a header of it holds %q", what, word)
			}
		}
	}
	if lines := strings.Count(e.log.String(), id); lines != 1 {
		t.Errorf("the failure is logged %d times", lines)
	}
	if !strings.Contains(e.log.String(), "42703") {
		t.Error("the log does not say what failed")
	}
}

func TestPanicIsAnErrorPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.echo.GET("/panic", func(c echoContext) error { panic("secret sauce") })
	page := s.browser().get("/panic").want(http.StatusInternalServerError)
	if strings.Contains(fmt.Sprint(page.Header)+page.body, "sauce") ||
		!strings.Contains(page.body, page.Header.Get("X-Request-Id")) {
		t.Error("the page says more than the request's id, or less")
	}
	if !strings.Contains(s.log.String(), "web_test.go") {
		t.Error("the log has no stack")
	}
}

// The log names routes and ids: no token, password, address of an invitation or
// form of a player reaches it.
func TestLogKeepsSecrets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	path := ana.invites(club)
	bento := s.browser()
	bento.get(path).mustForm(path).with("name", "Bento", "password", goodPassword).send().want(http.StatusOK)
	bento.get(link.Club(club) + "?card=told-to-nobody")
	token := cookieOf(t, bento)
	for _, secret := range []string{goodPassword, token, strings.TrimPrefix(path, "/invitations/"), "told-to-nobody",
		url.QueryEscape(goodPassword)} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	if !strings.Contains(s.log.String(), `"route":"/invitations/:token"`) ||
		!strings.Contains(s.log.String(), `"address":"127.0.0.0/24"`) {
		t.Error("the log does not name the route, or the visitor's network")
	}
}

func TestCookiesOverHTTPS(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Cookies.Secure = true
	b := s.browser()
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	page := b.get(link.Setup).mustForm(link.Setup).with("code", s.setupCode(), "club", "X", "lang", "en", "zone", "UTC",
		"name", "Ana", "password", goodPassword).
		send().want(http.StatusSeeOther)
	var names []string
	for _, c := range page.Cookies() {
		names = append(names, c.Name)
		if !strings.HasPrefix(c.Name, "__Host-") || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode ||
			c.Path != "/" || c.Domain != "" {
			t.Errorf("cookie %v", c)
		}
	}
	if want := []string{"__Host-carteado", "__Host-carteado_browser", "__Host-carteado_lang"}; !slices.Equal(
		slices.Sorted(slices.Values(names)), want) {
		t.Errorf("cookies %v, want %v", names, want)
	}
	if page.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
		t.Error("no HSTS over https")
	}
}

// A forwarded address is believed only from proxies we know.
func TestAddressOfTheClient(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		proxies []netip.Prefix
		want    string
	}{
		{nil, "127.0.0.1"},
		{[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, "127.0.0.1"},
		{[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, "203.0.113.7"},
	} {
		s, err := New(Config{URL: "http://localhost", Logger: slog.New(slog.DiscardHandler), TrustedProxies: c.proxies})
		if err != nil {
			t.Fatal(err)
		}
		s.echo.GET("/address", func(c echoContext) error { return c.String(200, c.(*web.Request).Address().String()) })
		req := httptest.NewRequest(http.MethodGet, "/address", nil)
		req.RemoteAddr = "127.0.0.1:1234"
		req.Header.Set("X-Forwarded-For", "198.51.100.1, 203.0.113.7")
		req.Header.Set("X-Real-Ip", "198.51.100.2")
		answer := httptest.NewRecorder()
		s.Handler().ServeHTTP(answer, req)
		if got := answer.Body.String(); got != c.want {
			t.Errorf("behind %v the client is %s, want %s", c.proxies, got, c.want)
		}
	}
	for _, bad := range []string{"", "carteado", "ftp://x", "http://", "://"} {
		if _, err := New(Config{URL: bad}); err == nil {
			t.Errorf("public URL %q is taken", bad)
		}
	}
}

// A database that is away or has no connection left is not the visitor's fault:
// the page says so in both languages, and does not speak of too many attempts.
func TestUnavailableIsNotThrottled(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	e.Store.Close()
	for lang, says := range map[string][3]string{
		"en": {"Nothing that was played is lost", "What you sent may not be saved", "Too many attempts"},
		"pt-BR": {"Nada do que foi jogado se perdeu", "Talvez o que você enviou não tenha sido salvo",
			"tentativas demais"},
	} {
		again := bento.post(link.Join(e.club, 4), url.Values{"idem": {"k"}, "seat": {"1", "2"}}, "Accept-Language",
			lang).says(says[1])
		if kept := again.mustForm(link.Join(e.club, 4)).values; kept.Encode() != "idem=k&seat=1&seat=2" {
			t.Errorf("the form that can be sent again has %v", kept)
		}
		signIn := bento.post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}}, "Accept-Language",
			lang).says(says[1])
		if kept := signIn.mustForm(link.SignIn).values; kept.Encode() != "password=&user=Ana" {
			t.Errorf("the sign-in that can be sent again has %v", kept)
		}
		pages := []*reply{bento.get(link.Club(e.club), "Accept-Language", lang).says(says[0]), again, signIn}
		for _, name := range page.PasswordFields {
			form := bento.post(link.Name, url.Values{"idem": {"k"}, name: {goodPassword}}, "Accept-Language", lang)
			want := url.Values{"idem": {"k"}, name: {""}}
			if kept := form.mustForm(link.Name).values; kept.Encode() != want.Encode() ||
				strings.Contains(form.body, goodPassword) {
				t.Errorf("a form with the password %s is kept as %v, or the page holds it", name, kept)
			}
			pages = append(pages, form)
		}
		for _, answer := range pages {
			answer.want(http.StatusServiceUnavailable)
			if strings.Contains(answer.text(), says[2]) || answer.Header.Get("Retry-After") != "2" {
				t.Errorf("Retry-After %q, and the page: %s", answer.Header.Get("Retry-After"), answer.text())
			}
		}
	}
}

// A page that shows a form again knows which of its fields take a password.
func TestPasswordFieldsAreKnown(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../views/page/*/*.templ")
	if err != nil {
		t.Fatal(err)
	}
	takes := regexp.MustCompile(`Name: "(\w+)",[^}]*Type: "password"|\bNewPassword\("(\w+)"`)
	found := map[string]bool{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range takes.FindAllSubmatch(content, -1) {
			found[string(field[1])+string(field[2])] = true
		}
	}
	if got, want := slices.Sorted(maps.Keys(found)), slices.Sorted(slices.Values(page.PasswordFields)); !slices.Equal(
		got, want) {
		t.Errorf("pages ask for passwords in %v, known are %v", got, want)
	}
}

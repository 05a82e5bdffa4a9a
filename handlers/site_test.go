package handlers

import (
	"context"
	"encoding/base64"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/labstack/echo/v4"
	"golang.org/x/net/html"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/views/link"
	"carteado/views/table"
)

// A site is a club on a database of its own, served over HTTP.
type site struct {
	*Server
	t        testing.TB
	url      string
	database string
	log      *logBuffer
	web      *http.Server
	taken    atomic.Int64 // connections that were taken out of web
	offered  []table.Game
	pool     *pgxpool.Pool // see past
	sums     string        // the query of digest
}

// newSite starts a site without its background work. It offers the games given,
// or those of most tests.
func newSite(t testing.TB, games ...table.Game) *site {
	t.Helper()
	if len(games) == 0 {
		games = testGames()
	}
	s := &site{t: t, database: dbtest.New(t), log: &logBuffer{}, offered: games}
	store, err := db.Open(t.Context(), db.Config{URL: s.database, Games: table.Rules(games), Patience: dbtest.Patience,
		Unlimited: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	web := httptest.NewUnstartedServer(nil)
	s.url = "http://" + web.Listener.Addr().String()
	s.Server, err = New(Config{
		Store: store, Games: games, URL: s.url, Patience: dbtest.Patience,
		Logger: slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.web = web.Config
	s.web.Handler = s.Handler()
	s.web.ConnState = func(_ net.Conn, now http.ConnState) {
		if now == http.StateHijacked {
			s.taken.Add(1)
		}
	}
	outside := s.Outside(s.web)
	web.Start()
	go func() { _ = s.web.Serve(outside) }()
	t.Cleanup(func() {
		s.Drain()
		web.Close()
		_ = outside.Close()
	})
	return s
}

// runs does the site's background work until the test ends.
func (s *site) runs() *site {
	s.t.Helper()
	ctx, stop := context.WithCancel(context.WithoutCancel(s.t.Context()))
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	s.t.Cleanup(func() {
		stop()
		select {
		case err := <-done:
			if err != nil {
				s.t.Errorf("Run: %v", err)
			}
		case <-time.After(dbtest.Patience):
			s.t.Error("Run does not end")
		}
	})
	return s
}

// forget makes every poll ask again, as when a listener begins.
func (s *site) forget() {
	s.store.Waiters.Forget()
	s.hub.dismiss()
}

// logBuffer keeps the log for tests to read.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// A browser is a client that keeps cookies and follows links and forms, and has
// no JavaScript.
type browser struct {
	t      testing.TB
	site   *site
	client *http.Client
	lang   string // Accept-Language
}

func (s *site) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true // it takes a third of a page's time here, and has a test of its own
	s.t.Cleanup(transport.CloseIdleConnections)
	return &browser{t: s.t, site: s, client: &http.Client{Jar: jar, Transport: transport}, lang: "en"}
}

// A reply is an answer that was read whole.
type reply struct {
	*http.Response
	browser *browser
	body    string
	doc     *html.Node
}

func (b *browser) do(req *http.Request) *reply {
	b.t.Helper()
	if req.Header.Get("Accept-Language") == "" && b.lang != "" {
		req.Header.Set("Accept-Language", b.lang)
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.t.Fatalf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatalf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	doc, err := html.Parse(strings.NewReader(string(body)))
	if err != nil {
		b.t.Fatalf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	return &reply{res, b, string(body), doc}
}

// request prepares a request; pairs of headers follow.
func (b *browser) request(method, path string, form url.Values, headers ...string) *http.Request {
	b.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(context.WithoutCancel(b.t.Context()), method, b.site.url+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	return req
}

func (b *browser) get(path string, headers ...string) *reply {
	b.t.Helper()
	return b.do(b.request(http.MethodGet, path, nil, headers...))
}

func (b *browser) post(path string, form url.Values, headers ...string) *reply {
	b.t.Helper()
	if form == nil {
		form = url.Values{}
	}
	return b.do(b.request(http.MethodPost, path, form, headers...))
}

// want checks a reply's status.
func (r *reply) want(status int) *reply {
	r.browser.t.Helper()
	if r.StatusCode != status {
		r.browser.t.Fatalf("%s %s: status %d, want %d\n%s", r.Request.Method, r.Request.URL.RequestURI(), r.StatusCode,
			status, text(r.doc))
	}
	return r
}

// at checks where a reply came from after all redirects.
func (r *reply) at(path string) *reply {
	r.browser.t.Helper()
	if got := strings.TrimSuffix(r.Request.URL.RequestURI(), "?refresh=yes"); got != path {
		r.browser.t.Fatalf("at %s, want %s (status %d)\n%s", got, path, r.StatusCode, text(r.doc))
	}
	return r
}

// says checks that a page holds a text.
func (r *reply) says(part string) *reply {
	r.browser.t.Helper()
	if !strings.Contains(text(r.doc), part) {
		r.browser.t.Fatalf("%s does not say %q:\n%s", r.Request.URL.Path, part, text(r.doc))
	}
	return r
}

// text is what a page says, tags and spaces aside.
func text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode && c.Parent.Data != "script" && c.Parent.Data != "style" {
			b.WriteString(c.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// all returns the elements of a kind with an attribute's value; "" takes any.
func all(n *html.Node, tag, name, value string) []*html.Node {
	var found []*html.Node
	for c := range n.Descendants() {
		if c.Type != html.ElementNode || tag != "" && c.Data != tag {
			continue
		}
		if got, ok := attr(c, name); name == "" || ok && (value == "" || got == value) {
			found = append(found, c)
		}
	}
	return found
}

// A form is a form of a page, filled in as a browser would fill it.
type form struct {
	reply  *reply
	action string
	values url.Values
	node   *html.Node
}

// form returns the form of a page that posts to a path; nil when there is none.
func (r *reply) form(action string) *form {
	for _, n := range all(r.doc, "form", "action", action) {
		return &form{r, action, filled(n), n}
	}
	return nil
}

// mustForm is form, where there must be one.
func (r *reply) mustForm(action string) *form {
	r.browser.t.Helper()
	f := r.form(action)
	if f == nil {
		r.browser.t.Fatalf("%s has no form for %s:\n%s", r.Request.URL.Path, action, text(r.doc))
	}
	return f
}

// filled are the values that a browser sends for a form nobody has touched.
func filled(n *html.Node) url.Values {
	values := url.Values{}
	for c := range n.Descendants() {
		name, named := attr(c, "name")
		if _, disabled := attr(c, "disabled"); !named || disabled {
			continue
		}
		value, _ := attr(c, "value")
		switch c.Data {
		case "input":
			kind, _ := attr(c, "type")
			_, checked := attr(c, "checked")
			if kind == "submit" || (kind == "radio" || kind == "checkbox") && !checked {
				continue
			}
			values.Add(name, value)
		case "select":
			for i, option := range all(c, "option", "", "") {
				value, _ := attr(option, "value")
				if _, selected := attr(option, "selected"); selected || i == 0 {
					values.Set(name, value)
				}
			}
		}
	}
	return values
}

// buttons are the values of a form's buttons of a name that can be pressed.
func (f *form) buttons(name string) []string {
	var values []string
	for _, b := range all(f.node, "button", "name", name) {
		if _, disabled := attr(b, "disabled"); !disabled {
			value, _ := attr(b, "value")
			values = append(values, value)
		}
	}
	return values
}

// with sets fields, in pairs.
func (f *form) with(pairs ...string) *form {
	for i := 0; i+1 < len(pairs); i += 2 {
		f.values.Set(pairs[i], pairs[i+1])
	}
	return f
}

func (f *form) send(headers ...string) *reply {
	f.reply.browser.t.Helper()
	return f.reply.browser.post(f.action, f.values, headers...)
}

const goodPassword = "sete cavalos dormem cedo"

// founded sets the club up and returns its owner's browser.
func (s *site) founded() (ana *browser, club string) {
	s.t.Helper()
	ana = s.browser()
	home := ana.get("/").want(http.StatusOK).at(link.Setup).mustForm(link.Setup).with(
		"code", s.setupCode(), "club", "Clube da Esquina", "lang", "en", "zone", "America/Sao_Paulo", "name", "Ana",
		"password", goodPassword,
	).send().want(http.StatusOK)
	club = strings.TrimPrefix(home.Request.URL.Path, "/clubs/")
	return ana, club
}

// setupCode is what the program's log would say.
func (s *site) setupCode() string {
	s.t.Helper()
	code, err := s.store.NewSetupCode(s.t.Context(), s.Server.log)
	if err != nil {
		s.t.Fatal(err)
	}
	return code
}

// joined lets a new member in by an invitation of the owner.
func (s *site) joined(owner *browser, club, name string) *browser {
	s.t.Helper()
	guest := s.browser()
	path := owner.invites(club)
	guest.get(path).want(http.StatusOK).mustForm(path).with("name", name, "password", goodPassword).send().
		want(http.StatusOK).at(link.Club(club))
	return guest
}

// invites makes an invitation for one and returns its path.
func (b *browser) invites(club string) string {
	b.t.Helper()
	page := b.get(link.Invitations(club)).want(http.StatusOK).mustForm(link.Invitations(club)).send().
		want(http.StatusOK)
	for _, n := range all(page.doc, "input", "readonly", "") {
		value, _ := attr(n, "value")
		if path, ok := strings.CutPrefix(value, b.site.url); ok && strings.HasPrefix(path, "/invitations/") {
			return path
		}
	}
	b.t.Fatalf("no link of an invitation on the page:\n%s", text(page.doc))
	return ""
}

type echoContext = echo.Context

func parse(t testing.TB, body string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func readCloser(body string) io.ReadCloser { return io.NopCloser(strings.NewReader(body)) }

func encodeToken(token []byte) string { return base64.RawURLEncoding.EncodeToString(token) }

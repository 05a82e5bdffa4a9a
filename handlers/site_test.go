package handlers

import (
	"context"
	"encoding/base64"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/labstack/echo/v4"
	"golang.org/x/net/html"

	"carteado/db"
	"carteado/db/backup"
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
	logger := slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	store, err := db.Open(t.Context(), db.Config{URL: s.database, Games: table.Rules(games), Timeout: dbtest.Timeout,
		Unlimited: true, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		store.Close()
		if t.Failed() {
			t.Logf("the program's warnings:\n%s", s.log.warnings())
		}
	})
	web := httptest.NewUnstartedServer(nil)
	s.url = "http://" + web.Listener.Addr().String()
	s.Server, err = New(Config{
		Store: store, Games: games, URL: s.url, Timeout: dbtest.Timeout,
		Logger: logger,
		TakeClub: func(ctx context.Context, open func() (io.ReadCloser, error), t backup.Transfer) (
			backup.Transferred, error) {
			t.Games, t.Log = table.Rules(games), logger
			return backup.Import(ctx, s.database, open, t)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Polls.Hold = 50 * time.Second // a slow machine parks many; within the minute for which a session is trusted
	s.web = web.Config
	s.web.Handler = s.Handler()
	s.web.ConnState = func(_ net.Conn, now http.ConnState) {
		if now == http.StateHijacked {
			s.taken.Add(1)
		}
	}
	outside := s.Polls.ParkOutside(s.web)
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
		if err := dbtest.Receive(s.t, "Run to end", done); err != nil {
			s.t.Errorf("Run: %v", err)
		}
	})
	return s
}

// forget makes every poll ask again, as when a listener begins.
func (s *site) forget() {
	s.Store.Waiters.Forget()
	s.Polls.Dismiss()
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

// warnings are the lines of the log that say what went wrong.
func (b *logBuffer) warnings() string {
	var found []string
	for line := range strings.Lines(b.String()) {
		if strings.Contains(line, `"level":"WARN"`) || strings.Contains(line, `"level":"ERROR"`) {
			found = append(found, line)
		}
	}
	return strings.Join(found, "")
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
	code, err := s.Store.NewSetupCode(s.t.Context(), s.Server.Logger)
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
	for _, n := range all(page.doc(), "input", "readonly", "") {
		value, _ := attr(n, "value")
		if path, ok := strings.CutPrefix(value, b.site.url); ok && strings.HasPrefix(path, "/invitations/") {
			return path
		}
	}
	b.t.Fatalf("no link of an invitation on the page:\n%s", page.text())
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

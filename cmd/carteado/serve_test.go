package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"carteado/db/dbtest"
)

// An opened club is run at work in the test's own process.
type opened struct {
	url     string
	close   context.CancelFunc // as SIGTERM does
	ended   chan error         // the result of run
	closing chan struct{}      // the log says so
	waiting chan struct{}      // the same, for its database
	urls    chan string
}

// startRun returns when the club is open.
func startRun(t *testing.T, c config) *opened {
	t.Helper()
	o := beginRun(t, c)
	o.open(t)
	return o
}

func beginRun(t *testing.T, c config) *opened {
	t.Helper()
	c.Listen, c.timeout = freeAddress(t), cmp.Or(c.timeout, dbtest.Timeout)
	ctx, cancel := context.WithCancel(context.Background())
	o := &opened{url: "http://" + c.Listen, close: cancel, ended: make(chan error, 1), closing: make(chan struct{}, 1),
		waiting: make(chan struct{}, 1), urls: make(chan string, 1)}
	log := slog.New(listener{slog.DiscardHandler, map[string]chan struct{}{"the club is closing": o.closing,
		"waiting for the database": o.waiting}})
	go func() { o.ended <- run(ctx, c, log, func(url string) { o.urls <- url }) }()
	t.Cleanup(cancel)
	return o
}

func (o *opened) open(t *testing.T) {
	t.Helper()
	o.await(t, "open club", func() bool { return len(o.urls) > 0 })
	expect(t, "address", <-o.urls, o.url)
}

// await waits like dbtest's, and for a program that runs.
func (o *opened) await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	dbtest.Await(t, what, func() bool {
		select {
		case err := <-o.ended:
			t.Fatalf("ends before: %s: %v", what, err)
		default:
		}
		return holds()
	})
}

// end is how the program ended.
func (o *opened) end(t *testing.T) error {
	t.Helper()
	return dbtest.Receive(t, "the program to end", o.ended)
}

// A listener tells when it first hears a message.
type listener struct {
	slog.Handler
	heard map[string]chan struct{}
}

func (l listener) Enabled(context.Context, slog.Level) bool { return true }

func (l listener) Handle(_ context.Context, r slog.Record) error {
	select {
	case l.heard[r.Message] <- struct{}{}:
	default:
	}
	return nil
}

func (l listener) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l listener) WithGroup(string) slog.Handler      { return l }

// given are the addresses of freeAddress.
var given sync.Map

// freeAddress returns an address of this machine at which nobody listens, another one each time. Its port lies
// below those that the system gives to connections, so that nobody takes it while a
// program that listens there is away for a while.
func freeAddress(t testing.TB) string {
	t.Helper()
	for {
		address := fmt.Sprintf("127.0.0.1:%d", 20000+rand.IntN(12000))
		if _, before := given.LoadOrStore(address, true); before {
			continue
		}
		door, err := net.Listen("tcp", address)
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = door.Close()
		return address
	}
}

func status(t *testing.T, url string) int {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

func TestServeOnPrivatePostgres(t *testing.T) {
	c := config{Data: openDir(t), PostgresBin: os.Getenv("CARTEADO_POSTGRES_BIN")}
	for range 2 { // cold and warm
		o := startRun(t, c)
		expect(t, "/healthz", status(t, o.url+"/healthz"), http.StatusOK)
		expect(t, "/readyz", status(t, o.url+"/readyz"), http.StatusOK)
		o.close()
		if err := o.end(t); err != nil {
			t.Fatalf("closed in order: %v", err)
		}
	}
}

// openDir is like t.TempDir, but every user may pass through it, for the
// database's sake.
func openDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "carteado-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A private Postgres that is frozen or dies is no end: the club says that it is not
// ready, and why, and is back once the server runs again.
func TestServeOutlivesItsPostgres(t *testing.T) {
	c := config{Data: openDir(t), PostgresBin: os.Getenv("CARTEADO_POSTGRES_BIN"), timeout: ownTimeout}
	o := startRun(t, c)
	says := func(path string, status int, text string) {
		t.Helper()
		var body []byte
		var err error
		defer func() {
			if t.Failed() {
				t.Logf("says %q (%v)", body, err)
			}
		}()
		o.await(t, fmt.Sprintf("%s: %d %q", path, status, text), func() bool {
			answer, asked := http.Get(o.url + path)
			if err = asked; err == nil {
				body, err = io.ReadAll(answer.Body)
				_ = answer.Body.Close()
			}
			return err == nil && answer.StatusCode == status && strings.Contains(string(body), text)
		})
	}
	const ready, away = "ready\n", "not ready: the database does not answer\n"
	says("/readyz", http.StatusOK, ready)
	signalPostgres(t, c.Data, syscall.SIGSTOP)
	says("/readyz", http.StatusServiceUnavailable, away)
	signalPostgres(t, c.Data, syscall.SIGCONT)
	says("/readyz", http.StatusOK, ready)
	for range 2 {
		before := postmaster(t, c.Data)
		signalPostgres(t, c.Data, syscall.SIGKILL)
		o.await(t, "another server", func() bool { // faster than anybody could ask
			pid := postmaster(t, c.Data)
			return pid != before && pid != 0
		})
		says("/readyz", http.StatusOK, ready)
	}
	says("/setup", http.StatusOK, "</form>")
	o.close()
	if err := o.end(t); err != nil {
		t.Error(err)
	}
}

func TestServeFinishesWhatIsInFlight(t *testing.T) {
	o := startRun(t, config{DatabaseURL: dbtest.New(t)})
	host := strings.TrimPrefix(o.url, "http://")
	connection, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	const body = "name=ana&password=secret"
	send := func(text string) {
		if _, err := io.WriteString(connection, text); err != nil {
			t.Fatal(err)
		}
	}
	send(fmt.Sprintf("POST /sign-in HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\n"+
		"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", host, len(body)))
	answer := bufio.NewReader(connection)
	expectLine := func(prefix string) {
		t.Helper()
		line, err := answer.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, prefix) {
			t.Fatalf("answer %q, %v; want %s…", line, err, prefix)
		}
	}
	expectLine("HTTP/1.1 100") // the handler is reading the form
	expectLine("\r\n")
	o.close()
	dbtest.Receive(t, "the program to be closing", o.closing)
	send(body)
	expectLine("HTTP/1.1 ")
	if err := o.end(t); err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", host); err == nil {
		t.Error("the door is still open")
	}
}

// elsewhere is the address of another database on the tests' server.
func elsewhere(t *testing.T, name string) string {
	t.Helper()
	u, err := url.Parse(dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

func TestServeRefusals(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	dir := openDir(t)
	for name, c := range map[string]struct {
		config config
		want   string
	}{
		"address in use": {config{Listen: taken.Addr().String(), Data: dir}, "CARTEADO_LISTEN"},
		"no database there": {config{Listen: "localhost:0", DatabaseURL: "postgres://nobody@" + taken.Addr().
			String() + "0/none"}, "invalid port"},
		"no such database": {config{Listen: "localhost:0", DatabaseURL: elsewhere(t, "none")}, "3D000"},
		"public URL is no URL": {config{Listen: "localhost:0", DatabaseURL: dbtest.New(t), URL: "club.example"},
			"public URL"},
	} {
		t.Run(name, func(t *testing.T) {
			err := run(t.Context(), c.config, slog.New(slog.DiscardHandler), func(string) { t.Error("opened") })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want one about %q", err, c.want)
			}
		})
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("a refused start left %v behind, %v", entries, err)
	}
}

func TestMigrateAndHealthcheckCommands(t *testing.T) {
	database := dbtest.New(t)
	if err := migrate(t.Context(), config{DatabaseURL: database}, slog.New(slog.DiscardHandler)); err != nil {
		t.Errorf("migrate what is migrated: %v", err)
	}
	o := startRun(t, config{DatabaseURL: database})
	host := strings.TrimPrefix(o.url, "http://")
	if err := healthcheck(t.Context(), config{Listen: host}); err != nil {
		t.Errorf("open: %v", err)
	}
	o.close()
	if err := o.end(t); err != nil {
		t.Error(err)
	}
	if err := healthcheck(t.Context(), config{Listen: host}); err == nil {
		t.Error("closed, and healthy")
	}
}

func TestVersionCommand(t *testing.T) {
	var out strings.Builder
	if err := (versionCommand{}).Run(&out); err != nil || !strings.HasPrefix(out.String(), "carteado ") {
		t.Errorf("%q, %v", out.String(), err)
	}
}

package main

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"carteado/db/dbtest"
)

// A gate stands before the database. It ends each of the first connections, the
// next one later than the one before, so that every step of the start is cut off.
type gate struct {
	network, address string // of the database

	mu   sync.Mutex
	left int           // connections still to be ended
	step int           // how many answers the next one passes on
	done chan struct{} // closed when the last has been ended
}

// stand opens the gate at an address of this machine, and returns where.
func (g *gate) stand(t *testing.T, address string) string {
	t.Helper()
	door, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = door.Close() })
	go func() {
		for {
			in, err := door.Accept()
			if err != nil {
				return
			}
			go g.pass(in)
		}
	}()
	return door.Addr().String()
}

func (g *gate) pass(in net.Conn) {
	defer in.Close()
	out, err := net.Dial(g.network, g.address)
	if err != nil {
		return
	}
	defer out.Close()
	go func() { _, _ = io.Copy(out, in); _ = out.Close() }()
	answers := -1
	g.mu.Lock()
	if g.left > 0 {
		g.left--
		g.step++
		answers = g.step
		if g.left == 0 {
			defer close(g.done)
		}
	}
	g.mu.Unlock()
	buffer := make([]byte, 64<<10)
	for n := answers; n != 0; n-- {
		size, err := out.Read(buffer)
		if err != nil {
			return
		}
		if _, err := in.Write(buffer[:size]); err != nil {
			return
		}
	}
	if answers%2 == 0 { // else it breaks without a word
		words, _ := (&pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P01", Message: "planted"}).Encode(nil)
		_, _ = in.Write(words)
	}
}

// newGate returns a gate before a database, and the URL of the database behind it.
func newGate(t *testing.T, database string, ended int) (g *gate, through func(address string) string) {
	t.Helper()
	c, err := pgconn.ParseConfig(database)
	if err != nil {
		t.Fatal(err)
	}
	g = &gate{left: ended, done: make(chan struct{})}
	g.network, g.address = pgconn.NetworkAddress(c.Host, c.Port)
	return g, func(address string) string {
		return (&url.URL{Scheme: "postgres", User: url.UserPassword(c.User, c.Password), Host: address,
			Path: c.Database, RawQuery: "sslmode=disable"}).String()
	}
}

func TestServeWaitsForItsDatabase(t *testing.T) {
	t.Parallel()
	g, through := newGate(t, dbtest.New(t), 0)
	address := freeAddress(t)
	o := beginRun(t, config{DatabaseURL: through(address)})
	o.await(t, "the program to wait for its database", func() bool { return len(o.waiting) > 0 })
	for path, want := range map[string]int{"/healthz": http.StatusOK, "/readyz": http.StatusServiceUnavailable} {
		expect(t, path, status(t, o.url+path), want)
	}
	early := make(chan *http.Response, 1)
	go func() {
		response, err := http.Get(o.url + "/sign-in")
		if err != nil {
			t.Error(err)
		}
		early <- response
	}()
	expect(t, "/readyz", status(t, o.url+"/readyz"), http.StatusServiceUnavailable)
	g.stand(t, address)
	o.open(t)
	if response := dbtest.Receive(t, "an answer for who came early", early); response != nil {
		expect(t, "status for who came early", response.StatusCode, http.StatusOK)
		_ = response.Body.Close()
	}
	expect(t, "/readyz", status(t, o.url+"/readyz"), http.StatusOK)
}

func TestServeIsToldToCloseWhileItWaits(t *testing.T) {
	t.Parallel()
	o := beginRun(t, config{DatabaseURL: "postgres://nobody@127.0.0.1:1/none", timeout: time.Millisecond})
	dbtest.Receive(t, "the program to wait for its database", o.waiting)
	expect(t, "/sign-in", status(t, o.url+"/sign-in"), http.StatusServiceUnavailable)
	o.close()
	if err := o.end(t); err != nil {
		t.Error(err)
	}
}

// Connections that are ended at any step of the start, schema included, only
// delay it.
func TestServeOpensAlthoughItIsCutOff(t *testing.T) {
	t.Parallel()
	const ended = 40
	database := dbtest.New(t)
	direct, err := pgconn.Connect(t.Context(), database)
	if err == nil {
		_, err = direct.Exec(t.Context(), `DROP SCHEMA public CASCADE; CREATE SCHEMA public`).ReadAll()
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = direct.Close(t.Context())
	g, through := newGate(t, database, ended)
	o := beginRun(t, config{DatabaseURL: through(g.stand(t, "127.0.0.1:0"))})
	o.open(t)
	o.await(t, "ready", func() bool { // asking uses connections, so that the rest of them are cut off, too
		ready := status(t, o.url+"/readyz") == http.StatusOK
		select {
		case <-g.done:
			return ready
		default:
			return false
		}
	})
	o.close()
	if err := o.end(t); err != nil {
		t.Error(err)
	}
}

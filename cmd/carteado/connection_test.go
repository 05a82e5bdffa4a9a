package main

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"carteado/db/dbtest"
)

// awayBehindAServer has another server answer at the address of a club that is stopped, as those that stand before clubs
// do, until a page has asked there twice.
func (c *club) awayBehindAServer() {
	c.t.Helper()
	address, err := net.Listen("tcp", strings.TrimPrefix(c.url, "http://"))
	if err != nil {
		c.t.Fatal(err)
	}
	asked := make(chan bool, 100)
	front := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "<!doctype html><title>Away</title><p>The club is being updated.")
		asked <- true
	}))
	_ = front.Listener.Close()
	front.Listener = address
	front.Start()
	defer front.Close()
	for range 2 {
		dbtest.Receive(c.t, "a page asks", asked)
	}
}

// TestConnectionLost stops the program under a table, and starts it again.
func TestConnectionLost(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "pt-BR")
	ana.foundClub(c, "Ana")
	ana.openTable("bot:club", "first_turn_knock=off") // or a lucky bot ends the round at once
	ana.until(drawReady)
	c.stop()
	ana.has(`#offline:not([hidden])`)
	c.awayBehindAServer()
	c.open()
	ana.until(`document.querySelector('#offline')?.hidden`)
	if !eval[bool](ana, `performance.getEntriesByType("resource").some((r) => r.name.endsWith("&again=yes"))`) {
		t.Error("the poll that finds the club again waits as others do")
	}
	// A page that has missed the end of a round begins anew with the next answer.
	eval[bool](ana, `(() => { document.querySelector("#table").dataset.round = "1.0"; return window.before = true })()`)
	ana.turn()
	ana.until(`!window.before && (` + drawReady + ` || ` + nextReady + `)`)
}

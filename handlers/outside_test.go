package handlers

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"carteado/db/dbtest"
	"carteado/handlers/web"
	"carteado/views/link"
)

// wire is a connection to the site.
func (s *site) wire() wire {
	s.t.Helper()
	w, err := dial(s.url)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = w.Close() })
	_ = w.SetReadDeadline(time.Now().Add(dbtest.Timeout))
	return w
}

// writes sends text as it is.
func (w wire) writes(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
}

// wants reads an answer.
func (w wire) wants(t *testing.T, status int) *http.Response {
	t.Helper()
	res, err := http.ReadResponse(w.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != status {
		t.Fatalf("%s, %v, want %d", res.Status, err, status)
	}
	return res
}

// waiting returns once so many polls wait and so many connections have been taken out of
// the web server.
func (s *site) waiting(polls, taken int) {
	s.t.Helper()
	dbtest.Await(s.t, fmt.Sprintf("%d polls wait and %d connections are taken", polls, taken), func() bool {
		return s.Store.Waiters.Parked() == polls && int(s.taken.Load()) == taken
	})
}

const health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

// pollText is a browser's poll of the running table, as it is sent.
func (e *evening) pollText(b *browser, version string, headers ...string) string {
	e.t.Helper()
	return fmt.Sprintf("GET %s HTTP/%s\r\nHost: localhost\r\nHX-Request: true\r\nCookie: carteado=%s\r\n%s\r\n",
		pollOf(e.t, b.get(link.Table(e.club, 1))), version, cookieOf(e.t, b), strings.Join(headers, ""))
}

// A poll that has waited outside of the web server is answered on its connection, which
// goes on; and so are requests that its client has sent behind it, before or meanwhile.
func TestPollWaitsOutside(t *testing.T) {
	t.Parallel()
	const many = 200 // more than the web server reads at once
	e := newEvening(t)
	table := link.Table(e.club, 1)
	to, other := e.mover(1)
	poll := e.pollText(other, "1.1", "A:b\r\nC:d\r\nE:f\r\n") // which is longer when it comes back
	plain, before, meanwhile, leaves := e.wire(), e.wire(), e.wire(), e.wire()
	plain.writes(t, poll)
	e.waiting(1, 1)
	before.writes(t, poll+strings.Repeat(health, many))
	e.waiting(2, 2)
	meanwhile.writes(t, poll)
	e.waiting(3, 3)
	meanwhile.writes(t, strings.Repeat(health, many))
	leaves.writes(t, poll)
	e.waiting(4, 4)
	_ = leaves.Close()
	e.waiting(3, 4)
	e.forget() // they look again, and go on waiting
	e.waiting(3, 7)
	to.get(table).mustForm(table+"/moves").with("move", "draw @stock").send().want(http.StatusSeeOther)
	for _, w := range []wire{plain, before, meanwhile} {
		w.wants(t, http.StatusOK)
	}
	plain.writes(t, strings.Repeat(health, many))
	for range many {
		for _, w := range []wire{plain, before, meanwhile} {
			if w.wants(t, http.StatusOK).Close {
				t.Error("the connection does not go on")
			}
		}
	}
	before.writes(t, e.pollText(other, "1.1"))
	e.waiting(1, 8)
}

// What cannot be brought back as it was waits in the web server.
func TestPollWaitsInside(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	b := e.as("Bento")
	wires := []wire{e.wire(), e.wire(), e.wire()}
	for i, poll := range []string{
		e.pollText(b, "1.0"), e.pollText(b, "1.1", "Connection: close\r\n"),
		e.pollText(b, "1.1", "X: "+strings.Repeat("x", web.MaxHead)+"\r\n"),
	} {
		wires[i].writes(t, poll)
		e.waiting(i+1, 0)
	}
	e.Drain()
	for _, w := range wires {
		w.wants(t, http.StatusNoContent)
	}
}

// Waking that brings nothing new does not count as a poll.
func TestPollOutsideIsCountedOnce(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.Polls.Rate = rate.Every(time.Hour)
	w := e.wire()
	w.writes(t, e.pollText(e.as("Bento"), "1.1"))
	for taken := 1; taken < 2*web.PollBurst; taken++ {
		e.waiting(1, taken)
		e.forget()
	}
	e.Drain()
	w.wants(t, http.StatusNoContent)
}

// Nor does it prolong the wait.
func TestPollOutsideEnds(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.Polls.Hold = time.Second / 2
	w := e.wire()
	w.writes(t, e.pollText(e.as("Bento"), "1.1"))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = w.in.Peek(1)
	}()
	dbtest.Await(t, "a poll that is woken again and again ends", func() bool {
		select {
		case <-ended:
			return true
		case <-time.After(20 * time.Millisecond):
			e.forget()
			return false
		}
	})
	w.wants(t, http.StatusNoContent)
}

// Polls outside are let go before a web server closes, and none is cut off.
func TestDrainBringsPollsBack(t *testing.T) {
	t.Parallel()
	const sessions = 50
	e := newEvening(t)
	b := e.as("Bento")
	poll, own := e.pollText(b, "1.1"), "Cookie: carteado="+cookieOf(t, b)
	var wires []wire
	for _, cookie := range e.visits(e.players["Bento"], sessions) {
		for range web.ParkedPerSession {
			w := e.wire()
			w.writes(t, strings.Replace(poll, own, cookie, 1))
			wires = append(wires, w)
		}
	}
	e.waiting(len(wires), len(wires))
	e.Drain()
	if err := e.web.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	for _, w := range wires {
		if !w.wants(t, http.StatusNoContent).Close {
			t.Error("the answer does not say that the connection is closed")
		}
	}
}

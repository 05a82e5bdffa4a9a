package handlers

import (
	"net/http"
	"strings"
	"testing"

	"carteado/handlers/web"
	"carteado/views/link"
)

// All who wait at a table are answered by one move, many at once, compressed or
// not, each with their own view.
func TestManyAreWokenTogether(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.runs()
	table := link.Table(e.club, 1)
	mover, other := e.mover(1)
	type parked struct {
		name   string
		answer <-chan *reply
	}
	var all []parked
	for _, name := range []string{"Ana", "Davi", "Davi", "Davi"} { // who watch
		b := e.as(name)
		path := pollOf(t, b.get(table))
		for range web.ParkedPerSession {
			all = append(all, parked{name, e.parkedPoll(b, path)})
		}
	}
	for range 2 {
		all = append(all, parked{"other", e.parkedPoll(other, pollOf(t, other.get(table)))})
	}
	mover.get(table).mustForm(table+"/moves").with("move", "draw @stock").send(fromScript...).want(http.StatusOK)
	bodies, keys := map[string]map[string]bool{}, map[string]bool{}
	for _, p := range all {
		got := (<-p.answer).want(http.StatusOK)
		if bodies[p.name] == nil {
			bodies[p.name] = map[string]bool{}
		}
		bodies[p.name][got.body] = true
		if p.name == "other" {
			keys[got.mustForm(table+"/moves").values.Get("idem")] = true
		}
	}
	if n := len(bodies["Davi"]); n > 2 { // two when the listener begins only now, and everything is read again
		t.Errorf("those who watch are sent %d different answers", n)
	}
	if len(keys) != 2 {
		t.Error("two windows of a player have the same key: one would answer for the other's move")
	}
	for body := range bodies["other"] {
		if bodies["Davi"][body] || bodies["Ana"][body] {
			t.Error("a player and somebody who watches are sent the same")
		}
	}
	davi := e.as("Davi")
	old := strings.Replace(pollOf(t, other.get(table)), "at=", "at=board.0.", 1)
	res, err := davi.client.Do(davi.request(http.MethodGet, old, nil, "Accept-Encoding", "gzip"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.Header.Get("Content-Encoding") != "gzip" || res.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("a board is not compressed: %v", res.Header)
	}
}

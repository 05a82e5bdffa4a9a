package handlers

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
	"carteado/engine/palace"
	"carteado/engine/rummy"
	"carteado/views/link"
)

// Two matches that differ only in cards the viewer cannot know look the same, on
// every page, to the last byte.
func TestHiddenCardsChangeNothing(t *testing.T) {
	for _, game := range []engine.Game{knock.Game{}, palace.Game{}, rummy.Game{}} {
		t.Run(game.Info().Key, func(t *testing.T) {
			t.Parallel()
			hiddenCardsChangeNothing(t, game)
		})
	}
}

func hiddenCardsChangeNothing(t *testing.T, game engine.Game) {
	e := newEvening(t, game)
	for range 8 { // some turns, so that there is a history to give something away
		to, _ := e.mover(1)
		f := to.get(link.Table(e.club, 1)).mustForm(link.Table(e.club, 1) + "/moves")
		if !choose(f) || strings.HasPrefix(f.values.Get("move"), "knock") {
			break
		}
		f.send()
	}
	for _, viewer := range []string{"Bento", "Célia", "Davi", "Ana"} {
		b := e.as(viewer)
		b.get(link.Settings)
		for _, pair := range e.hiddenCards(viewer) {
			a, z := pair[0], pair[1]
			before := e.pages(b, nil)
			e.exchange(a, z)
			after := e.pages(b, nil)
			for path, page := range before {
				if after[path] != page {
					t.Errorf("%s can tell %s from %s at %s:\n%s", viewer, a, z, path, difference(page, after[path]))
				}
			}
			// A leak in a header is found too.
			leaky := func() string { return e.stateHash() }
			planted := e.pages(b, leaky)
			e.exchange(a, z)
			if back := e.pages(b, leaky); back[link.Table(e.club, 1)] == planted[link.Table(e.club, 1)] {
				t.Errorf("an ETag over all cards is not found, for %s", viewer)
			}
		}
	}
}

// pages are all answers to GET that a reader gets about the table in play. An
// ETag is added where one is planted.
func (e *evening) pages(b *browser, etag func() string) map[string]string {
	e.t.Helper()
	pages := map[string]string{}
	for _, r := range e.routes() {
		path := strings.Replace(e.address(r), strconv.FormatInt(e.over, 10), strconv.FormatInt(e.running, 10), 1)
		if r.method != http.MethodGet {
			continue
		}
		if strings.HasSuffix(r.path, "/poll") {
			path = strings.Replace(path, "waiting", "board", 1)
		}
		got := b.get(path)
		if etag != nil {
			got.Header.Set("Etag", etag())
		}
		pages[strings.SplitN(path, "?", 2)[0]] = impersonal(got)
	}
	return pages
}

// hiddenCards are pairs of cards a viewer cannot know: one in a hand that is not
// theirs, or face down before anybody, and one in the stock.
func (e *evening) hiddenCards(viewer string) (pairs [][2]string) {
	e.t.Helper()
	board := e.board(1, viewer)
	open := map[string]bool{} // what everybody has seen is not hidden, wherever it went
	for _, entry := range board.Log {
		for _, event := range entry.Events {
			for _, w := range event.Cards {
				open[w.Card.String()] = true
			}
		}
	}
	found := map[engine.PileKind]string{}
	for _, heap := range e.stored().Round().Cards() {
		if heap.Pile.Kind == engine.Hand && heap.Pile.Seat() == board.View.Seat {
			continue
		}
		for _, c := range heap.Cards {
			if c != card.Unknown && !open[c.String()] {
				found[heap.Pile.Kind] = c.String()
			}
		}
	}
	for _, kind := range []engine.PileKind{engine.Hand, engine.Down} {
		if found[kind] != "" && found[engine.Stock] != "" {
			pairs = append(pairs, [2]string{found[kind], found[engine.Stock]})
		}
	}
	if len(pairs) == 0 {
		e.t.Fatal("no hidden cards")
	}
	return pairs
}

func (e *evening) stored() *engine.Match {
	e.t.Helper()
	conn := e.conn()
	defer conn.Close(e.t.Context())
	var state []byte
	if err := conn.QueryRow(e.t.Context(), `SELECT state FROM matches WHERE id = $1`, e.running).Scan(&state); err != nil {
		e.t.Fatal(err)
	}
	match, err := engine.LoadMatch(e.offered[0], engine.Seed{}, state)
	if err != nil {
		e.t.Fatal(err)
	}
	return match
}

func (e *evening) stateHash() string {
	e.t.Helper()
	data, err := e.stored().MarshalJSON()
	if err != nil {
		e.t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))
}

// exchange swaps two cards wherever the running match names them.
func (e *evening) exchange(a, z string) {
	e.t.Helper()
	const swap = `regexp_replace(regexp_replace(regexp_replace(%s::text, '\y' || $1 || '\y', '#', 'g'), '\y' || $2 || '\y', $1, 'g'), '#', $2, 'g')::%s`
	e.sql(`UPDATE matches SET state = `+fmt.Sprintf(swap, "state", "jsonb")+` WHERE id = $3`, a, z, e.running)
	// Moves are never changed but here: the store's own lock on that is opened.
	e.sql(`ALTER TABLE moves DISABLE TRIGGER USER`)
	defer e.sql(`ALTER TABLE moves ENABLE TRIGGER USER`)
	e.sql(`UPDATE moves SET events = `+fmt.Sprintf(swap, "events", "jsonb")+` WHERE match_id = $3`, a, z, e.running)
}

// difference is where two texts part.
func difference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(0, i-80)
			return a[from:min(len(a), i+80)] + "\n  and\n" + b[from:min(len(b), i+80)]
		}
	}
	return fmt.Sprintf("%d and %d bytes", len(a), len(b))
}

package handlers

import (
	"net/http"
	"strings"
	"testing"

	"carteado/db/live"
	"carteado/views/link"
)

// marksOf is what a page says of what waits for its reader.
func marksOf(t testing.TB, r *reply) string {
	t.Helper()
	for _, n := range all(r.doc(), "input", "id", "marks") {
		marks, _ := attr(n, "value")
		return marks
	}
	t.Fatalf("no marks on the page:\n%s", r.text())
	return ""
}

// marksPollOf is what a browser sends when a page polls: with what it shows of other
// tables.
func marksPollOf(t testing.TB, r *reply) string {
	t.Helper()
	return pollOf(t, r) + "&marks=" + marksOf(t, r)
}

// A turn is seen on the pages of other tables and of other clubs, from the poll that
// is open there, and before that by every page.
func TestTurnsAreSeenElsewhere(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.runs()
	mover, other := "Bento", "Célia"
	if !e.board(1, mover).View.MyTurn() {
		mover, other = other, mover
	}
	room, browser, watcher := link.Table(e.club, 4), e.as(other), e.as("Ana")
	page := browser.get(room)
	before := marksOf(t, page)
	answer, silent := e.parkedPoll(browser, marksPollOf(t, page)),
		e.parkedPoll(watcher, marksPollOf(t, watcher.get(room)))
	for e.board(1, mover).View.MyTurn() {
		e.plays(1, mover, e.board(1, mover).Legal[0])
	}
	got := (<-answer).want(http.StatusOK)
	after := marksOf(t, got)
	if after <= before || pollOf(t, got) != pollOf(t, page) || len(all(got.doc(), "", "id", "turns")) != 1 ||
		len(all(got.doc(), "", "id", "table")) > 0 {
		t.Errorf("marks %s became %s by\n%s", before, after, got.body)
	}
	page = browser.get(link.Settings)
	if title := text(all(page.doc(), "title", "", "")[0]); marksOf(t, page) != after ||
		!strings.HasPrefix(title, "("+after[:1]+") ") {
		t.Errorf("another page has marks %s and the title %q, want %s", marksOf(t, page), title, after)
	}
	e.Drain()
	(<-silent).want(http.StatusNoContent) // whom it does not concern
}

// New marks are sent for the places that the page has; a round's end in a browser tells
// the rest (TestEvening).
func TestMarksFindTheirPlaces(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	for path, navigates := range map[string]bool{
		// running, cut short, waiting
		link.Club(e.club): true, link.Table(e.club, 1): false, link.Table(e.club, 2): true, link.Table(e.club, 4): true,
	} {
		page := bento.get(path)
		got := bento.get(pollOf(t, page)+"&marks=9.9", fromScript...).want(http.StatusOK)
		for _, id := range []string{"clubs", "turns", "bell"} {
			there, sent := len(all(page.doc(), "", "id", id)) == 1, len(all(got.doc(), "", "id", id)) == 1
			if there != navigates || sent != navigates {
				t.Errorf("%s: #%s is there: %v, and sent: %v", path, id, there, sent)
			}
		}
	}
}

// A notice is told once, to its player alone, and is read by opening it or all
// at once.
func TestNotices(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	celia, davi := e.as("Célia"), e.as("Davi")
	told := func(b *browser) string { return text(all(b.get(link.Notices).doc(), "main", "", "")[0]) }
	number := e.open("Bento", live.SeatChoice{Kind: live.SeatMember, Player: e.players["Célia"]}).Number
	if _, err := e.Store.Announce(t.Context(), e.clubID, e.players["Ana"], "Hear, hear", ""); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"Bento keeps a seat for you", "Ana has announced something", "is over"} {
		if got := told(celia); strings.Count(got, what) < 1 {
			t.Errorf("Célia is not told %q: %s", what, got)
		}
	}
	if got := told(davi); strings.Contains(got, "keeps a seat") || !strings.Contains(got, "Ana has announced") {
		t.Errorf("Davi is told %s", got)
	}
	if got := told(e.as("Ana")); strings.Contains(got, "announced") {
		t.Errorf("Ana is told what she did: %s", got)
	}
	unread := func(b *browser) string { return strings.Split(marksOf(t, b.get(link.Settings)), ".")[1] }
	before := unread(celia)
	// Another's notice cannot be opened, and is like none.
	id := e.id(`SELECT id FROM notices WHERE kind = 'seat' AND table_id = (SELECT id FROM tables WHERE number = $1)`,
		number)
	davi.post(link.OpenNotice(id), nil).want(http.StatusNotFound)
	if got := celia.post(link.OpenNotice(id), nil); got.Header.Get("Location") != link.Table(e.club, number) {
		t.Errorf("the notice leads to %q", got.Header.Get("Location"))
	}
	if after := unread(celia); after >= before {
		t.Errorf("%s unread, then %s", before, after)
	}
	celia.get(link.Notices).mustForm(link.ReadNotices).send().want(http.StatusSeeOther)
	if after := unread(celia); after != "0" {
		t.Errorf("all read, and %s unread", after)
	}
}

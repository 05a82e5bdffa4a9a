package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"carteado/handlers/web"
	"carteado/views/link"
)

// A screen is a browser with our script at a table.
type screen struct {
	*browser
	path  string // of the table
	shown *reply // what it was sent last
}

func (b *browser) opens(path string) *screen {
	b.t.Helper()
	s := &screen{browser: b, path: path}
	s.swaps(b.get(path).want(http.StatusOK))
	return s
}

// swaps shows an answer.
func (s *screen) swaps(r *reply) *reply {
	s.shown = r
	return r
}

func (s *screen) polls() *reply {
	s.t.Helper()
	return s.swaps(s.get(pollOf(s.t, s.shown), fromScript...).want(http.StatusOK))
}

// moves posts the form that is shown, and ends no round; false where there is nothing to do.
func (s *screen) moves() bool {
	s.t.Helper()
	f := s.shown.form(s.path + "/moves")
	if f == nil || !goOn(f) {
		return false
	}
	s.swaps(f.send(fromScript...).want(http.StatusOK))
	return true
}

// right compares the log that is shown with that of the whole page.
func (s *screen) right(when string) {
	s.t.Helper()
	log := func(r *reply) []string {
		var lines []string
		for _, line := range all(all(r.doc(), "", "id", "log")[0], "li", "", "") {
			lines = append(lines, text(line))
		}
		return lines
	}
	if got, want := log(s.shown), log(s.get(s.path)); !slices.Equal(got, want) {
		s.t.Errorf("%s: the log says %q, want %q", when, got, want)
	}
}

// Lines of the log are drawn once for all who see the same. A player who moves, polls, is refused, changes the
// language or comes back after many moves has the log that the whole page shows.
func TestLogIsThatOfTheWholePage(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	now := time.Now()
	e.Polls.Now = func() time.Time { return now }
	e.Polls.Rate = rate.Inf           // these people are quick
	e.Store.Waiters.Now = e.Polls.Now // what is remembered is believed
	path := link.Table(e.club, 1)
	bento, celia, davi := e.as("Bento").opens(path), e.as("Célia").opens(path), e.as("Davi").opens(path)
	// step makes a move and lets everybody else poll.
	step := func(when string) {
		t.Helper()
		var mover *screen
		for _, s := range []*screen{bento, celia} {
			if mover == nil && s.moves() {
				mover = s
			}
		}
		if mover == nil {
			t.Fatal("nobody can move")
		}
		for _, s := range []*screen{bento, celia, davi} {
			if s != mover {
				s.polls()
			}
			s.right(when)
		}
	}
	for range 8 {
		step("a move")
	}
	celia.post("/language", url.Values{"lang": {"pt-BR"}})
	e.sql(`UPDATE players SET lang = 'pt-BR' WHERE id = $1`, e.players["Célia"])
	e.Polls.Dismiss()
	step("another language")
	if !strings.Contains(celia.shown.text(), "comprou") {
		t.Errorf("the log is in the old language:\n%s", celia.shown.text())
	}
	for _, s := range []*screen{bento, celia} { // one of them by a form that is no more
		s.swaps(s.post(path+"/moves", url.Values{"match": {fmt.Sprint(e.running)}, "version": {"1"},
			"idem": {web.NewIdem()}, "game": {"knock"}, "move": {"draw @stock"}}, fromScript...).
			want(http.StatusConflict))
		s.right("a refused move")
	}
	step("after a refusal")
	bento.swaps(bento.get(path)).mustForm(path+"/phrases").with("phrase", "thinking").send(fromScript...)
	e.forget() // no program listens
	davi.polls()
	davi.right("something said")
	if !strings.Contains(davi.shown.body, "is-said") {
		t.Error("what was said is not in the log")
	}
	e.forget()
	step("read anew")
	for e.board(1, "Davi").View.Version < 53 { // more than a log holds: its oldest turn loses its first move
		step("a long match")
	}
}

// A move that is drawn while it is on its way, and is not kept in the end, is shown to nobody.
func TestDraftThatIsNotKept(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	now := time.Now()
	e.Polls.Now = func() time.Time { return now }
	e.Polls.Rate = rate.Inf // these people are quick
	e.Store.Waiters.Now = e.Polls.Now
	path := link.Table(e.club, 1)
	both := []*screen{e.as("Bento").opens(path), e.as("Célia").opens(path)}
	e.sql(`CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'planted'; END $$`)
	fails := func(mover, other *screen) {
		t.Helper()
		e.sql(`CREATE TRIGGER planted BEFORE INSERT ON moves FOR EACH ROW EXECUTE FUNCTION planted()`)
		mover.shown.mustForm(path+"/moves").with("move", "draw @stock").send(fromScript...).
			want(http.StatusInternalServerError)
		e.sql(`DROP TRIGGER planted ON moves`)
		mover.right("not kept")
		other.right("not kept")
		mover.swaps(mover.shown.mustForm(path+"/moves").with("move", "draw @discard", "idem", web.NewIdem()).
			send(fromScript...).want(http.StatusOK))
		mover.right("kept in its place")
		other.polls()
		other.right("kept in its place")
	}
	failed := 0
	for range 12 {
		for i, mover := range both {
			f := mover.shown.form(path + "/moves")
			if f == nil {
				continue
			}
			if buttons := f.buttons("move"); e.board(1, "Bento").View.Version > 2 &&
				slices.Contains(buttons, "draw @stock") && slices.Contains(buttons, "draw @discard") {
				failed++
				fails(mover, both[1-i])
			} else if mover.moves() {
				both[1-i].polls()
			}
		}
	}
	if failed < 2 {
		t.Errorf("%d moves have failed", failed)
	}
}

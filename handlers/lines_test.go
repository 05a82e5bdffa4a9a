package handlers

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	tablewing "carteado/handlers/table"
	"carteado/handlers/web"
	"carteado/views/link"
)

// A screen is a browser with our script at a table: it says which lines of the log it shows, and answers
// that leave lines out are filled in with them.
type screen struct {
	*browser
	path  string            // of the table
	shown *reply            // what it was sent last, filled in
	lines string            // what its log says that it shows
	turns map[string]string // those lines, by version
	held  int               // how many lines the last answer left out
}

// logLine is a line of the log that can be left out, and heldLines what stands for some.
var (
	logLine   = regexp.MustCompile(`(?s)<li id="turn-(\d+)">.*?</li>`)
	heldLines = regexp.MustCompile(`<li data-held="([^"]*)"></li>`)
)

func (b *browser) opens(path string) *screen {
	b.t.Helper()
	s := &screen{browser: b, path: path}
	s.swaps(b.get(path).want(http.StatusOK))
	return s
}

// again is another window that shows the same.
func (s *screen) again() *screen {
	other := *s
	other.turns = maps.Clone(s.turns)
	return &other
}

func (s *screen) headers() []string {
	return slices.Concat(fromScript, []string{tablewing.LinesHeld, s.lines})
}

// swaps shows an answer as idiomorph does.
func (s *screen) swaps(r *reply) *reply {
	s.t.Helper()
	s.held = 0
	r.body = heldLines.ReplaceAllStringFunc(r.body, func(place string) (lines string) {
		for _, version := range strings.Fields(heldLines.FindStringSubmatch(place)[1]) {
			s.held++
			if s.turns[version] == "" {
				s.t.Errorf("turn %s was left out of an answer, and is not on the page", version)
			}
			lines += s.turns[version]
		}
		return lines
	})
	r.doc = parse(s.t, r.body)
	s.shown, s.turns, s.lines = r, map[string]string{}, ""
	for _, line := range logLine.FindAllStringSubmatch(r.body, -1) {
		s.turns[line[1]] = line[0]
	}
	for _, log := range all(r.doc, "", "id", "log") {
		s.lines, _ = attr(log, "data-lines")
	}
	return r
}

func (s *screen) polls() *reply {
	s.t.Helper()
	return s.swaps(s.get(pollOf(s.t, s.shown), s.headers()...).want(http.StatusOK))
}

// moves posts the form that is shown, and ends no round; false where there is nothing to do.
func (s *screen) moves() bool {
	s.t.Helper()
	f := s.shown.form(s.path + "/moves")
	if f == nil || !goOn(f) {
		return false
	}
	s.swaps(f.send(s.headers()...).want(http.StatusOK))
	return true
}

// right compares the log that is shown with that of the whole page.
func (s *screen) right(when string) {
	s.t.Helper()
	log := func(r *reply) []string {
		var lines []string
		for _, line := range all(all(r.doc, "", "id", "log")[0], "li", "", "") {
			lines = append(lines, text(line))
		}
		return lines
	}
	if got, want := log(s.shown), log(s.get(s.path)); !slices.Equal(got, want) {
		s.t.Errorf("%s: the log says %q, want %q", when, got, want)
	}
}

// Who moves and who waits are sent a line of the log once, and have all of them. Whoever does not show just what was
// shown before the move is sent the whole log: another player, who slept, whose language changed, who was refused,
// after words that can be taken away, and who came by the page.
func TestLinesAreSentOnce(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	now := time.Now()
	e.Polls.Now = func() time.Time { return now }
	e.Polls.Rate = rate.Inf           // these people are quick
	e.Store.Waiters.Now = e.Polls.Now // what is remembered is believed
	path := link.Table(e.club, 1)
	bento, celia, davi := e.as("Bento").opens(path), e.as("Célia").opens(path), e.as("Davi").opens(path)
	all := []*screen{bento, celia, davi}
	// step makes a move and lets everybody else poll.
	step := func() (mover *screen) {
		t.Helper()
		for _, s := range all[:2] {
			if mover == nil && s.moves() {
				mover = s
			}
		}
		if mover == nil {
			t.Fatal("nobody can move")
		}
		for _, s := range all {
			if s != mover {
				s.polls()
			}
		}
		return mover
	}
	step()
	step() // Davi is known to watch
	for range 8 {
		step()
		for name, s := range map[string]*screen{"Bento": bento, "Célia": celia, "Davi": davi} {
			s.right(name)
			if s.held == 0 || len(s.turns) > s.held+1 {
				t.Errorf("%s is not sent the newest line alone: %d are left out", name, s.held)
			}
		}
	}

	// Two windows, and the answer to a poll that was sent before the player's move and comes after its answer.
	window := davi.again()
	mine := bento
	if f := celia.shown.form(path + "/moves"); f != nil && choose(f) {
		mine = celia
	}
	before := mine.again()
	step()
	window.polls()
	window.right("another window")
	mine.swaps(mine.get(pollOf(t, before.shown), before.headers()...).want(http.StatusOK))
	mine.right("a poll that was overtaken")
	if window.held == 0 || mine.held == 0 {
		t.Error("what both show is sent again")
	}

	slept := davi.again()
	step()
	whole := func(when string, s *screen) {
		t.Helper()
		if s.right(when); s.held > 0 {
			t.Errorf("%s: lines are left out", when)
		}
	}
	step()
	slept.polls()
	whole("who slept", slept)
	liar := celia.again()
	liar.lines = bento.lines
	other := bento.again()
	step()
	liar.swaps(liar.get(pollOf(t, other.shown), liar.headers()...).want(http.StatusOK))
	whole("the lines of another player", liar)

	celia.post("/language", url.Values{"lang": {"pt-BR"}})
	e.sql(`UPDATE players SET lang = 'pt-BR' WHERE id = $1`, e.players["Célia"])
	e.Polls.Dismiss()
	step()
	whole("another language", celia)
	if !strings.Contains(text(celia.shown.doc), "comprou") {
		t.Errorf("the log is in the old language:\n%s", text(celia.shown.doc))
	}
	step()
	celia.right("after another language")
	if celia.held == 0 {
		t.Error("in another language all lines are sent again and again")
	}

	for _, s := range all[:2] { // one of them by a form that is no more
		s.swaps(s.post(path+"/moves", url.Values{"match": {fmt.Sprint(e.running)}, "version": {"1"},
			"idem": {web.NewIdem()}, "game": {"knock"}, "move": {"draw @stock"}}, s.headers()...).
			want(http.StatusConflict))
		whole("a refused move", s)
	}
	step()
	whole("after a refusal", bento)
	bento.swaps(bento.get(path)).mustForm(path+"/phrases").with("phrase", "thinking").send(fromScript...)
	e.forget() // no program listens
	davi.polls()
	whole("something said", davi)
	if !strings.Contains(davi.shown.body, "is-said") {
		t.Error("what was said is not in the log")
	}
	e.forget()
	step()
	whole("read anew", davi)

	for e.board(1, "Davi").View.Version < 53 { // more than a log holds: its oldest turn loses its first move
		step()
	}
	for range 2 {
		step()
		if davi.right("a long match"); davi.held == 0 {
			t.Error("in a long match all lines are sent again")
		}
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
		mover.shown.mustForm(path+"/moves").with("move", "draw @stock").send(mover.headers()...).
			want(http.StatusInternalServerError)
		e.sql(`DROP TRIGGER planted ON moves`)
		mover.right("not kept")
		other.right("not kept")
		mover.swaps(mover.shown.mustForm(path+"/moves").with("move", "draw @discard", "idem", web.NewIdem()).
			send(mover.headers()...).want(http.StatusOK))
		mover.right("kept in its place")
		if other.polls(); mover.held == 0 || other.held == 0 {
			t.Error("the lines before a move that was not kept are sent again")
		}
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

package handlers

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/time/rate"

	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/handlers/web"
	"carteado/views/link"
)

var fromScript = []string{"HX-Request", "true"}

// pollOf is the address that a page's poll asks.
func pollOf(t testing.TB, r *reply) string {
	t.Helper()
	for _, n := range all(r.doc(), "", "id", "poll") {
		path, _ := attr(n, "data-hx-get")
		return path
	}
	t.Fatalf("no poll on the page:\n%s", r.text())
	return ""
}

// parkedPoll starts a poll and returns its answer's channel once it waits.
func (s *site) parkedPoll(b *browser, path string) <-chan *reply {
	s.t.Helper()
	before := s.Store.Waiters.Parked()
	answer := make(chan *reply, 1)
	go func() { answer <- b.get(path, fromScript...) }()
	dbtest.Await(s.t, "the poll waits", func() bool {
		return s.Store.Waiters.Parked() != before
	})
	return answer
}

func TestPollIsReleasedByAMove(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.runs()
	table := link.Table(e.club, 1)
	to, other := e.mover(1)
	answer := e.parkedPoll(other, pollOf(t, other.get(table)))
	f := to.get(table).mustForm(table+"/moves").with("move", "draw @stock")
	start := time.Now()
	own := f.send(fromScript...).want(http.StatusOK)
	got := (<-answer).want(http.StatusOK)
	t.Logf("move to poll: %s", time.Since(start))
	for name, r := range map[string]*reply{"the mover's": own, "the other's": got} {
		for _, id := range []string{"poll", "table", "log", "announce"} {
			if len(all(r.doc(), "", "id", id)) != 1 {
				t.Errorf("%s fragment has no #%s", name, id)
			}
		}
		if len(all(r.doc(), "link", "", "")) > 0 {
			t.Errorf("%s fragment is a whole page", name)
		}
	}
	if pollOf(t, got) == pollOf(t, other.get(table)) != true {
		t.Error("the fragment's next poll is not the page's")
	}
	// The next poll waits again.
	answer = e.parkedPoll(other, pollOf(t, got))
	e.Drain()
	(<-answer).want(http.StatusNoContent)
	other.get(pollOf(t, got), fromScript...).want(http.StatusNoContent)
	other.get("/readyz").want(http.StatusServiceUnavailable)
	other.get("/healthz").want(http.StatusOK)
}

// A move that another program made is told by the database. A poll that asks again, because the
// connection was lost, does not wait for one.
func TestPollIsReleasedByAnotherProgram(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.runs()
	table := link.Table(e.club, 1)
	_, other := e.mover(1)
	for _, page := range []string{table, link.Club(e.club)} {
		path, began := pollOf(t, other.get(page)), time.Now()
		if other.get(path+"&again=yes", fromScript...).want(http.StatusNoContent); time.Since(began) >= e.Polls.Hold {
			t.Errorf("who asks %s again waits as others do", page)
		}
	}
	answer := e.parkedPoll(other, pollOf(t, other.get(table)))
	name := "Bento"
	if !e.board(1, name).View.MyTurn() {
		name = "Célia"
	}
	e.plays(1, name, e.board(1, name).Legal[0]) // by the store: this program's handlers know nothing of it
	(<-answer).want(http.StatusOK)              // and not 204, after the hold
}

// An unchanged poll asks the database nothing at all: no statement is begun on
// any connection.
func TestUnchangedPollAsksNoDatabase(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.Polls.Hold = 20 * time.Millisecond
	conn := e.conn()
	defer conn.Close(t.Context())
	b := e.as("Bento")
	for _, path := range []string{
		pollOf(t, b.get(link.Table(e.club, 1))), pollOf(t, b.get(link.Club(e.club))),
		marksPollOf(t, b.get(link.Table(e.club, 1))),
	} {
		b.get(path, fromScript...).want(http.StatusNoContent) // is admitted, for a minute
		before := statements(t, conn)
		for range 5 {
			b.get(path, fromScript...).want(http.StatusNoContent)
		}
		if after := statements(t, conn); after != before {
			t.Errorf("an unchanged poll of %s asks the database:\n%s\n%s", path, before, after)
		}
		b.get(link.Table(e.club, 1))
		if statements(t, conn) == before {
			t.Error("a page's statements are not seen: this test sees nothing")
		}
	}
}

// statements are the last statement of each connection and its start.
func statements(t *testing.T, conn *pgx.Conn) string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT pid::text || ' ' || coalesce(query_start::text,
		'') || ' ' || left(query, 60)
		FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
			AND backend_type = 'client backend' ORDER BY pid`)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(lines) == 0 {
		t.Fatalf("statements: %v, %v", lines, err)
	}
	return strings.Join(lines, "\n")
}

func TestPollHasItsBounds(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.Polls.Rate = rate.Every(time.Hour)
	b := e.as("Bento")
	path := pollOf(t, b.get(link.Table(e.club, 1)))
	var answers []<-chan *reply
	for range web.ParkedPerSession {
		answers = append(answers, e.parkedPoll(b, path))
	}
	fifth := make(chan *reply, 1)
	go func() { fifth <- b.get(path, fromScript...) }()
	dbtest.Await(t, "an answer to the fifth poll, or that it waits", func() bool {
		return len(fifth) > 0 || e.Store.Waiters.Parked() > web.ParkedPerSession
	})
	if e.Store.Waiters.Parked() > web.ParkedPerSession {
		t.Error("the fifth poll waits")
	}
	dbtest.Receive(t, "an answer to the fifth poll", fifth).want(http.StatusNoContent)

	// A client that leaves frees its place.
	ctx, leave := context.WithCancel(t.Context())
	c := e.as("Célia")
	req := c.request(http.MethodGet, path, nil, fromScript...).WithContext(ctx)
	gone := make(chan error, 1)
	waiting := e.Store.Waiters.Parked()
	go func() {
		res, err := c.client.Do(req)
		if err == nil {
			err = errors.Join(errors.New("answered"), res.Body.Close())
		}
		gone <- err
	}()
	dbtest.Await(t, "a poll that waits", func() bool { return e.Store.Waiters.Parked() > waiting })
	leave()
	if err := dbtest.Receive(t, "the client to be gone", gone); !errors.Is(err, context.Canceled) {
		t.Errorf("the client that left: %v", err)
	}
	dbtest.Await(t, "the poll of a client that left waits no longer", func() bool {
		return e.Store.Waiters.Parked() == waiting
	})
	e.Polls.Drain()
	for _, answer := range answers {
		(<-answer).want(http.StatusNoContent)
	}
	for range 2 * web.PollBurst {
		if got := b.get(path, fromScript...); got.StatusCode == http.StatusTooManyRequests {
			if got.Header.Get("Hx-Reswap") != "none" {
				t.Error("the page would show the refusal")
			}
			return
		}
	}
	t.Error("no bound on the number of polls")
}

// When a table becomes a page of another kind, a poll leads there.
func TestPollLeadsOn(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.runs()
	room := link.Table(e.club, 4)
	davi, ana := e.as("Davi"), e.as("Ana")
	answer := e.parkedPoll(davi, pollOf(t, davi.get(room)))
	ana.get(room).mustForm(room + "/join").send().want(http.StatusSeeOther)
	if got := dbtest.Receive(t, "a poll that leads on", answer); got.Header.Get("Hx-Redirect") != room {
		t.Fatalf("from the waiting room to %q (%d)", got.Header.Get("Hx-Redirect"), got.StatusCode)
	}
	answer = e.parkedPoll(davi, pollOf(t, davi.get(room)))
	left := ana.post(room+"/leave", nil, fromScript...)
	if left.Header.Get("Hx-Redirect") != room {
		t.Errorf("who leaves is led to %q", left.Header.Get("Hx-Redirect"))
	}
	if got := dbtest.Receive(t, "a poll that leads on", answer); got.Header.Get("Hx-Redirect") != room {
		t.Errorf("from the board to %q (%d)", got.Header.Get("Hx-Redirect"), got.StatusCode)
	}
	over := pollOf(t, davi.get(room))
	davi.post(link.SignOut, nil)
	if got := davi.get(over, fromScript...); got.Header.Get("Hx-Redirect") != link.SignIn {
		t.Errorf("signed out, a poll is led to %q (%d)", got.Header.Get("Hx-Redirect"), got.StatusCode)
	}
}

// Requests that a page's script makes all the time are in the log for debugging only, unless
// something is wrong.
func TestPollsAreQuiet(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.Polls.Hold = 0
	b := e.as("Bento")
	polls := []string{pollOf(t, b.get(link.Table(e.club, 1))), pollOf(t, b.get(link.Club(e.club)))}
	for _, path := range polls {
		before := len(e.log.String())
		b.get(path, fromScript...).want(http.StatusNoContent)
		b.get(strings.Replace(path, e.club, "no-such-club", 1), fromScript...).want(http.StatusNotFound)
		lines := strings.Split(strings.TrimSpace(e.log.String()[before:]), "\n")
		if len(lines) != 2 || !strings.Contains(lines[0], `"DEBUG"`) || !strings.Contains(lines[1], `"INFO"`) {
			t.Errorf("%s logs\n%s", path, strings.Join(lines, "\n"))
		}
	}
}

func TestHomePoll(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.runs()
	ana, davi := e.as("Ana"), e.as("Davi")
	path := pollOf(t, ana.get(link.Club(e.club)))
	ana.get(path, fromScript...).want(http.StatusNoContent)
	davi.get(link.NewTable(e.club)).mustForm(link.Tables(e.club)).send().want(http.StatusSeeOther)
	var got *reply
	dbtest.Await(t, "a new table shows", func() bool {
		got = ana.get(path, fromScript...)
		return got.StatusCode == http.StatusOK
	})
	if next := pollOf(t, got); next == path {
		t.Error("the next poll asks for the same again")
	}
}

// Where everything is taken that polls may use, they wait, and moves are made.
func TestMovesGoAheadOfPolls(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	var leave []func()
	for range live.PollsAtOnce {
		done, err := e.Store.EnterPoll(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		leave = append(leave, done)
	}
	e.Polls.Hold = 0
	table := link.Table(e.club, 1)
	to, other := e.mover(1)
	polls := []string{pollOf(t, other.get(table)), pollOf(t, other.get(link.Club(e.club)))}
	move := to.get(table).mustForm(table+"/moves").with("move", "draw @stock")
	answers := make(chan *reply, len(polls))
	for _, poll := range polls {
		go func() { answers <- other.get(poll, fromScript...) }()
	}
	const allButOne = web.MaxRouted - 1
	dbtest.Await(t, "both polls to be on their way", func() bool {
		if len(answers) > 0 || !e.Polls.Routed.TryAcquire(allButOne) {
			return true
		}
		e.Polls.Routed.Release(allButOne)
		return false
	})
	move.send().want(http.StatusSeeOther)
	select {
	case early := <-answers:
		t.Fatalf("a poll is answered %s", early.Status)
	default:
	}
	for _, done := range leave {
		done()
	}
	for range cap(answers) {
		dbtest.Receive(t, "the answer to a poll", answers)
	}
}

// A program that is about to stop answers, and closes the connection after it.
func TestDrainingClosesConnections(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if s.browser().get(link.SignIn).Close {
		t.Error("a connection is closed before")
	}
	s.Drain()
	if !s.browser().get(link.SignIn).Close {
		t.Error("a connection is kept")
	}
}

// A page that polls while nobody looks at it does not say that its player is there: they are told what waits for them.
func TestHiddenPagesSeeNobody(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	e.sql(`UPDATE sessions SET seen_at = now() - interval '1 hour'`)
	e.sql(`UPDATE players SET seen_at = now() - interval '1 hour'`)
	seen := func() (is bool) {
		t.Helper()
		if err := e.past().QueryRow(t.Context(), `SELECT seen_at > now() - interval '1 minute' FROM players
			WHERE id = $1`, e.players["Bento"]).Scan(&is); err != nil {
			t.Fatal(err)
		}
		return is
	}
	poll := pollOf(t, bento.get(link.Table(e.club, 1), append([]string{web.PageHidden, "true"}, fromScript...)...).
		want(http.StatusOK))
	bento.get(poll+"&again=yes", append([]string{web.PageHidden, "true"}, fromScript...)...)
	bento.get(link.Television("none"), fromScript...)
	if seen() {
		t.Error("seen, and nobody looked")
	}
	bento.get(link.Table(e.club, 1)).want(http.StatusOK)
	if !seen() {
		t.Error("a page that is looked at is not seen")
	}
}

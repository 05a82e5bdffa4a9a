package handlers

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"carteado/db/dbtest"
	"carteado/handlers/web"
	"carteado/views/link"
)

func TestExports(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	for what, holds := range map[string]string{"members": "Bento", "matches": "Célia", "standings": "place"} {
		got := ana.post(link.ExportClub(e.club), url.Values{"what": {what}}).want(http.StatusOK)
		if kind := got.Header.Get("Content-Type"); kind != "text/csv; charset=utf-8" ||
			!strings.Contains(got.body, holds) {
			t.Errorf("%s: %s, %s", what, kind, got.body)
		}
	}
	for _, page := range []string{link.Members(e.club), link.History(e.club)} {
		if ana.get(page).want(http.StatusOK).form(link.ExportClub(e.club)) == nil {
			t.Errorf("%s hands out no list", page)
		}
	}
	if e.as("Bento").get(link.Members(e.club)).form(link.ExportClub(e.club)) != nil {
		t.Error("a member is offered what only owners may have")
	}
	explained := ana.get(link.ExportClub(e.club)).want(http.StatusOK).says("joined_at").says("The bot’s level")
	if strings.Contains(explained.body, "[export.") {
		t.Error("a column has no words")
	}
	ana.post(link.ExportClub(e.club), url.Values{"what": {"seeds"}}).want(http.StatusBadRequest)
	e.as("Davi").post(link.ExportClub(e.club), url.Values{"what": {"members"}}).want(http.StatusForbidden)
}

// firstPiece is a client that does something when the first piece of an answer comes.
type firstPiece struct {
	http.ResponseWriter
	come    func()
	largest int
	expired chan struct{} // closed once the connection has no time for writing left
}

func (w *firstPiece) SetWriteDeadline(at time.Time) error {
	if !at.After(time.Now()) {
		close(w.expired)
	}
	return nil
}

func (w *firstPiece) Write(piece []byte) (int, error) {
	if w.largest == 0 {
		w.come()
	}
	w.largest = max(w.largest, len(piece))
	return w.ResponseWriter.Write(piece)
}

// An export goes out while the database still has most of it, in pieces of a size, and
// one that breaks off in its middle is cut, so that nobody takes it for whole.
func TestExportsAreStreamed(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	const lines = 2000 // four megabytes: more than the connections between hold
	e.sql(`INSERT INTO announcements (club_id, player_id, body) SELECT c.id, $1, repeat('x', 2000)
		FROM clubs c, generate_series(1, $2::int) n`, e.players["Ana"], lines)
	token, _ := e.signsIn(e.players["Ana"])
	const busy = `FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
		AND query LIKE 'SELECT to_json%'`
	expired := make(chan struct{})
	minor := 1 // of HTTP
	export := func(come func()) (w *firstPiece, answer *httptest.ResponseRecorder, cut any) {
		req := httptest.NewRequest(http.MethodPost, link.Export, nil)
		req.ProtoMinor = minor
		req.AddCookie(&http.Cookie{Name: web.Cookies{}.Name(), Value: encodeToken(token)})
		answer = httptest.NewRecorder()
		w = &firstPiece{ResponseWriter: answer, come: come, expired: expired}
		defer func() { cut = recover() }()
		e.Handler().ServeHTTP(w, req)
		return w, answer, nil
	}
	w, answer, cut := export(func() {
		if e.id(`SELECT count(*) `+busy) != 1 {
			t.Error("the database was read to its end before the first piece went out")
		}
		if _, second, _ := export(func() {}); second.Code != http.StatusServiceUnavailable {
			t.Errorf("a second one meanwhile: %d", second.Code)
		}
	})
	var whole struct{ Announcements []struct{ Body string } }
	if err := json.Unmarshal(answer.Body.Bytes(), &whole); err != nil || len(whole.Announcements) != lines ||
		cut != nil {
		t.Errorf("%d lines, %v, %v", len(whole.Announcements), err, cut)
	}
	if w.largest > web.DownloadPiece {
		t.Errorf("a piece of %d bytes", w.largest)
	}
	if _, answer, cut = export(func() {
		e.id(`SELECT count(pg_terminate_backend(pid)) ` + busy)
	}); cut != http.ErrAbortHandler {
		t.Errorf("not cut: %v, %d bytes", cut, answer.Body.Len())
	}
	// Over HTTP/1.0 the end of the connection would be the end of the file. It is no more held in memory.
	minor = 0
	if w, answer, cut = export(func() {}); w.largest > web.DownloadPiece || answer.Header().
		Get("Content-Length") != strconv.Itoa(answer.Body.Len()) || cut != nil {
		t.Errorf("over HTTP/1.0: a piece of %d bytes, %d of %s, %v", w.largest, answer.Body.Len(), answer.Header().
			Get("Content-Length"), cut)
	}
	lock, err := e.past().Begin(t.Context())
	if err == nil {
		_, err = lock.Exec(t.Context(), `LOCK TABLE amendments`) // which come after the announcements
	}
	if err != nil {
		t.Fatal(err)
	}
	const waits = busy + ` AND wait_event_type = 'Lock'`
	got := e.raw(http.MethodPost, link.Export, "HTTP/1.0", token, func() {
		for e.id(`SELECT count(pg_terminate_backend(pid)) `+waits) == 0 {
			continue
		}
	})
	if !strings.HasPrefix(got, "HTTP/1.0 503") {
		t.Errorf("cut over HTTP/1.0: %.15q, %d bytes", got, len(got))
	}
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	got = e.raw(http.MethodPost, link.Export, "HTTP/1.0", token, func() {})
	head, body, _ := strings.Cut(got, "\r\n\r\n")
	if !strings.Contains(head, "\r\nContent-Length: "+strconv.Itoa(len(body))) || !json.Valid([]byte(body)) {
		t.Errorf("whole over HTTP/1.0: %d bytes after %s", len(body), head)
	}
	minor = 1
	// A server that closes does not wait for a slow reader.
	if _, _, cut = export(func() {
		e.Drain()
		dbtest.Receive(t, "closing, which leaves no time for writing", expired)
	}); cut != http.ErrAbortHandler {
		t.Errorf("not cut by closing: %v", cut)
	}
	expired = make(chan struct{})
	if _, answer, cut = export(func() {}); answer.Code != http.StatusServiceUnavailable || cut != nil {
		t.Errorf("an export that closing ends before its first piece: %d, %v", answer.Code, cut)
	}
}

// A file that lies in parts and is taken away while it goes out is cut, too.
func TestAFileThatIsTakenAwayIsCut(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	token, _ := e.signsIn(e.players["Ana"])
	id := e.id(`INSERT INTO yearbooks (club_id, by_id, ready_at) VALUES ($1, $2, now()) RETURNING id`, e.clubID,
		e.players["Ana"])
	e.sql(`INSERT INTO yearbook_parts (yearbook_id, number, data) SELECT $1, n, repeat('x', $2)::bytea
		FROM generate_series(0, 2) n`, id, 2*web.DownloadPiece)
	fetch := func(come func()) (length int, cut any) {
		req := httptest.NewRequest(http.MethodGet, link.YearbookFile(e.club, id), nil)
		req.AddCookie(&http.Cookie{Name: web.Cookies{}.Name(), Value: encodeToken(token)})
		answer := httptest.NewRecorder()
		defer func() { length, cut = answer.Body.Len(), recover() }()
		e.Handler().ServeHTTP(&firstPiece{ResponseWriter: answer, come: come}, req)
		return 0, nil
	}
	if n, cut := fetch(func() {}); n != 6*web.DownloadPiece || cut != nil {
		t.Errorf("%d bytes, %v", n, cut)
	}
	if n, cut := fetch(func() { e.sql(`DELETE FROM yearbooks`) }); cut != http.ErrAbortHandler {
		t.Errorf("not cut after %d bytes: %v", n, cut)
	}
}

// raw sends a request of a version of HTTP over a connection of its own and returns what
// comes until that is closed. It calls meanwhile when the request is sent.
func (s *site) raw(method, path, version string, token []byte, meanwhile func()) string {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err = fmt.Fprintf(conn, "%s %s %s\r\nHost: club\r\nAccept-Encoding: gzip\r\nConnection: "+
		"close\r\nContent-Length: 0\r\nCookie: %s=%s\r\n\r\n",
		method, path, version, web.Cookies{}.Name(), encodeToken(token)); err != nil {
		s.t.Fatal(err)
	}
	come := make(chan string, 1)
	go func() {
		all, _ := io.ReadAll(conn) // a connection that is reset ends, too
		come <- string(all)
	}()
	meanwhile()
	return <-come
}

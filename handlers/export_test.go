package handlers

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

func TestExports(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	for what, holds := range map[string]string{"members": "Bento", "matches": "Célia", "standings": "place"} {
		got := ana.post(link.ExportClub(e.club), url.Values{"what": {what}}).want(http.StatusOK)
		if kind := got.Header.Get("Content-Type"); kind != "text/csv; charset=utf-8" || !strings.Contains(got.body, holds) {
			t.Errorf("%s: %s, %s", what, kind, got.body)
		}
	}
	ana.post(link.ExportClub(e.club), url.Values{"what": {"seeds"}}).want(http.StatusBadRequest)
	e.as("Davi").post(link.ExportClub(e.club), url.Values{"what": {"members"}}).want(http.StatusForbidden)
	if got := strings.Join(plainFields([]string{"=1+1", "-3", "@x", "Ana"}), ","); got != "'=1+1,-3,'@x,Ana" {
		t.Error(got)
	}
}

// firstPiece is a client that does something when the first piece of an answer comes.
type firstPiece struct {
	http.ResponseWriter
	come    func()
	largest int
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
	e.sql(`INSERT INTO announcements (club_id, player_id, body) SELECT c.id, $1, repeat('x', 2000) FROM clubs c, generate_series(1, $2::int) n`, e.players["Ana"], lines)
	token, _ := e.signsIn(e.players["Ana"])
	const busy = `FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT to_json%'`
	export := func(come func()) (w *firstPiece, answer *httptest.ResponseRecorder, cut any) {
		req := httptest.NewRequest(http.MethodPost, link.Export, nil)
		req.AddCookie(&http.Cookie{Name: cookies{}.name(), Value: encodeToken(token)})
		answer = httptest.NewRecorder()
		w = &firstPiece{ResponseWriter: answer, come: come}
		defer func() { cut = recover() }()
		e.Handler().ServeHTTP(w, req)
		return w, answer, nil
	}
	w, answer, cut := export(func() {
		if e.id(`SELECT count(*) `+busy) != 1 {
			t.Error("the database was read to its end before the first piece went out")
		}
	})
	var whole struct{ Announcements []struct{ Body string } }
	if err := json.Unmarshal(answer.Body.Bytes(), &whole); err != nil || len(whole.Announcements) != lines || cut != nil {
		t.Errorf("%d lines, %v, %v", len(whole.Announcements), err, cut)
	}
	if w.largest > exportPiece {
		t.Errorf("a piece of %d bytes", w.largest)
	}
	if _, answer, cut = export(func() { e.id(`SELECT count(pg_terminate_backend(pid)) ` + busy) }); cut != http.ErrAbortHandler {
		t.Errorf("not cut: %v, %d bytes", cut, answer.Body.Len())
	}
}

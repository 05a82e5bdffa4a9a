package handlers

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/a-h/templ"

	"carteado/db"
	"carteado/views/layout"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// A poll waits ahead of the routes, where it holds little memory and its answer,
// mostly nothing, costs little. Only when something may be new, or nobody knows
// whether the session may ask, it passes through them: they answer, or let it wait.

// An errand is a poll while the routes handle it.
type errand struct {
	until   time.Time // it may wait that long
	counted bool      // it is one of its session's polls already
	waits   bool      // nothing was new: it is not answered, and waits
}

type errandKey struct{}

// errNothingNew makes the routes return without an answer, so that the poll waits on.
var errNothingNew = errors.New("nothing new")

// serve answers a request, by the routes or as a poll.
func (s *Server) serve(w http.ResponseWriter, req *http.Request) {
	s.lastOn(w)
	at, marks, hold, is := s.polled(req)
	if !is {
		s.pages.ServeHTTP(w, req)
		return
	}
	token, known := s.cookies.read(req)
	if !known {
		s.echo.ServeHTTP(w, req)
		return
	}
	hash, here := db.HashToken(token), s.stay(req, hold)
	defer func() { here.end() }()
	for {
		pass, ok := s.hub.admitted(hash, req.URL.Path, time.Until(here.until))
		if ok && !here.counted {
			if here.counted = s.hub.allow(pass.session.ID); !here.counted {
				s.echo.ServeHTTP(w, req) // the handler refuses it, too
				return
			}
		}
		shown := pass.shown(at, marks)
		if ok && s.store.Waiters.Current(shown...) {
			left := time.Until(here.until)
			if left > 0 && here.leave == nil {
				here.leave, _ = s.hub.park(pass.session.ID)
			}
			waits := left > 0 && here.leave != nil
			if waits && s.waitsOutside(w, req, here, shown) {
				here = stay{} // it is that of a request to come
				return
			}
			if !waits || !s.store.Waiters.Wait(req.Context().Done(), s.hub.drained, left, shown...) {
				s.nothing(w, req, pass, s.now().Sub(here.began))
				return
			}
		}
		e := &errand{until: here.until, counted: here.counted}
		s.run(w, req.WithContext(context.WithValue(req.Context(), errandKey{}, e)))
		if !e.waits {
			return
		}
		here.counted = true
	}
}

// lastOn makes an answer the last one on its connection if the server is about to stop.
func (s *Server) lastOn(w http.ResponseWriter) {
	if s.draining.Load() {
		w.Header().Set("Connection", "close")
	}
}

// run sends a poll through the routes, some at a time, on a stack of its own: the one
// on which it waits stays small.
func (s *Server) run(w http.ResponseWriter, req *http.Request) {
	if s.errands.Acquire(req.Context(), 1) != nil {
		return // the client is gone
	}
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer s.errands.Release(1)
		defer func() { panicked = recover() }()
		s.echo.ServeHTTP(w, req)
	}()
	<-done
	if panicked != nil {
		panic(panicked) // where net/http expects it
	}
}

// polled is the position that a poll names, the marks of its page, and how long it may
// wait; false for any other request, and for a poll that no page of ours has sent.
func (s *Server) polled(req *http.Request) (at, marks string, hold time.Duration, is bool) {
	if req.Method != http.MethodGet || !strings.HasPrefix(req.URL.Path, "/clubs/") {
		return "", "", 0, false
	}
	at, is = strings.CutPrefix(req.URL.RawQuery, "at=")
	at, marks, _ = strings.Cut(at, "&marks=")
	if !is || strings.ContainsAny(at+marks, "&%+;") {
		return "", "", 0, false
	}
	if strings.HasSuffix(req.URL.Path, "/poll") {
		_, at, _ = strings.Cut(at, ".") // the kind of page it stands on
		return at, marks, s.hub.hold, true
	}
	return at, marks, 0, strings.HasSuffix(req.URL.Path, "/tables")
}

// shown is what the polling page shows: its topic and, if the poll names any, its marks.
func (p pass) shown(at, marks string) []db.Position {
	shown := []db.Position{{Topic: p.topic, At: at}}
	if marks != "" {
		shown = append(shown, db.Position{Topic: p.marks(), At: marks})
	}
	return shown
}

// marks are those of the player.
func (p pass) marks() db.Topic { return db.Topic{Player: p.session.Player.ID} }

// marks reads the reader's turns and unread notices in all clubs.
func (s *Server) marks(r *request) (layout.Marks, error) {
	t := db.Topic{Player: r.player()}
	hint := s.store.Waiters.Reading(t)
	found, err := s.store.Marks(r.ctx(), r.player())
	if err != nil {
		return layout.Marks{}, err
	}
	marks := layout.Marks{Unread: found.Unread}
	for _, c := range found.Clubs {
		marks.Clubs = append(marks.Clubs, layout.ClubMark{Slug: c.Slug, Name: c.Name,
			Crest: part.CrestOf(c.Crest, c.Slug), Turns: c.Turns, Alone: c.Alone})
	}
	s.store.Waiters.Read(hint, db.Position{Topic: t, At: marks.String()})
	return marks, nil
}

// newMarks returns the part of a poll's answer that draws the marks anew, and whether
// they have changed.
func (s *Server) newMarks(r *request) (fragment templ.Component, is bool, err error) {
	shown := r.QueryParam("marks")
	if shown == "" || s.store.Waiters.Current(db.Position{Topic: r.pass.marks(), At: shown}) {
		return templ.NopComponent, false, nil
	}
	marks, err := s.marks(r)
	if err != nil || marks.String() == shown {
		return templ.NopComponent, false, err
	}
	shows, _, _ := strings.Cut(r.QueryParam("at"), ".")
	return layout.MarksFragment(marks, kind(shows).navigates()), true, nil
}

// unchanged answers a poll of a page that is up to date except, perhaps, for its marks.
func (s *Server) unchanged(r *request) error {
	marks, is, err := s.newMarks(r)
	switch {
	case err != nil:
		return err
	case !is:
		return r.waits()
	}
	again := *r.Request().URL
	again.RawQuery = url.Values{"at": {r.QueryParam("at")}}.Encode()
	return r.render(http.StatusOK, templ.Join(part.Poll(again.String()), marks))
}

// nothing answers a poll for which there is nothing new.
func (s *Server) nothing(w http.ResponseWriter, req *http.Request, p pass, took time.Duration) {
	s.lastOn(w)
	h, id := w.Header(), rand.Text()[:13]
	s.fixedHeaders(h)
	h["Cache-Control"], h["X-Request-Id"] = noStore, []string{id}
	w.WriteHeader(http.StatusNoContent)
	if s.log.Enabled(req.Context(), slog.LevelDebug) {
		s.log.LogAttrs(context.WithoutCancel(req.Context()), slog.LevelDebug, "request",
			slog.String("request", id), slog.String("method", req.Method), slog.Int("status", http.StatusNoContent),
			slog.Duration("took", took), slog.Int64("player", p.session.Player.ID), slog.String("club", p.club.Slug))
	}
}

// pollTable answers with what a table shows now, when that is not what the page
// shows.
func (s *Server) pollTable(r *request) error {
	shown, at, _ := strings.Cut(r.QueryParam("at"), ".")
	now, err := s.store.See(r.ctx(), r.pass.guest)
	if err != nil {
		return err
	}
	if now.At() == at {
		return s.unchanged(r)
	}
	return s.show(r, now, kind(shown))
}

// pollClub answers with the home page's lists when they have changed.
func (s *Server) pollClub(r *request) error {
	leave, err := s.store.EnterPoll(r.ctx())
	if err != nil {
		return err
	}
	hint := s.store.Waiters.Reading(r.pass.topic)
	props, err := s.homeProps(r)
	leave()
	if err != nil {
		return err
	}
	s.store.Waiters.Read(hint, db.Position{Topic: r.pass.topic, At: props.At})
	if props.At == r.QueryParam("at") {
		return s.unchanged(r)
	}
	marks, _, err := s.newMarks(r)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, templ.Join(clubpage.HomeFragment(props), marks))
}

// waits lets a poll wait, if it came to do so.
func (r *request) waits() error {
	if r.errand == nil {
		return r.nothing()
	}
	r.errand.waits = true
	return errNothingNew
}

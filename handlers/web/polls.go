package web

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/views/layout"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

// A poll waits ahead of the routes, where it holds little memory and its answer,
// mostly nothing, costs little. Only when something may be new, or nobody knows
// whether the session may ask, it passes through them: they answer, or let it wait.

// An routedPoll is a poll while the routes handle it.
type routedPoll struct {
	until   time.Time // it may wait that long
	counted bool      // it is one of its session's polls already
	waits   bool      // nothing was new: it is not answered, and waits
}

type routedPollKey struct{}

// MaxRouted bounds the memory that polls take while they are answered. It is
// far more than work at once, so that those of one table do not wait for another's.
const MaxRouted = 256

// Polls know which sessions may poll what, and how many polls they have. What they wait for is the store's to know.
type Polls struct {
	Now  func() time.Time
	Hold time.Duration // of a table's poll
	Rate rate.Limit    // of each session's polls

	site    *Site
	drained chan struct{}       // closed by Drain
	outside sync.WaitGroup      // polls that wait outside of the web server, and on their way back
	returns *returnListener     // of those; nil: they wait inside
	Routed  *semaphore.Weighted // polls that are on their way through the routes

	mu      sync.Mutex
	permits map[permitKey]Permit
	pollers map[int64]*poller
	parking int // polls of all sessions
}

func newPolls(s *Site) *Polls {
	return &Polls{
		Now: s.Now, Hold: part.PollHold, Rate: pollRate, site: s, drained: make(chan struct{}),
		Routed: semaphore.NewWeighted(MaxRouted), permits: map[permitKey]Permit{}, pollers: map[int64]*poller{},
	}
}

// Drain lets all parked polls go, and every later one at once. When it returns, those outside are requests of the web
// server again.
func (p *Polls) Drain() {
	p.mu.Lock()
	if !p.Draining() {
		close(p.drained)
	}
	p.mu.Unlock()
	p.outside.Wait()
}

// Drained is closed by Drain.
func (p *Polls) Drained() <-chan struct{} { return p.drained }

// Draining reports that the server is about to stop.
func (p *Polls) Draining() bool {
	select {
	case <-p.drained:
		return true
	default:
		return false
	}
}

// Handler answers polls by the routes once something may be new, and all other requests by the pages: the routes, with
// what compresses them around them.
func (p *Polls) Handler(pages, routes http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		p.lastOn(w)
		if at, marks, hold, is := p.polled(req); !is {
			pages.ServeHTTP(w, req)
		} else if token, known := p.site.Cookies.Read(req); !known {
			routes.ServeHTTP(w, req)
		} else {
			p.serve(w, req, routes, base.HashToken(token), at, marks, hold)
		}
	})
}

// serve answers a poll.
func (p *Polls) serve(
	w http.ResponseWriter, req *http.Request, routes http.Handler, hash base.TokenHash, at, marks string,
	hold time.Duration) {
	here := p.waitOf(req, hold)
	defer func() { here.end() }()
	for {
		permit, ok := p.admitted(hash, req.URL.Path, time.Until(here.until))
		if ok && !here.counted {
			if here.counted = p.allow(permit.Session.ID); !here.counted {
				routes.ServeHTTP(w, req) // the handler refuses it, too
				return
			}
		}
		shown := permit.shown(at, marks)
		if ok && p.site.Store.Waiters.Current(shown...) {
			left := time.Until(here.until)
			if left > 0 && here.leave == nil {
				here.leave, _ = p.park(permit.Session.ID)
			}
			waits := left > 0 && here.leave != nil
			if waits && p.parkConn(w, req, here, shown) {
				here = pollWait{} // it is that of a request to come
				return
			}
			if !waits || !p.site.Store.Waiters.Wait(req.Context().Done(), p.drained, left, shown...) {
				p.nothing(w, req, permit, p.site.Now().Sub(here.began))
				return
			}
		}
		e := &routedPoll{until: here.until, counted: here.counted}
		p.run(w, req.WithContext(context.WithValue(req.Context(), routedPollKey{}, e)), routes)
		if !e.waits {
			return
		}
		here.counted = true
	}
}

// lastOn makes an answer the last one on its connection if the server is about to stop.
func (p *Polls) lastOn(w http.ResponseWriter) {
	if p.Draining() {
		w.Header().Set("Connection", "close")
	}
}

// run sends a poll through the routes, some at a time, on a stack of its own: the one
// on which it waits stays small.
func (p *Polls) run(w http.ResponseWriter, req *http.Request, routes http.Handler) {
	if p.Routed.Acquire(req.Context(), 1) != nil {
		return // the client is gone
	}
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer p.Routed.Release(1)
		defer func() { panicked = recover() }()
		routes.ServeHTTP(w, req)
	}()
	<-done
	if panicked != nil {
		panic(panicked) // where net/http expects it
	}
}

// polled is the position that a poll names, the marks of its page, and how long it may
// wait; false for any other request, and for a poll that no page of ours has sent.
func (p *Polls) polled(req *http.Request) (at, marks string, hold time.Duration, is bool) {
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
		return at, marks, p.Hold, true
	}
	return at, marks, 0, strings.HasSuffix(req.URL.Path, "/tables")
}

// shown is what the polling page shows: its topic and, if the poll names any, its marks.
func (p Permit) shown(at, marks string) []live.Position {
	shown := []live.Position{{Topic: p.Topic, At: at}}
	if marks != "" {
		shown = append(shown, live.Position{Topic: p.marks(), At: marks})
	}
	return shown
}

// marks are those of the player.
func (p Permit) marks() live.Topic { return live.Topic{Player: p.Session.Player.ID} }

// Marks reads the reader's turns and unread notices in all clubs.
func (s *Site) Marks(r *Request) (layout.Marks, error) {
	t := live.Topic{Player: r.Player()}
	hint := s.Store.Waiters.Reading(t)
	found, err := s.Store.Marks(r.Ctx(), r.Player())
	if err != nil {
		return layout.Marks{}, err
	}
	marks := layout.Marks{Unread: found.Unread, Zone: found.Zone}
	for _, c := range found.Clubs {
		marks.Clubs = append(marks.Clubs, layout.ClubMark{Slug: c.Slug, Name: c.Name,
			Crest: part.CrestOf(c.Crest, c.Slug), Turns: c.Turns, Alone: c.Alone})
	}
	if seat := found.Seat; seat != nil {
		marks.Seat = &layout.Seat{Club: seat.Club, Night: seat.Night, Round: seat.Round, Number: seat.Number,
			Table: seat.Table, Others: seat.Others, Ends: seat.Ends}
	}
	s.Store.Waiters.Read(hint, live.Position{Topic: t, At: marks.String()})
	return marks, nil
}

// NewMarks returns the part of a poll's answer that draws the marks anew, and whether
// they have changed.
func (s *Site) NewMarks(r *Request) (fragment templ.Component, is bool, err error) {
	shown := r.QueryParam("marks")
	if shown == "" || s.Store.Waiters.Current(live.Position{Topic: r.Permit.marks(), At: shown}) {
		return templ.NopComponent, false, nil
	}
	marks, err := s.Marks(r)
	if err != nil || marks.String() == shown {
		return templ.NopComponent, false, err
	}
	shows, _, _ := strings.Cut(r.QueryParam("at"), ".")
	return layout.MarksFragment(marks, tablepage.Kind(shows).Navigates()), true, nil
}

// Unchanged answers a poll of a page that is up to date except, perhaps, for its marks.
func (s *Site) Unchanged(r *Request) error {
	marks, is, err := s.NewMarks(r)
	switch {
	case err != nil:
		return err
	case !is:
		return r.waits()
	}
	again := *r.Request().URL
	again.RawQuery = url.Values{"at": {r.QueryParam("at")}}.Encode()
	return r.Show(http.StatusOK, templ.Join(part.Poll(again.String()), marks))
}

// nothing answers a poll for which there is nothing new.
func (p *Polls) nothing(w http.ResponseWriter, req *http.Request, permit Permit, took time.Duration) {
	p.lastOn(w)
	h, id := w.Header(), rand.Text()[:13]
	p.site.FixedHeaders(h)
	h["Cache-Control"], h["X-Request-Id"] = NoStore, []string{id}
	w.WriteHeader(http.StatusNoContent)
	if p.site.Logger.Enabled(req.Context(), slog.LevelDebug) {
		p.site.Logger.LogAttrs(context.WithoutCancel(req.Context()), slog.LevelDebug, "request",
			slog.String("request", id), slog.String("method", req.Method), slog.Int("status", http.StatusNoContent),
			slog.Duration("took", took), slog.Int64("player", permit.Session.Player.ID),
			slog.String("club", permit.Club.Slug))
	}
}

// waits lets a poll wait, if it came to do so.
func (r *Request) waits() error {
	if r.poll == nil {
		return r.Nothing()
	}
	r.poll.waits = true
	return ErrNothingNew
}

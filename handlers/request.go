package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/a-h/templ"

	"carteado/db"
	"carteado/handlers/web"
	"carteado/views/layout"
	clubpage "carteado/views/page/club"
	"carteado/views/table"
)

// A plain request is one of any page.
type plain = web.Request

// A request is that of a table or of a poll, with what their guards have found.
type request struct {
	*plain
	viewer    *viewer // nil: not signed in
	club      db.Membership
	pass      pass    // set by the guard parked
	believed  bool    // by the guard mover, without asking the store
	drawn     *draft  // of a move
	errand    *errand // of a poll that may wait
	deviceKey string  // for a page that asks whether this device may call its reader
}

// A viewer is the player who is signed in.
type viewer struct {
	db.Session
	token db.TokenHash
}

// requestOf is the same request of a table or a poll each time, with the viewer and the
// club that the site's guards have found by now.
func requestOf(r *web.Request) *request {
	t, found := r.AtTable.(*request)
	if !found {
		t = &request{plain: r}
		r.AtTable = t
	}
	t.viewer, t.club = nil, r.Club
	if r.Viewer != nil {
		t.viewer = &viewer{r.Viewer.Session, r.Viewer.Token}
	}
	return t
}

// handles are the handlers of all requests, and those of tables and polls.
type handles interface {
	web.Handler | func(*web.Request) error | func(*request) error
}

func handlerOf[H handles](handle H) web.Handler {
	switch h := any(handle).(type) {
	case func(*request) error:
		return func(r *web.Request) error {
			err := h(requestOf(r))
			if errors.Is(err, errNothingNew) {
				return web.ErrNothingNew
			}
			return err
		}
	case func(*web.Request) error:
		return h
	}
	return any(handle).(web.Handler)
}

// The files of the live table (board, hub, outside, play, polls, shared, visitors) call
// what they stand on by the names below, until they have a room of their own.

func (r *request) ctx() context.Context       { return r.Ctx() }
func (r *request) field(name string) string   { return r.Field(name) }
func (r *request) frame() layout.Request      { return r.Frame() }
func (r *request) goTo(path string) error     { return r.GoTo(path) }
func (r *request) htmx() bool                 { return r.HTMX() }
func (r *request) language() string           { return r.Language() }
func (r *request) match() (int64, error)      { return r.Match() }
func (r *request) nothing() error             { return r.Nothing() }
func (r *request) player() int64              { return r.Player() }
func (r *request) retryAfter(d time.Duration) { r.RetryAfter(d) }
func (r *request) table() int                 { return r.Table() }

func (r *request) render(status int, c templ.Component) error {
	r.DeviceKey = r.deviceKey
	return r.Show(status, c)
}

func (s *Server) mayShow(r *request, table int) error { return s.MayShow(r.plain, table) }

func (s *Server) fixedHeaders(h http.Header) { s.FixedHeaders(h) }

func (s *Server) homeProps(r *request) (clubpage.HomeProps, error) {
	return s.club.HomeProps(r.plain)
}

type fault struct {
	status int
	after  time.Duration
}

func faultOf(err error) fault {
	f := web.FaultOf(err)
	return fault{f.Status, f.After}
}

const smallest = web.MinCompressed

var (
	errForm = web.ErrForm
	noStore = web.NoStore
	people  = web.People
)

type short struct {
	store   *db.Store
	log     *slog.Logger
	now     func() time.Time
	config  Config
	byKey   table.Games
	cookies cookies
}

type cookies struct{ web.Cookies }

func (c cookies) read(r *http.Request) ([]byte, bool) { return c.Read(r) }

func shortOf(s *web.Site) short {
	return short{s.Store, s.Logger, s.Now, s.Config, s.GamesByKey, cookies{s.Cookies}}
}

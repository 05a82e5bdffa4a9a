package handlers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"carteado/db"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

// A request is one HTTP request with the facts that its guards have found.
type request struct {
	echo.Context
	server *Server
	id     string          // names the request to the reader and in the log
	client context.Context // ends when the client leaves; without our deadline
	quiet  bool            // of the route
	viewer *viewer         // nil: not signed in, or not asked yet
	asked  bool            // identify has run
	club   db.Membership   // set by the guard member
	pass   pass            // set by the guard parked

	believed bool   // by the guard mover, without asking the store
	drawn    *draft // of a move

	errand *errand // of a poll that may wait
	lang   string  // chosen by a handler; "" to negotiate

	again     bool   // the page is loaded again where no script asks
	deviceKey string // for a page that asks whether this device may call its reader
}

// A viewer is the player who is signed in.
type viewer struct {
	db.Session
	token db.TokenHash
}

// A handler answers a request, or returns why not: fail turns that into a page.
type handler func(*request) error

// ctx is the request's context, with its deadline.
func (r *request) ctx() context.Context { return r.Request().Context() }

// player is the id of the player who is signed in, 0 where nobody is.
func (r *request) player() int64 {
	if r.viewer == nil {
		return 0
	}
	return r.viewer.Player.ID
}

// field is a field of the posted form, "" where it is missing.
func (r *request) field(name string) string { return r.Request().PostForm.Get(name) }

// key is the key of the posted form, "" where it has none: it stays that of the
// form when it is shown again.
func (r *request) key() string {
	if key := r.field("idem"); validIdem(key) {
		return key
	}
	return ""
}

// htmx reports that a script of ours asks, and wants a fragment.
func (r *request) htmx() bool { return r.Request().Header.Get("HX-Request") == "true" }

// numbers are the parts of a path that are positive numbers. The guard player
// refuses any other text there.
var numbers = []string{"table", "match", "round", "player", "season", "id"}

// number reads a number in the path; 0 stands for a text that is none.
func (r *request) number(name string) int64 {
	text, bits := r.Param(name), 64
	if name == "table" || name == "round" {
		bits = 32
	}
	n, err := strconv.ParseInt(text, 10, bits)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != text {
		return 0
	}
	return n
}

func (r *request) table() int { return int(r.number("table")) }

// match reads the match that a form is about, so that a form of an old match
// does nothing to the next one at the same table.
func (r *request) match() (int64, error) {
	id, err := strconv.ParseInt(r.field("match"), 10, 64)
	if err != nil || id < 1 {
		return 0, fmt.Errorf("match: %w", errForm)
	}
	return id, nil
}

// pageHidden is the header in which our script says that nobody looks at the page that polls: its player is away.
const pageHidden = "Carteado-Hidden"

// identify finds out who is signed in, once. Only a failing store is an error.
func (r *request) identify() error {
	if r.asked {
		return nil
	}
	token, ok := r.server.cookies.read(r.Request())
	if !ok {
		r.asked = true
		return nil
	}
	hash := db.HashToken(token)
	session, err := r.server.store.SessionByHash(r.ctx(), hash, r.Request().Header.Get(pageHidden) == "")
	switch {
	case errors.Is(err, db.ErrNotFound):
	case err != nil:
		return err
	default:
		r.viewer = &viewer{session, hash}
	}
	r.asked = true
	return nil
}

// language of the answer: the player's own, else the one chosen in this
// browser, else the browser's, else the club's.
func (r *request) language() string {
	if r.lang != "" {
		return r.lang
	}
	if r.viewer != nil && i18n.Known(r.viewer.Player.Prefs.Lang) {
		return r.viewer.Player.Prefs.Lang
	}
	if cookie, err := r.Cookie(languageCookie); err == nil && i18n.Known(cookie.Value) {
		return cookie.Value
	}
	if accept := r.Request().Header.Get("Accept-Language"); accept != "" {
		return i18n.Negotiate(accept)
	}
	return r.club.Lang
}

// frame holds the facts that the layout of every page needs.
func (r *request) frame() layout.Request {
	frame := layout.Request{Lang: r.language(), Path: r.Request().URL.RequestURI(), Now: r.server.now(), Zone: time.UTC, Key: r.key(), DeviceKey: r.deviceKey, Again: r.again}
	if frame.Key == "" {
		frame.Key = newIdem()
	}
	if r.viewer != nil {
		player := r.viewer.Player
		frame.Theme, frame.Deck, frame.Index = player.Prefs.Theme, player.Prefs.Deck, player.Prefs.Index
		frame.Player = &part.Person{ID: player.ID, Name: player.Name, Face: part.FaceOf(player.Face), Me: true}
	}
	if r.club.Slug != "" {
		frame.Club = houseOf(r.club.Club)
		frame.Club.Role = r.club.Role
		frame.Zone = r.server.zone(r.club.TimeZone)
	}
	return frame
}

// houseOf is a club as pages show it.
func houseOf(c db.Club) *layout.Club {
	return &layout.Club{Slug: c.Slug, Name: c.Name, Crest: part.CrestOf(c.Crest, c.Slug)}
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// render sends a page or a fragment, once it is whole: half a page is never
// sent. Nothing that is rendered may be kept by a browser or a proxy.
func (r *request) render(status int, c templ.Component) error {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	frame := r.frame()
	if r.viewer != nil && !r.htmx() { // a whole page; without the marks where the store fails, since errors are pages, too
		frame.Marks, _ = r.server.marks(r)
	}
	if err := c.Render(layout.With(table.With(r.ctx(), r.server.byKey), frame), buf); err != nil {
		return err
	}
	r.Response().Header().Set("Cache-Control", "no-store")
	return r.HTMLBlob(status, buf.Bytes())
}

// goTo sends the reader to another page: a script by its own header, since it
// would swap the other page into this one.
func (r *request) goTo(path string) error {
	r.Response().Header().Set("Cache-Control", "no-store")
	if r.htmx() {
		r.Response().Header().Set("HX-Redirect", path)
		return r.NoContent(http.StatusNoContent)
	}
	return r.Redirect(http.StatusSeeOther, path)
}

// done leads on to a path after something was done, or returns why it was not.
func (r *request) done(err error, path string) error {
	if err != nil {
		return err
	}
	return r.goTo(path)
}

// nothing is the answer to a poll when nothing is new.
func (r *request) nothing() error {
	r.Response().Header()["Cache-Control"] = noStore
	return r.NoContent(http.StatusNoContent)
}

// local returns a path of this site to go on to, and "" for anything that
// could lead elsewhere.
func local(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return ""
	}
	return path
}

// pageAsked is the number of a page in the address; 0 for none.
func (r *request) pageAsked() int {
	n, err := strconv.Atoi(r.QueryParam("page"))
	if err != nil {
		return 0
	}
	return n
}

// paged says what the nth page of a list shows, and where the pages beside it are.
func paged(n, length, found int, to func(n int) string) page.Paging {
	p := page.Paging{First: (n-1)*length + 1, Last: min(n*length, found), Found: found}
	if n > 1 {
		p.Before = to(n - 1)
	}
	if p.Last < found {
		p.After = to(n + 1)
	}
	return p
}

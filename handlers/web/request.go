package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/link"
	"carteado/views/part"
	"carteado/views/table"
)

// A Request is one HTTP request with the facts that its guards have found.
type Request struct {
	echo.Context
	Site   *Site
	id     string           // names the request to the reader and in the log
	Client context.Context  // ends when the client leaves; without our deadline
	Quiet  bool             // of the route
	Viewer *Viewer          // nil: not signed in, or not asked yet
	Asked  bool             // identify has run
	Club   clubs.Membership // set by the guard Entrant

	Permit   Permit      // set by the guards Parked and Mover
	Believed bool        // by the guard Mover, without asking the store
	poll     *routedPoll // of a poll that may wait

	Lang      string // chosen by a handler; "" to negotiate
	Again     bool   // the page asks for itself again until it is another
	DeviceKey string // for a page that asks whether this device may call its reader
}

// A Viewer is the player who is signed in.
type Viewer struct {
	accounts.Session
	Token base.TokenHash
}

// A Handler answers a request, or returns why not: fail turns that into a page.
type Handler func(*Request) error

// A Guard calls a handler for those who may, and refuses others.
type Guard func(Handler) Handler

// Ctx is the request's context, with its deadline.
func (r *Request) Ctx() context.Context { return r.Request().Context() }

// Renew gives the request so much time from now on, where a file, a failure or somebody else's server has taken what it
// had, until cancel is called.
func (r *Request) Renew(most time.Duration) (cancel context.CancelFunc) {
	ctx, cancel := context.WithTimeout(r.Client, most)
	r.SetRequest(r.Request().WithContext(ctx))
	return cancel
}

// Player is the id of the player who is signed in, 0 where nobody is.
func (r *Request) Player() int64 {
	if r.Viewer == nil {
		return 0
	}
	return r.Viewer.Player.ID
}

// Field is a field of the posted form, "" where it is missing.
func (r *Request) Field(name string) string { return r.Request().PostForm.Get(name) }

// Key is the key of the posted form, "" where it has none: it stays that of the
// form when it is shown again.
func (r *Request) Key() string {
	if key := r.Field("idem"); ValidIdem(key) {
		return key
	}
	return ""
}

// HTMX reports that a script of ours asks, and wants a fragment.
func (r *Request) HTMX() bool { return r.Request().Header.Get("HX-Request") == "true" }

// numbers are the parts of a path that are positive numbers. Guards
// refuse any other text there.
var numbers = []string{"table", "match", "round", "player", "season", "night", "number", "id"}

// Number reads a number in the path; 0 stands for a text that is none.
func (r *Request) Number(name string) int64 {
	text, bits := r.Param(name), 64
	if name == "table" || name == "round" || name == "number" {
		bits = 32
	}
	n, err := strconv.ParseInt(text, 10, bits)
	if err != nil || n < 1 || strconv.FormatInt(n, 10) != text {
		return 0
	}
	return n
}

func (r *Request) Table() int { return int(r.Number("table")) }

// Match reads the match that a form is about, so that a form of an old match
// does nothing to the next one at the same table.
func (r *Request) Match() (int64, error) {
	id, err := strconv.ParseInt(r.Field("match"), 10, 64)
	if err != nil || id < 1 {
		return 0, fmt.Errorf("match: %w", ErrForm)
	}
	return id, nil
}

// PageHidden is the header in which our script says that nobody looks at the page that polls: its player is away. So is
// who has opened a night's television, at which others look.
const PageHidden = "Carteado-Hidden"

// identify finds out who is signed in, once. Only a failing store is an error.
func (r *Request) identify() error {
	if r.Asked {
		return nil
	}
	token, ok := r.Site.Cookies.Read(r.Request())
	if !ok {
		r.Asked = true
		return nil
	}
	hash := base.HashToken(token)
	away := r.Request().Header.Get(PageHidden) != "" || strings.HasPrefix(r.Request().URL.Path, link.Television(""))
	session, err := r.Site.Store.SessionByHash(r.Ctx(), hash, !away)
	switch {
	case errors.Is(err, base.ErrNotFound):
	case err != nil:
		return err
	default:
		r.Viewer = &Viewer{session, hash}
	}
	r.Asked = true
	return nil
}

// Language of the answer: the player's own, else the one chosen in this
// browser, else the browser's, else the club's.
func (r *Request) Language() string {
	if r.Lang != "" {
		return r.Lang
	}
	if r.Viewer != nil && i18n.Known(r.Viewer.Player.Prefs.Lang) {
		return r.Viewer.Player.Prefs.Lang
	}
	if cookie, err := r.Cookie(r.Site.Cookies.languageName()); err == nil && i18n.Known(cookie.Value) {
		return cookie.Value
	}
	if accept := r.Request().Header.Get("Accept-Language"); accept != "" {
		return i18n.Negotiate(accept)
	}
	return r.Club.Lang
}

// Frame holds the facts that the layout of every page needs.
func (r *Request) Frame() layout.Request {
	frame := layout.Request{
		Lang: r.Language(), Path: r.Request().URL.RequestURI(), Now: r.Site.Now(), Zone: time.UTC, Key: r.Key(),
		DeviceKey: r.DeviceKey, Again: r.Again,
	}
	if frame.Key == "" {
		frame.Key = NewIdem()
	}
	if r.Viewer != nil {
		player := r.Viewer.Player
		frame.Theme, frame.Deck, frame.Index = player.Prefs.Theme, player.Prefs.Deck, player.Prefs.Index
		frame.Player = &part.Person{ID: player.ID, Name: player.Name, Face: part.FaceOf(player.Face), Me: true}
	}
	if r.Club.Slug != "" {
		frame.Club = ClubOf(r.Club.Club)
		frame.Club.Role = r.Club.Role
		frame.Zone = r.Site.Zone(r.Club.TimeZone)
	}
	return frame
}

// ClubOf is a club as pages show it.
func ClubOf(c clubs.Club) *layout.Club {
	return &layout.Club{Slug: c.Slug, Name: c.Name, Crest: part.CrestOf(c.Crest, c.Slug),
		Archived: !c.Archived.IsZero(), Deletion: c.Deletion, Ratings: c.Ratings}
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Show sends a page or a fragment, once it is whole: half a page is never
// sent. Nothing that is rendered may be kept by a browser or a proxy.
func (r *Request) Show(status int, c templ.Component) error {
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	frame := r.Frame()
	// A whole page, or one that is asked for the reader's seat; without the marks where the store fails, since errors
	// are pages, too.
	if r.Viewer != nil && (!r.HTMX() || r.Request().Header.Get("HX-Target") == layout.SeatLine) {
		frame.Marks, _ = r.Site.Marks(r)
		if r.Club.Slug == "" {
			frame.Zone = r.Site.Zone(frame.Marks.Zone)
		}
	}
	if err := c.Render(layout.With(table.With(r.Ctx(), r.Site.GamesByKey), frame), buf); err != nil {
		return err
	}
	r.Response().Header().Set("Cache-Control", "no-store")
	return r.HTMLBlob(status, buf.Bytes())
}

// GoTo sends the reader to another page: a script by its own header, since it
// would swap the other page into this one.
func (r *Request) GoTo(path string) error {
	r.Response().Header().Set("Cache-Control", "no-store")
	if r.HTMX() {
		r.Response().Header().Set("HX-Redirect", path)
		return r.NoContent(http.StatusNoContent)
	}
	return r.Redirect(http.StatusSeeOther, path)
}

// Done leads on to a path after something was done, or returns why it was not.
func (r *Request) Done(err error, path string) error {
	if err != nil {
		return err
	}
	return r.GoTo(path)
}

// Nothing is the answer to a poll when nothing is new.
func (r *Request) Nothing() error {
	r.Response().Header()["Cache-Control"] = NoStore
	return r.NoContent(http.StatusNoContent)
}

// LocalPath returns a path of this site to go on to, and "" for anything that
// could lead elsewhere.
func LocalPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return ""
	}
	return path
}

// NameClub sets the club that a page outside of any club leads back to.
func (s *Site) NameClub(r *Request) error {
	clubs, err := s.Store.ClubsOf(r.Ctx(), r.Player())
	if err == nil && len(clubs) > 0 {
		r.Club = clubs[0]
	}
	return err
}

// NewIdem draws the key under which one form is played at most once.
func NewIdem() string { return rand.Text() }

// ValidIdem reports that a key has the form of NewIdem's, so that it fits its
// column.
func ValidIdem(key string) bool {
	return len(key) == 26 && strings.Trim(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

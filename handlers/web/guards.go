package web

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/engine/role"
)

// The guards of routes, from the one that lets in most:
//
//	Machine  everybody, without asking who it is
//	Anyone   everybody, signed in or not
//	Player   somebody who is signed in; others are led to the sign-in page
//	Entrant  a member of the club, or one who is suspended: the matches they play or have played
//	Member   a member of the club who has a right; for others there is no such club
//
// Tables have two more, which believe for a minute what these have found: admission.go.

// Machine asks nothing.
func Machine(next Handler) Handler { return next }

// Anyone finds out who asks, once there is a database that knows. A request that comes just before
// that, as to an instance that a web server has found already, is let in late rather than sent
// away.
func (s *Site) Anyone(next Handler) Handler {
	return func(r *Request) error {
		if !s.IsOpen() {
			select {
			case <-s.opened:
			case <-time.After(s.Timeout / 2):
				return ErrOpening
			case <-r.Ctx().Done():
				return r.Ctx().Err()
			}
		}
		if err := r.identify(); err != nil {
			return err
		}
		if r.Viewer != nil && r.Viewer.OpenedBy == accounts.ByNight && !r.forGuests() {
			return errGuest
		}
		return next(r)
	}
}

// Player also refuses a path with a number that cannot be one, so that handlers
// need not ask.
func (s *Site) Player(next Handler) Handler {
	return s.Anyone(func(r *Request) error {
		if r.Viewer == nil {
			return ErrSignedOut
		}
		for _, name := range r.ParamNames() {
			if slices.Contains(numbers, name) && r.Number(name) == 0 {
				return base.ErrNotFound
			}
		}
		return next(r)
	})
}

// Entrant answers a stranger as if there were no such club, and refuses what would
// change an archived one. Where the store answers a suspended member with
// ErrNotFound, the page of the suspension is shown instead.
func (s *Site) Entrant(next Handler) Handler {
	return s.Player(func(r *Request) (err error) {
		if r.Club, err = s.Store.ClubFor(r.Ctx(), r.Param("club"), r.Player()); err != nil {
			return err
		}
		if r.Request().Method == http.MethodPost && !r.Club.Archived.IsZero() && !slices.Contains(InArchive, r.Path()) {
			return base.ErrArchived
		}
		if r.Club.Role == role.Guest && !r.forGuests() {
			return errGuest
		}
		if r.Param("table") != "" {
			err = s.MayShow(r, r.Table())
		}
		if err == nil {
			err = next(r)
		}
		if r.Club.Role == role.Paused && errors.Is(err, base.ErrNotFound) {
			return errSuspended
		}
		return err
	})
}

// Member refuses an entrant without the right, and a host whose account a password opens where the club asks for
// passkeys. What guests of a game night may do of that which every member may is for the list of ForGuests, and for the
// store.
func (s *Site) Member(right role.Right) Guard {
	return func(next Handler) Handler {
		return s.Entrant(func(r *Request) error {
			switch {
			case r.Club.Role == role.Paused:
				return errSuspended
			case r.Club.Role.May(right), r.Club.Role == role.Guest && right == role.Play:
			case r.Club.Holds.May(right):
				return base.ErrHostPasskey
			default:
				return base.ErrForbidden
			}
			return next(r)
		})
	}
}

// InArchive are what may be posted to an archived club: what opens it again or ends it, who its members are and who
// owns it, what hands something out, and what a member decides for themselves. All else is refused, whatever route is
// added.
var InArchive = []string{
	"/clubs/:club/archive", "/clubs/:club/archive/deletion",
	"/clubs/:club/members/:player/remove", "/clubs/:club/members/:player/role", "/clubs/:club/members/:player/password",
	"/clubs/:club/leave", "/clubs/:club/calendar", "/clubs/:club/calendar/end", "/clubs/:club/ratings",
	"/clubs/:club/matches/:match/reviews/share", "/clubs/:club/matches/:match/words",
	"/clubs/:club/matches/:match/report", "/clubs/:club/export", "/clubs/:club/files", "/clubs/:club/files/:id/fetch",
	"/clubs/:club/yearbooks",
}

// ForGuests are the routes that a guest of a game night reaches: the page of their own, the tables at which they sit
// and the matches that they play there, and what shows nobody's anything, such as rules and lessons. A guest who was
// drawn to be a table's host does what such a host does, but does not close it: the night's hosts do. All else is
// refused, whatever route is added. Somebody with an account of the house is such a guest only in the club that they
// visit.
var ForGuests = []string{
	"GET /here", "POST /here/leave", "POST /here/account", "GET /here/:token", "POST /here/:token",
	"GET /here/as/:token", "POST /here/as/:token",
	"POST /sign-out", "POST /language", "GET /manifest.webmanifest", "GET /rules", "GET /rules/:game",
	"GET /next", "GET /lessons", "GET /lessons/:game", "GET /lessons/:game/:lesson", "POST /lessons/:game/:lesson",
	"GET /clubs/:club/tables/:table", "GET /clubs/:club/tables/:table/poll", "GET /clubs/:club/tables/:table/rules",
	"POST /clubs/:club/tables/:table/join", "POST /clubs/:club/tables/:table/stand",
	"POST /clubs/:club/tables/:table/start", "POST /clubs/:club/tables/:table/bot",
	"POST /clubs/:club/tables/:table/watching",
	"POST /clubs/:club/tables/:table/moves", "POST /clubs/:club/tables/:table/sort",
	"POST /clubs/:club/tables/:table/leave", "POST /clubs/:club/tables/:table/back",
	"GET /clubs/:club/tables/:table/hand", "POST /clubs/:club/tables/:table/hand",
	"GET /clubs/:club/tables/:table/plans", "POST /clubs/:club/tables/:table/plans",
	"POST /clubs/:club/tables/:table/offers/:kind", "POST /clubs/:club/tables/:table/offers/answer",
	"POST /clubs/:club/tables/:table/phrases", "POST /clubs/:club/tables/:table/mute",
	"POST /clubs/:club/tables/:table/nudge",
	"GET /clubs/:club/matches/:match", "GET /clubs/:club/matches/:match/rounds/:round",
	"GET /clubs/:club/matches/:match/replay/:step", "GET /clubs/:club/matches/:match/check",
	"GET /clubs/:club/matches/:match/record", "GET /clubs/:club/matches/:match/picture",
}

// leadHere are pages from which a guest is led to the page of their own, because links on the pages above go there.
var leadHere = []string{"/", "/sign-in", "/clubs", "/clubs/:club"}

// forGuests reports that the route of a request is one of ForGuests.
func (r *Request) forGuests() bool {
	method := r.Request().Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return slices.Contains(ForGuests, method+" "+r.Path())
}

// MayShow refuses a table to a session that may belong to the maker of a link for the
// player's password, if that maker plays there or watches. It also notes that such a
// maker watches. It is asked again after a board was read, because the deal may have come
// between.
func (s *Site) MayShow(r *Request, table int) error {
	if err := s.Store.NoteWatch(r.Ctx(), r.Viewer.Session, r.Club.ID, table); err != nil {
		return err
	}
	return s.Store.MayShow(r.Ctx(), r.Viewer.Session, r.Club.ID, table)
}

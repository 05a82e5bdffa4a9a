package web

import (
	"errors"
	"net/http"
	"slices"
	"time"

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

// Anyone finds out who asks, once there is a database that knows. Whoever comes just
// before that, as to an instance that a web server has found already, is let in
// late rather than sent away.
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
		if r.Param("table") != "" {
			err = s.MayShow(r, r.Table())
		}
		if err == nil {
			err = next(r)
		}
		if r.Club.Role == role.Paused && errors.Is(err, base.ErrNotFound) {
			return errPaused
		}
		return err
	})
}

// Member refuses an entrant without the right, and a host whose account a password opens where the club asks for
// passkeys.
func (s *Site) Member(right role.Right) Guard {
	return func(next Handler) Handler {
		return s.Entrant(func(r *Request) error {
			switch {
			case r.Club.Role == role.Paused:
				return errPaused
			case !r.Club.Role.May(right):
				return base.ErrForbidden
			case r.Club.HostPasskeys && !role.Member.May(right):
				if ways, err := s.Store.WaysOf(r.Ctx(), r.Player()); err != nil || !ways.PasskeysOnly {
					return errors.Join(err, base.ErrHostPasskey)
				}
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

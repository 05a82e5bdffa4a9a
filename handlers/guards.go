package handlers

import (
	"errors"
	"slices"
	"time"

	"carteado/db"
	"carteado/engine/role"
	"carteado/views/link"
)

// The guards of routes, from the one that lets in most:
//
//	machine  everybody, without asking who it is
//	anyone   everybody, signed in or not
//	player   somebody who is signed in; others are led to the sign-in page
//	entrant  a member of the club, or one who is suspended: the matches they play or have played
//	member   a member of the club who has a right; for others there is no such club
//	parked   a member's poll, which may wait
//	mover    an entrant who makes a move: the store judges once more, with the move

func machine(next handler) handler { return next }

// anyone finds out who asks, once there is a database that knows. Whoever comes just
// before that, as to an instance that a web server has found already, is let in
// late rather than sent away.
func (s *Server) anyone(next handler) handler {
	return func(r *request) error {
		if !s.isOpen() {
			select {
			case <-s.opened:
			case <-time.After(s.config.Patience / 2):
				return errOpening
			case <-r.ctx().Done():
				return r.ctx().Err()
			}
		}
		if err := r.identify(); err != nil {
			return err
		}
		return next(r)
	}
}

// player also refuses a path with a number that cannot be one, so that handlers
// need not ask.
func (s *Server) player(next handler) handler {
	return s.anyone(func(r *request) error {
		if r.viewer == nil {
			return errSignedOut
		}
		for _, name := range r.ParamNames() {
			if slices.Contains(numbers, name) && r.number(name) == 0 {
				return db.ErrNotFound
			}
		}
		return next(r)
	})
}

// entrant answers a stranger as if there were no such club. Where the store
// answers a suspended member with ErrNotFound, the page of the suspension is shown
// instead.
func (s *Server) entrant(next handler) handler {
	return s.player(func(r *request) (err error) {
		if r.club, err = s.store.ClubFor(r.ctx(), r.Param("club"), r.player()); err != nil {
			return err
		}
		if r.Param("table") != "" {
			err = s.mayShow(r, r.table())
		}
		if err == nil {
			err = next(r)
		}
		if r.club.Role == role.Paused && errors.Is(err, db.ErrNotFound) {
			return errPaused
		}
		return err
	})
}

// member refuses an entrant without the right.
func (s *Server) member(right role.Right) func(handler) handler {
	return func(next handler) handler {
		return s.entrant(func(r *request) error {
			switch {
			case r.club.Role == role.Paused:
				return errPaused
			case !r.club.Role.May(right):
				return db.ErrForbidden
			}
			return next(r)
		})
	}
}

// mayShow refuses a table to a session that may belong to the maker of a link for the
// player's password, if that maker plays there or watches. It also notes that such a
// maker watches. It is asked again after a board was read, because the deal may have come
// between.
func (s *Server) mayShow(r *request, table int) error {
	if err := s.store.NoteWatch(r.ctx(), r.viewer.Session, r.club.ID, table); err != nil {
		return err
	}
	return s.store.MayShow(r.ctx(), r.viewer.Session, r.club.ID, table)
}

// parked asks the store once a minute whether a session may poll a path, and the
// hub the rest of the time. It counts the polls of each session.
func (s *Server) parked(next handler) handler {
	return func(r *request) error {
		long := time.Duration(0)
		if r.errand, _ = r.ctx().Value(errandKey{}).(*errand); r.errand != nil {
			long = time.Until(r.errand.until)
		}
		if err := s.admit(r, long); err != nil {
			return err
		}
		if (r.errand == nil || !r.errand.counted) && !s.hub.allow(r.pass.session.ID) {
			return errTooOften
		}
		return next(r)
	}
}

// admit finds out that the reader of a poll may have an answer, and as whom. The
// hub is believed if it will be for as long as that.
func (s *Server) admit(r *request, long time.Duration) error {
	token, ok := s.cookies.read(r.Request())
	if !ok {
		return errSignedOut
	}
	hash, path := db.HashToken(token), r.Request().URL.Path
	if pass, ok := s.hub.admitted(hash, path, long); ok {
		r.believe(pass, hash)
		return nil
	}
	r.asked, r.viewer = false, nil
	guard := s.member(role.Play)
	if r.Param("table") != "" {
		guard = s.entrant
	}
	return guard(func(r *request) (err error) {
		r.pass = pass{session: r.viewer.Session, club: r.club, topic: topic{club: r.club.ID, player: r.player()}}
		if r.Param("table") != "" {
			if r.pass.guest, err = s.store.Admit(r.ctx(), r.club.ID, r.table(), r.player()); err != nil {
				return err
			}
			r.pass.topic = topic{table: r.pass.guest.Table()}
			if _, err = s.watch(r, r.pass.guest.Table()); err != nil {
				return err
			}
		}
		s.hub.admit(hash, path, r.pass)
		return nil
	})(r)
}

// believe takes the reader for whom the hub remembers.
func (r *request) believe(p pass, hash db.TokenHash) {
	r.pass, r.asked, r.viewer, r.club = p, true, &viewer{p.session, hash}, p.club
}

// mover believes the hub who asks, as a poll of the table does. A move is made only if
// the store finds the session and the membership with it, and whatever else is answered
// is for those alone whom verified lets pass. Who may have come by somebody's link for a
// password, or has made one, is asked for each time.
func (s *Server) mover(next handler) handler {
	unknown := s.entrant(next)
	return func(r *request) error {
		token, ok := s.cookies.read(r.Request())
		hash := db.HashToken(token)
		pass, known := s.hub.admitted(hash, r.pollPath(), 0)
		if !ok || !known || pass.session.LinkBy != 0 || pass.session.Watching {
			return unknown(r)
		}
		r.believe(pass, hash)
		r.believed = true
		return next(r)
	}
}

// pollPath is where the page of the table in the path polls.
func (r *request) pollPath() string { return link.Table(r.Param("club"), r.table()) + "/poll" }

// verified goes on once the store has said who asks.
func (s *Server) verified(r *request, next handler) error {
	if !r.believed {
		return next(r)
	}
	r.believed, r.asked, r.viewer, r.club = false, false, nil, db.Membership{}
	return s.entrant(next)(r)
}

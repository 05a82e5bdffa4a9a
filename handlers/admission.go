package handlers

import (
	"time"

	"carteado/db"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
)

// The guards of tables and polls:
//
//	parked  a member's poll, which may wait
//	mover   an entrant who makes a move: the store judges once more, with the move

// parked asks the store once a minute whether a session may poll a path, and believes its pass the rest of the time. It
// counts the polls of each session.
func (s *Server) parked(next web.Handler) web.Handler {
	return func(asked *web.Request) error {
		r, long := requestOf(asked), time.Duration(0)
		if r.errand, _ = r.Ctx().Value(errandKey{}).(*errand); r.errand != nil {
			long = time.Until(r.errand.until)
		}
		if err := s.admit(r, long); err != nil {
			return err
		}
		if (r.errand == nil || !r.errand.counted) && !s.hub.allow(r.pass.session.ID) {
			return web.ErrTooOften
		}
		return next(asked)
	}
}

// admit finds out that the reader of a poll may have an answer, and as whom. A pass is believed if it will be for as
// long as that.
func (s *Server) admit(r *request, long time.Duration) error {
	token, ok := s.Cookies.Read(r.Request())
	if !ok {
		return web.ErrSignedOut
	}
	hash, path := db.HashToken(token), r.Request().URL.Path
	if pass, ok := s.hub.admitted(hash, path, long); ok {
		r.believe(pass, hash)
		return nil
	}
	r.Asked, r.Viewer = false, nil
	guard := s.Member(role.Play)
	if r.Param("table") != "" {
		guard = s.Entrant
	}
	return guard(func(asked *web.Request) (err error) {
		r := requestOf(asked)
		r.pass = pass{session: r.Viewer.Session, club: r.Club, topic: db.Topic{Club: r.Club.ID, Player: r.Player()}}
		if r.Param("table") != "" {
			if r.pass.guest, err = s.Store.Admit(r.Ctx(), r.Club.ID, r.Table(), r.Player()); err != nil {
				return err
			}
			r.pass.topic = db.Topic{Table: r.pass.guest.Table()}
			if _, err = s.watch(r, r.pass.guest.Table()); err != nil {
				return err
			}
		}
		s.hub.admit(hash, path, r.pass)
		return nil
	})(r.plain)
}

// believe takes the reader whom a pass names.
func (r *request) believe(p pass, hash db.TokenHash) {
	r.pass, r.Asked, r.Viewer, r.Club = p, true, &web.Viewer{Session: p.session, Token: hash}, p.club
	r.viewer, r.club = &viewer{p.session, hash}, p.club
}

// mover believes a pass who asks, as a poll of the table does. A move is made only if
// the store finds the session and the membership with it, and whatever else is answered
// is for those alone whom verified lets pass. Who may have come by somebody's link for a
// password, or has made one, is asked for each time.
func (s *Server) mover(next web.Handler) web.Handler {
	unknown := s.Entrant(next)
	return func(asked *web.Request) error {
		r := requestOf(asked)
		token, ok := s.Cookies.Read(r.Request())
		hash := db.HashToken(token)
		pass, known := s.hub.admitted(hash, r.pollPath(), 0)
		if !ok || !known || pass.session.LinkBy != 0 || pass.session.Watching {
			return unknown(asked)
		}
		r.believe(pass, hash)
		r.believed = true
		return next(asked)
	}
}

// pollPath is where the page of the table in the path polls.
func (r *request) pollPath() string { return link.Table(r.Param("club"), r.Table()) + "/poll" }

// verified goes on once the store has said who asks.
func (s *Server) verified(r *request, next func(*request) error) error {
	if !r.believed {
		return next(r)
	}
	r.believed, r.Asked, r.Viewer, r.Club = false, false, nil, db.Membership{}
	return s.Entrant(handlerOf(next))(r.plain)
}

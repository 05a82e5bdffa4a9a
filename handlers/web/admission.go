package web

import (
	"time"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/engine/role"
	"carteado/views/link"
)

// The guards of tables and polls:
//
//	Parked  a member's poll, which may wait
//	Mover   an entrant who makes a move: the store judges once more, with the move

// Parked asks the store once a minute whether a session may poll a path, and believes its permit the rest of the time.
// It counts the polls of each session.
func (s *Site) Parked(next Handler) Handler {
	return func(r *Request) error {
		long := time.Duration(0)
		if r.poll, _ = r.Ctx().Value(routedPollKey{}).(*routedPoll); r.poll != nil {
			long = time.Until(r.poll.until)
		}
		if err := s.admit(r, long); err != nil {
			return err
		}
		if (r.poll == nil || !r.poll.counted) && !s.Polls.allow(r.Permit.Session.ID) {
			return ErrTooOften
		}
		return next(r)
	}
}

// admit finds out that the reader of a poll may have an answer, and as whom. A permit is believed if it is
// valid for that long.
func (s *Site) admit(r *Request, long time.Duration) error {
	token, ok := s.Cookies.Read(r.Request())
	if !ok {
		return ErrSignedOut
	}
	hash, path := base.HashToken(token), r.Request().URL.Path
	if permit, ok := s.Polls.admitted(hash, path, long); ok {
		r.believe(permit, hash)
		return nil
	}
	r.Asked, r.Viewer = false, nil
	guard := s.Member(role.Play)
	if r.Param("table") != "" {
		guard = s.Entrant
	}
	return guard(func(r *Request) (err error) {
		r.Permit = Permit{Session: r.Viewer.Session, Club: r.Club,
			Topic: live.Topic{Club: r.Club.ID, Player: r.Player()}}
		if r.Param("table") != "" {
			if r.Permit.Guest, err = s.Store.Admit(r.Ctx(), r.Club.ID, r.Table(), r.Player()); err != nil {
				return err
			}
			r.Permit.Topic = live.Topic{Table: r.Permit.Guest.Table()}
			if _, err = s.Watch(r, r.Permit.Guest.Table()); err != nil {
				return err
			}
		}
		s.Polls.Admit(hash, path, r.Permit)
		return nil
	})(r)
}

// believe takes the reader whom a permit names.
func (r *Request) believe(p Permit, hash base.TokenHash) {
	r.Permit, r.Asked, r.Viewer, r.Club = p, true, &Viewer{Session: p.Session, Token: hash}, p.Club
}

// Mover lets a permit say who the player is, as for a poll of the table. A move is made only if the
// store finds the session and the membership with it, and all other answers are for players whom
// Verified lets pass. A session that may have come by somebody's link for a password, or has made
// one, is looked up each time.
func (s *Site) Mover(next Handler) Handler {
	unknown := s.Entrant(next)
	return func(r *Request) error {
		token, ok := s.Cookies.Read(r.Request())
		hash := base.HashToken(token)
		permit, known := s.Polls.admitted(hash, PollPath(r), 0)
		if !ok || !known || permit.Session.LinkBy != 0 || permit.Session.Watching ||
			!permit.Club.Archived.IsZero() {
			return unknown(r)
		}
		r.believe(permit, hash)
		r.Believed = true
		return next(r)
	}
}

// PollPath is where the page of the table in the path polls.
func PollPath(r *Request) string { return link.Table(r.Param("club"), r.Table()) + "/poll" }

// Verified goes on once the store has said who asks.
func (s *Site) Verified(r *Request, next Handler) error {
	if !r.Believed {
		return next(r)
	}
	r.Believed, r.Asked, r.Viewer, r.Club = false, false, nil, clubs.Membership{}
	return s.Entrant(next)(r)
}

// Watch notes that the reader looks at a table, for those who play there. came reports
// that what was read of it before is old.
func (s *Site) Watch(r *Request, table int64) (came bool, err error) {
	came, err = s.Store.Watch(r.Ctx(), r.Club.ID, r.Table(), r.Player())
	if came {
		s.Store.Waiters.Redraw(table)
	}
	return came, err
}

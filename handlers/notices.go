package handlers

import (
	"net/http"
	"strconv"

	"carteado/handlers/jobs"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
)

func (s *Server) showNotices(r *request) error {
	turns, err := s.store.Turns(r.ctx(), r.player())
	if err != nil {
		return err
	}
	notices, err := s.store.Notices(r.ctx(), r.player())
	if err != nil {
		return err
	}
	if err := s.nameClub(r); err != nil {
		return err
	}
	return r.render(http.StatusOK, accountpage.Notices(accountpage.NoticesProps{Turns: jobs.Turns(turns), List: jobs.Notices(notices)}))
}

// readNotices marks all as read that the reader has seen.
func (s *Server) readNotices(r *request) error {
	last, err := strconv.ParseInt(r.field("last"), 10, 64)
	if err != nil {
		return errForm
	}
	return r.done(s.store.ReadNotices(r.ctx(), r.player(), last), link.Notices)
}

// openNotice leads to what a notice is about, which marks it as read.
func (s *Server) openNotice(r *request) error {
	n, err := s.store.ReadNotice(r.ctx(), r.player(), r.number("id"))
	return r.done(err, link.OfNotice(n.Kind, n.Club, n.Table, n.Match))
}

// showNext leads to the table whose time for the reader runs out first, in any club, but for the one they come from, and
// to what else waits where there is none.
func (s *Server) showNext(r *request) error {
	turns, err := s.store.Turns(r.ctx(), r.player())
	for _, turn := range turns {
		if to := link.Table(turn.Club, turn.Table); to != r.QueryParam("after") {
			return r.goTo(to)
		}
	}
	return r.done(err, link.Notices)
}

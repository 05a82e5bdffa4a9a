package handlers

import (
	"net/http"
	"strconv"

	"carteado/db"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
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
	props := page.NoticesProps{}
	for _, t := range turns {
		turn := page.Turn{Club: t.Club, ClubName: t.ClubName, Table: t.Table, Game: t.Game, Since: t.Since}
		for _, o := range t.Others {
			turn.Others = append(turn.Others, part.Person{ID: o.Player, Name: o.Name, Bot: o.Bot})
		}
		props.Turns = append(props.Turns, turn)
	}
	for _, n := range notices {
		props.List = append(props.List, page.Notice{
			ID: n.ID, Kind: n.Kind, Club: n.ClubName, Table: n.Table, Game: n.Game, Match: n.Match,
			By: part.Person{ID: n.By, Name: n.Name}, At: n.At, Read: n.Read,
		})
	}
	return r.render(http.StatusOK, page.Notices(props))
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
	return r.done(err, leadsTo(n))
}

// leadsTo is the page of what a notice is about.
func leadsTo(n db.Notice) string {
	switch {
	case n.Kind == db.NoticeNews:
		return link.Announcements(n.Club)
	case n.Kind == db.NoticeOver:
		return link.Match(n.Club, n.Match)
	case n.Table > 0:
		return link.Table(n.Club, n.Table)
	}
	return link.Club(n.Club)
}

// showNext leads to the table that has waited longest for the reader, in any club, and
// to what else waits where there is none.
func (s *Server) showNext(r *request) error {
	turns, err := s.store.Turns(r.ctx(), r.player())
	if err == nil && len(turns) > 0 {
		return r.goTo(link.Table(turns[0].Club, turns[0].Table))
	}
	return r.done(err, link.Notices)
}

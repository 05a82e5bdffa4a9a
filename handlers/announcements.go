package handlers

import (
	"errors"
	"net/http"

	"carteado/db/base"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// maxAnnouncement is the length of an announcement, in characters.
const maxAnnouncement = 2000

func (s *Server) showAnnouncements(r *request) error {
	return s.announcementsPage(r, http.StatusOK, clubpage.AnnouncementsProps{})
}

func (s *Server) announcementsPage(r *request, status int, props clubpage.AnnouncementsProps) error {
	list, err := s.store.Announcements(r.ctx(), r.club.ID, r.player())
	if err != nil {
		return err
	}
	for _, a := range list {
		props.List = append(props.List, clubpage.Announcement(a))
	}
	return r.render(status, clubpage.Announcements(props))
}

func (s *Server) announce(r *request) error {
	body, fault := cleanLines(r.field("body"), maxAnnouncement)
	if fault != "" {
		return s.announcementsPage(r, http.StatusUnprocessableEntity, clubpage.AnnouncementsProps{Body: r.field("body"), Faults: part.Faults{"body": fault}})
	}
	_, err := s.store.Announce(r.ctx(), r.club.ID, r.player(), body, r.key())
	var quota *base.ErrQuota
	if errors.As(err, &quota) {
		return s.announcementsPage(r, http.StatusTooManyRequests, clubpage.AnnouncementsProps{Body: r.field("body"), Faults: part.Faults{"": quotaKey(quota)}})
	}
	return r.done(err, link.Announcements(r.club.Slug))
}

func (s *Server) hideAnnouncement(r *request) error {
	return r.done(s.store.HideAnnouncement(r.ctx(), r.club.ID, r.player(), r.number("id")), link.Announcements(r.club.Slug))
}

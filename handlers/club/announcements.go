package club

import (
	"cmp"
	"errors"
	"net/http"
	"slices"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// maxAnnouncement is the length of an announcement, in characters.
const maxAnnouncement = 2000

func (w *Wing) ShowAnnouncements(r *web.Request) error {
	return w.announcementsPage(r, http.StatusOK, clubpage.AnnouncementsProps{})
}

func (w *Wing) announcementsPage(r *web.Request, status int, props clubpage.AnnouncementsProps) error {
	list, err := w.Store.Announcements(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	for _, a := range list {
		props.List = append(props.List, clubpage.Announcement(a))
	}
	return r.Show(status, clubpage.Announcements(props))
}

func (w *Wing) Announce(r *web.Request) error {
	body, fault := web.CleanLines(r.Field("body"), maxAnnouncement)
	if fault != "" {
		return w.announcementsPage(r, http.StatusUnprocessableEntity, clubpage.AnnouncementsProps{
			Body: r.Field("body"), Faults: part.Faults{"body": fault},
		})
	}
	_, err := w.Store.Announce(r.Ctx(), r.Club.ID, r.Player(), body, r.Key())
	var quota *base.ErrQuota
	if errors.As(err, &quota) {
		return w.announcementsPage(r, http.StatusTooManyRequests, clubpage.AnnouncementsProps{
			Body: r.Field("body"), Faults: part.Faults{"": web.QuotaKey(quota)},
		})
	}
	return r.Done(err, link.Announcements(r.Club.Slug))
}

// ownAnnouncement is the one in the path, for its author.
func (w *Wing) ownAnnouncement(r *web.Request) (clubs.Announcement, error) {
	list, err := w.Store.Announcements(r.Ctx(), r.Club.ID, r.Player())
	at := slices.IndexFunc(list, func(a clubs.Announcement) bool {
		return a.ID == r.Number("id") && a.By == r.Player()
	})
	if err != nil || at < 0 {
		return clubs.Announcement{}, cmp.Or(err, base.ErrNotFound)
	}
	return list[at], nil
}

// ShowAnnouncement is the form for other words.
func (w *Wing) ShowAnnouncement(r *web.Request) error {
	a, err := w.ownAnnouncement(r)
	if err != nil {
		return err
	}
	return w.announcementsPage(r, http.StatusOK, clubpage.AnnouncementsProps{Changing: a.ID, Body: a.Body})
}

func (w *Wing) ChangeAnnouncement(r *web.Request) error {
	a, err := w.ownAnnouncement(r)
	if err != nil {
		return err
	}
	body, fault := web.CleanLines(r.Field("body"), maxAnnouncement)
	if fault != "" {
		return w.announcementsPage(r, http.StatusUnprocessableEntity, clubpage.AnnouncementsProps{
			Changing: a.ID, Body: r.Field("body"), Faults: part.Faults{"body": fault},
		})
	}
	err = w.Store.ChangeAnnouncement(r.Ctx(), r.Club.ID, r.Player(), a.ID, body)
	return r.Done(err, link.Announcements(r.Club.Slug))
}

func (w *Wing) PinAnnouncement(r *web.Request) error {
	err := w.Store.PinAnnouncement(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"), r.Field("pin") == "on")
	return r.Done(err, link.Announcements(r.Club.Slug))
}

func (w *Wing) HideAnnouncement(r *web.Request) error {
	err := w.Store.HideAnnouncement(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	return r.Done(err, link.Announcements(r.Club.Slug))
}

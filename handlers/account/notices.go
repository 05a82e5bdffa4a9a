package account

import (
	"net/http"
	"strconv"

	"carteado/handlers/jobs"
	"carteado/handlers/web"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
)

func (w *Wing) ShowNotices(r *web.Request) error {
	turns, err := w.Store.Turns(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	notices, err := w.Store.Notices(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	if err := w.NameClub(r); err != nil {
		return err
	}
	return r.Show(http.StatusOK, accountpage.Notices(accountpage.NoticesProps{
		Turns: jobs.Turns(turns), List: jobs.Notices(notices),
	}))
}

// ReadNotices marks all as read that the reader has seen.
func (w *Wing) ReadNotices(r *web.Request) error {
	last, err := strconv.ParseInt(r.Field("last"), 10, 64)
	if err != nil {
		return web.ErrForm
	}
	return r.Done(w.Store.ReadNotices(r.Ctx(), r.Player(), last), link.Notices)
}

// OpenNotice leads to what a notice is about, which marks it as read.
func (w *Wing) OpenNotice(r *web.Request) error {
	n, err := w.Store.ReadNotice(r.Ctx(), r.Player(), r.Number("id"))
	return r.Done(err, link.OfNotice(n.Kind, n.Club, n.Table, n.Match, n.Night, n.Competition))
}

// ShowNext leads to the table whose time for the reader runs out first, in any club, but for the one they come from.
// Where there is none, it leads to the notices.
func (w *Wing) ShowNext(r *web.Request) error {
	turns, err := w.Store.Turns(r.Ctx(), r.Player())
	for _, turn := range turns {
		if to := link.Table(turn.Club, turn.Table); to != r.QueryParam("after") {
			return r.GoTo(to)
		}
	}
	return r.Done(err, link.Notices)
}

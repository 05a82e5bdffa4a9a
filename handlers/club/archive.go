package club

import (
	"errors"
	"net/http"

	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
)

// ShowArchive says what it means to archive the club, or to open it again, and what stands against it.
func (w *Wing) ShowArchive(r *web.Request) error { return w.archivePage(r, http.StatusOK) }

func (w *Wing) archivePage(r *web.Request, status int) error {
	u, err := w.Store.UnfinishedOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	return r.Show(status, clubpage.Archive(clubpage.ArchiveProps{Since: r.Club.Archived,
		Unfinished: clubpage.Unfinished(u)}))
}

// ArchiveClub lets the club only be read, or opens it again.
func (w *Wing) ArchiveClub(r *web.Request) error {
	change := w.Store.Archive
	switch r.Field("do") {
	case "open":
		change = w.Store.Reopen
	case "archive":
	default:
		return web.ErrForm
	}
	err := change(r.Ctx(), r.Club.ID, r.Player())
	if errors.Is(err, base.ErrUnfinished) {
		return w.archivePage(r, http.StatusConflict)
	}
	return r.Done(err, link.Archive(r.Club.Slug))
}

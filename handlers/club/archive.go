package club

import (
	"errors"
	"net/http"

	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// ShowArchive says what it means to archive the club, or to open it again, and what stands against it.
func (w *Wing) ShowArchive(r *web.Request) error { return w.archivePage(r, http.StatusOK) }

func (w *Wing) archivePage(r *web.Request, status int) error {
	u, err := w.Store.UnfinishedOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	return r.Show(status, clubpage.Archive(clubpage.ArchiveProps{Since: r.Club.Archived,
		Deletion: r.Club.Deletion, Unfinished: clubpage.Unfinished(u)}))
}

// ArchiveClub lets the club only be read, opens it again, or takes back that it is to be deleted.
func (w *Wing) ArchiveClub(r *web.Request) error {
	change := w.Store.Archive
	switch r.Field("do") {
	case "open":
		change = w.Store.Reopen
	case "keep":
		change = w.Store.KeepClub
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

// ShowDeletion says what goes with the club, or, once its deletion was asked for, when and what keeps it.
func (w *Wing) ShowDeletion(r *web.Request) error { return w.deletionPage(r, http.StatusOK, nil) }

func (w *Wing) deletionPage(r *web.Request, status int, faults part.Faults) error {
	d, err := w.Store.DeletionOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	props := clubpage.DeletionProps{By: web.PersonOf(r.Player(), d.By), Asked: d.Asked, Due: d.Due,
		Late: d.Due.Before(w.Now()), Typed: r.Field("name"), Faults: faults}
	if d.File != nil {
		file := clubFileOf(r, *d.File)
		props.File = &file
	}
	if !d.Due.IsZero() {
		return r.Show(status, clubpage.Deletion(props))
	}
	goes, err := w.Store.ContentsOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	u, err := w.Store.UnfinishedOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	props.Goes, props.Unfinished = clubpage.ClubContents(goes), clubpage.Unfinished(u)
	return r.Show(status, clubpage.Deletion(props))
}

// AskDeletion has the club deleted after a while, for an owner who has typed its name.
func (w *Wing) AskDeletion(r *web.Request) error {
	faults := part.Faults{}
	if typed := web.CleanField(r, faults, "name", web.MaxClub); len(faults) == 0 && typed != r.Club.Name {
		faults["name"] = "club_name"
	}
	if len(faults) > 0 {
		return w.deletionPage(r, http.StatusUnprocessableEntity, faults)
	}
	err := w.Store.AskDeletion(r.Ctx(), r.Club.ID, r.Player())
	if errors.Is(err, base.ErrUnfinished) {
		return w.deletionPage(r, http.StatusConflict, nil)
	}
	return r.Done(err, link.Deletion(r.Club.Slug))
}

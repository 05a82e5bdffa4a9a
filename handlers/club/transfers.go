package club

import (
	"context"
	"errors"
	"io"
	"net/http"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
)

// ShowClubFiles lists the files with all of the club that can be fetched, and those that are being written.
func (w *Wing) ShowClubFiles(r *web.Request) error { return w.clubFilesPage(r, http.StatusOK, false) }

func (w *Wing) clubFilesPage(r *web.Request, status int, stale bool) error {
	list, err := w.Store.ClubFilesOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	props := clubpage.ClubFilesProps{Stale: stale}
	for _, f := range list {
		props.List = append(props.List, clubpage.ClubFile{ID: f.ID, By: web.PersonOf(r.Player(), f.By), Asked: f.Asked,
			Done: f.Done, Total: f.Total, Size: f.Size, Ready: f.Ready, Failed: f.Failed})
		props.Busy = props.Busy || f.Ready.IsZero() && !f.Failed
	}
	r.Again = props.Busy // the page loads itself again until it is done
	return r.Show(status, clubpage.ClubFiles(props))
}

// AskClubFile has all of the club written into a file.
func (w *Wing) AskClubFile(r *web.Request) error {
	err := w.Store.AskClubFile(r.Ctx(), r.Club.ID, r.Player())
	if errors.Is(err, base.ErrStale) {
		return w.clubFilesPage(r, http.StatusConflict, true)
	}
	if err == nil {
		w.NoteEvent(r, accounts.EventClubFile)
	}
	return r.Done(err, link.ClubFiles(r.Club.Slug))
}

// SendClubFile hands out a club's file that is whole. It is a POST, because it is proved and noted.
func (w *Wing) SendClubFile(r *web.Request) error {
	id := r.Number("id")
	if _, err := w.Store.ClubFilePart(r.Ctx(), r.Club.ID, r.Player(), id, 0); err != nil {
		return err
	}
	w.NoteEvent(r, accounts.EventClubFile)
	return sendParts(r, "application/gzip", r.Club.Slug+".club", func(ctx context.Context, number int) ([]byte, error) {
		return w.Store.ClubFilePart(ctx, r.Club.ID, r.Player(), id, number)
	})
}

// sendParts hands out a file that lies in parts, of which part returns one, and base.ErrNotFound behind the last.
func sendParts(r *web.Request, kind, name string, part func(ctx context.Context, number int) ([]byte, error)) error {
	return download(r, kind, name, func(ctx context.Context, out io.Writer, again db.Again) error {
		for more := true; more; more = again() {
			for number := 0; ; number++ {
				data, err := part(ctx, number)
				if errors.Is(err, base.ErrNotFound) && number > 0 {
					break
				}
				if err != nil {
					return err
				}
				if _, err := out.Write(data); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

package club

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
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
		props.List = append(props.List, clubFileOf(r, f))
		props.Busy = props.Busy || f.Ready.IsZero() && !f.Failed
	}
	r.Again = props.Busy // the page loads itself again until it is done
	return r.Show(status, clubpage.ClubFiles(props))
}

func clubFileOf(r *web.Request, f db.ClubFile) clubpage.ClubFile {
	return clubpage.ClubFile{ID: f.ID, By: web.PersonOf(r.Player(), f.By), Asked: f.Asked, Done: f.Done, Total: f.Total,
		Size: f.Size, Ready: f.Ready, Failed: f.Failed, Last: f.Last}
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
	if _, _, err := w.Store.ClubFilePart(r.Ctx(), r.Club.ID, r.Player(), id, 0); err != nil {
		return err
	}
	w.NoteEvent(r, accounts.EventClubFile)
	return r.DownloadParts("application/gzip", r.Club.Slug+".club", func(ctx context.Context, number int) (
		[]byte, bool, error) {
		return w.Store.ClubFilePart(ctx, r.Club.ID, r.Player(), id, number)
	})
}

// ShowBroughtClubs lists the files with clubs that owners of the house have brought, and takes another.
func (w *Wing) ShowBroughtClubs(r *web.Request) error { return w.broughtPage(r, http.StatusOK, nil) }

func (w *Wing) broughtPage(r *web.Request, status int, faults part.Faults) error {
	if err := w.ownsHouse(r); err != nil {
		return err
	}
	list, err := w.Store.BroughtClubs(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	props := clubpage.BroughtClubsProps{Megabytes: db.MaxClubFile >> 20, Faults: faults}
	for _, b := range list {
		props.List = append(props.List, broughtOf(b))
	}
	return r.Show(status, clubpage.BroughtClubs(props))
}

// ownsHouse refuses those who own no house, and a program that can take no club in.
func (w *Wing) ownsHouse(r *web.Request) error {
	site, err := w.Store.SiteFor(r.Ctx(), r.Player())
	if err == nil && (!site.Owner || w.TakeClub == nil) {
		err = base.ErrNotFound
	}
	return err
}

func broughtOf(b db.BroughtClub) clubpage.BroughtClub {
	return clubpage.BroughtClub{ID: b.ID, Name: b.Name, Made: b.Made, Owner: b.Owner, Slug: b.Slug, Called: b.Called,
		Busy: b.Busy(), Taking: b.Taking, Said: (*clubpage.ClubContents)(b.Said), Refusal: b.Refusal, Club: b.Club}
}

// BringClub takes a file with a club in, and goes on to what would come of it.
func (w *Wing) BringClub(r *web.Request) error {
	if err := w.ownsHouse(r); err != nil {
		return err
	}
	name, data, err := r.Upload(db.MaxClubFile)
	defer r.Renew(bringTime)()
	refuse := func(reason string) error {
		return w.broughtPage(r, http.StatusUnprocessableEntity, part.Faults{"file": reason})
	}
	switch {
	case errors.Is(err, web.ErrUpload):
		return refuse("club_large")
	case errors.Is(err, web.ErrForm), len(data) == 0 && name == "":
		return refuse("import_none")
	case err != nil:
		return err
	case bytes.HasPrefix(data, []byte("age-encryption.org/")):
		return refuse("club_encrypted") // the house has no identity that opens it
	}
	id, err := w.Store.BringClub(r.Ctx(), r.Player(), db.BroughtClub{Name: fileName(name, "carteado.club"),
		Owner: r.Viewer.Player.Name}, data)
	return r.Done(err, link.BroughtClub(id))
}

// bringTime is how long a file is stored.
const bringTime = time.Minute

// ShowBroughtClub says what would come of a file, or has come.
func (w *Wing) ShowBroughtClub(r *web.Request) error {
	return w.broughtClubPage(r, http.StatusOK, nil)
}

func (w *Wing) broughtClubPage(r *web.Request, status int, faults part.Faults) error {
	b, err := w.Store.BroughtClubFor(r.Ctx(), r.Player(), r.Number("id"))
	if err != nil {
		return err
	}
	props := broughtOf(b)
	if props.Faults = faults; faults != nil {
		props.Owner, props.Slug, props.Called = r.Field("owner"), r.Field("slug"), r.Field("called")
	}
	r.Again = props.Busy // the page loads itself again until it is done
	return r.Show(status, clubpage.Brought(props))
}

// slugs are parts of an address that a club may have.
var slugs = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// LookAtBroughtClub looks at a file again, for another owner, address or name.
func (w *Wing) LookAtBroughtClub(r *web.Request) error {
	b := db.BroughtClub{ID: r.Number("id"), Owner: strings.TrimSpace(r.Field("owner")),
		Slug: strings.TrimSpace(r.Field("slug"))}
	faults := part.Faults{}
	if strings.TrimSpace(r.Field("called")) != "" {
		b.Called = web.CleanField(r, faults, "called", web.MaxClub)
	}
	if b.Owner == "" || len(b.Owner) > web.MaxEmail {
		faults["owner"] = "no_player"
	}
	if b.Slug != "" && (!slugs.MatchString(b.Slug) || len(b.Slug) > web.MaxClub) {
		faults["slug"] = "club_slug"
	}
	if len(faults) > 0 {
		return w.broughtClubPage(r, http.StatusUnprocessableEntity, faults)
	}
	return r.Done(w.Store.AskBroughtClub(r.Ctx(), r.Player(), b), link.BroughtClub(b.ID))
}

// TakeBroughtClub takes a club in, as it was looked at last.
func (w *Wing) TakeBroughtClub(r *web.Request) error {
	id := r.Number("id")
	err := w.Store.AskBroughtClub(r.Ctx(), r.Player(), db.BroughtClub{ID: id, Taking: true})
	return r.Done(err, link.BroughtClub(id))
}

// DropBroughtClub forgets a file that was not taken in.
func (w *Wing) DropBroughtClub(r *web.Request) error {
	return r.Done(w.Store.DropBroughtClub(r.Ctx(), r.Player(), r.Number("id")), link.BroughtClubs)
}

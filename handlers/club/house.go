package club

import (
	"errors"
	"net/http"
	"strings"
	"syscall"

	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/i18n"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// ShowHouse is the state of the house for the owner of the site. It tells nothing about
// matches. The reason of a failed job stands only in the log, because it could name a
// card.
func (w *Wing) ShowHouse(r *web.Request) error {
	return w.housePage(r, http.StatusOK, clubpage.HouseProps{})
}

// housePage adds the state of the house to what a form on its page has come to.
func (w *Wing) housePage(r *web.Request, status int, props clubpage.HouseProps) error {
	h, err := w.Store.HouseFor(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	props.Version, props.Postgres, props.OneRole, props.Schema, props.Size = w.Version, h.Postgres, h.OneRole, h.Schema,
		h.Size
	props.Waiting, props.Oldest, props.StuckAll, props.Failed = h.Waiting, h.Oldest, h.StuckAll, h.Failed
	props.Retried = r.QueryParam("again") != ""
	props.Mails, props.Mail = w.Mails != nil, clubpage.MailState(h.Mail)
	for _, owner := range h.Owners {
		props.Owners = append(props.Owners, web.PersonOf(r.Player(), owner))
	}
	for _, j := range h.Stuck {
		props.Stuck = append(props.Stuck, clubpage.StuckJob(j))
	}
	for _, i := range h.Instances {
		props.Instances = append(props.Instances, clubpage.Instance(i))
	}
	for _, c := range h.Archived {
		props.Archived = append(props.Archived, clubpage.ArchivedClub(c))
	}
	for _, c := range h.Deleted {
		props.Deleted = append(props.Deleted, clubpage.DeletedClub(c))
	}
	for _, b := range h.Kept {
		props.Kept = append(props.Kept, clubpage.BackupNote(b))
	}
	if h.Backup != nil {
		props.Backup = (*clubpage.BackupNote)(h.Backup)
	}
	if w.Disk != "" {
		var disk syscall.Statfs_t
		if syscall.Statfs(w.Disk, &disk) == nil {
			size := int64(disk.Bsize) //nolint:unconvert // on other systems it has another type
			props.DiskAll, props.DiskFree = int64(disk.Blocks)*size, int64(disk.Bavail)*size
		}
	}
	return r.Show(status, clubpage.House(props))
}

// GiveHouse makes somebody an owner of the house, too.
func (w *Wing) GiveHouse(r *web.Request) error {
	name := strings.TrimSpace(r.Field("owner"))
	err := w.Store.GiveHouse(r.Ctx(), r.Player(), name)
	if errors.Is(err, base.ErrNotFound) {
		return w.housePage(r, http.StatusUnprocessableEntity, clubpage.HouseProps{Owner: name,
			Faults: part.Faults{"owner": "no_player"}})
	}
	return r.Done(err, link.House)
}

// TakeHouse lets somebody own the house no longer.
func (w *Wing) TakeHouse(r *web.Request) error {
	return r.Done(w.Store.TakeHouse(r.Ctx(), r.Player(), r.Number("player")), link.House)
}

// RetryJob lets a job that was set aside run again.
func (w *Wing) RetryJob(r *web.Request) error {
	if err := w.Store.RetryJob(r.Ctx(), r.Player(), r.Number("id")); err != nil {
		return err
	}
	return r.GoTo(link.House + "?again=1")
}

// TestLetter sends a letter that only tries the mail server, and shows its answer.
func (w *Wing) TestLetter(r *web.Request) error {
	if w.Mails == nil {
		return base.ErrNotFound
	}
	if err := w.Store.NoteTestLetter(r.Ctx(), r.Player()); err != nil {
		return err
	}
	props := clubpage.HouseProps{Faults: part.Faults{}}
	if props.Address = web.CleanField(r, props.Faults, "address", web.MaxEmail); len(props.Faults) == 0 {
		if _, reason := web.CleanEmail(props.Address); reason != "" {
			props.Faults["address"] = reason
		}
	}
	if len(props.Faults) > 0 {
		return w.housePage(r, http.StatusUnprocessableEntity, props)
	}
	senders, err := w.Senders(r.Ctx())
	if err != nil {
		return err
	}
	cancel := r.Renew(web.TestTime)
	err = senders.Test(i18n.With(r.Ctx(), r.Language()), props.Address, web.NewIdem())
	cancel()
	defer r.Renew(w.Timeout)()
	if err != nil {
		props.Answer = err.Error()
	} else {
		props.Taken = true
	}
	return w.housePage(r, http.StatusOK, props)
}

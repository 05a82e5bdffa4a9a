package club

import (
	"errors"
	"net/http"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/page"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// ShowRoot leads everybody to where they begin.
func (w *Wing) ShowRoot(r *web.Request) error {
	done, err := w.SetupDone(r)
	switch {
	case err != nil:
		return err
	case !done:
		return r.GoTo(link.Setup)
	case r.Viewer == nil:
		return r.GoTo(link.SignIn)
	}
	clubs, err := w.Store.ClubsOf(r.Ctx(), r.Player())
	switch {
	case err != nil:
		return err
	case len(clubs) == 0:
		waiting, declined, err := w.Store.RequestsOf(r.Ctx(), r.Player())
		if err != nil {
			return err
		}
		if len(waiting) > 0 && r.HTMX() { // the page asks whether somebody has let them in
			return r.Nothing()
		}
		if len(waiting) > 0 {
			r.Again = true
			return r.Show(http.StatusOK, clubpage.Pending(waiting, declined))
		}
		return r.GoTo(link.Clubs)
	case len(clubs) > 1:
		return r.GoTo(link.Clubs)
	}
	return r.GoTo(link.Club(clubs[0].Slug))
}

// ShowSetup is the first page of a new club; once it has an owner, there is no
// such page.
func (w *Wing) ShowSetup(r *web.Request) error {
	if err := w.beforeSetup(r); err != nil {
		return err
	}
	return r.Show(http.StatusOK, clubpage.Setup(clubpage.SetupProps{
		Code: r.QueryParam("code"), Lang: r.Language(), Zone: page.DefaultZone,
	}))
}

func (w *Wing) beforeSetup(r *web.Request) error {
	done, err := w.SetupDone(r)
	if err == nil && done {
		err = base.ErrSetupDone
	}
	return err
}

// SetUp founds the club and signs its owner in. The form must carry the code from the
// program's log.
func (w *Wing) SetUp(r *web.Request) error {
	if done, err := w.SetupDone(r); err != nil {
		return err
	} else if done { // perhaps by this very form
		again, err := w.SignedUpBefore(r, web.ReadAccount(r, part.Faults{}))
		if again || err != nil {
			return err
		}
		return base.ErrSetupDone
	}
	club := readClub(r)
	form := clubpage.SetupProps{
		Code: r.Field("code"), Club: club.Name, Zone: club.Zone, Lang: club.Lang, Faults: club.Faults,
	}
	if form.Faults["lang"] == "" {
		r.Lang = form.Lang
	}
	account := web.ReadAccount(r, form.Faults, form.Club)
	form.Name, form.Email = account.Name, account.Email
	err := w.Store.TrySetupCode(r.Ctx(), form.Code, r.Address())
	var throttled *base.ErrThrottled
	switch {
	case errors.As(err, &throttled):
		form.Wait = throttled.RetryAfter
		r.RetryAfter(form.Wait)
		return r.Show(http.StatusTooManyRequests, clubpage.Setup(form))
	case errors.Is(err, base.ErrWrongCode):
		form.Faults["code"] = "wrong_code"
	case err != nil:
		return err
	}
	if len(form.Faults) > 0 {
		return r.Show(http.StatusUnprocessableEntity, clubpage.Setup(form))
	}
	hash, err := w.Passwords.Hash(r.Ctx(), account.Typed)
	if err != nil {
		return err
	}
	account.Lang, account.Password = form.Lang, base.Secret(hash)
	founded, owner, err := w.Store.Setup(r.Ctx(), clubs.NewClub{
		Name: form.Club, Lang: form.Lang, TimeZone: form.Zone,
	}, account.NewPlayer)
	if errors.Is(err, base.ErrSetupDone) {
		again, err := w.SignedUpBefore(r, account)
		if again || err != nil {
			return err
		}
	}
	if web.TakenFault(err, form.Faults) {
		return r.Show(http.StatusUnprocessableEntity, clubpage.Setup(form))
	}
	if err != nil {
		return err
	}
	if err := w.StartSession(r, owner.ID, account.Password, accounts.ByPassword); err != nil {
		return err
	}
	return r.GoTo(link.Club(founded.Slug))
}

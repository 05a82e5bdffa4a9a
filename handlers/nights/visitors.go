package nights

import (
	"errors"
	"net/http"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/nights"
	"carteado/handlers/web"
	"carteado/views/layout"
	"carteado/views/link"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// ShowVisit is a guest's page: where they sit, and what they may do next.
func (w *Wing) ShowVisit(r *web.Request) error {
	return w.visitPage(r, http.StatusOK, web.Account{}, nil)
}

func (w *Wing) visitPage(r *web.Request, status int, typed web.Account, faults part.Faults) error {
	v, err := w.Store.VisitOf(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	if r.Club, err = w.Store.ClubFor(r.Ctx(), v.Slug, r.Player()); err != nil {
		return err
	}
	props := visitProps(v)
	marks, err := w.Marks(r) // a script that asks for the page anew needs them, too
	if err != nil {
		return err
	}
	props.Seat, props.Typed, props.Email, props.Faults = marks.Seat, typed.Name, typed.Email, faults
	if props.Typed == "" {
		props.Typed = v.Name
	}
	return r.Show(status, nightspage.Visit(props))
}

func visitProps(v nights.Visit) nightspage.VisitProps {
	return nightspage.VisitProps{Name: v.Name, Night: v.NightName, Account: v.Account, Asked: v.Asked,
		Club: &layout.Club{Slug: v.Slug, Name: v.ClubName, Crest: part.CrestOf(v.Crest, v.Slug)}}
}

// EndVisit has a guest go home.
func (w *Wing) EndVisit(r *web.Request) error {
	err := w.Store.EndVisit(r.Ctx(), r.Player())
	w.Polls.Dismiss()
	return r.Done(err, link.Visit)
}

// SignUpVisitor makes an account of a guest, who asks to be let into the club.
func (w *Wing) SignUpVisitor(r *web.Request) error {
	faults := part.Faults{}
	account := web.ReadAccount(r, faults)
	if len(faults) > 0 {
		return w.visitPage(r, http.StatusUnprocessableEntity, account, faults)
	}
	hash, err := w.Passwords.Hash(r.Ctx(), account.Typed)
	if err != nil {
		return err
	}
	account.Lang, account.Password = r.Language(), base.Secret(hash)
	player, err := w.Store.SignUpGuest(r.Ctx(), r.Player(), account.NewPlayer)
	if web.TakenFault(err, faults) {
		return w.visitPage(r, http.StatusUnprocessableEntity, account, faults)
	}
	if errors.Is(err, base.ErrNotFound) { // pressed twice
		if again, err := w.SignedUpBefore(r, account); again || err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	w.Polls.Dismiss()
	return r.Done(w.StartSession(r, player.ID, account.Password, accounts.ByPassword), link.Visit)
}

// HandOver shows a host the link, and its code, by which another phone becomes a guest's.
func (w *Wing) HandOver(r *web.Request) error {
	night := r.Number("night")
	token, err := w.Store.HandOver(r.Ctx(), r.Club.ID, r.Player(), night, r.Number("guest"))
	if err != nil {
		return err
	}
	v, err := w.Store.HandedOver(r.Ctx(), token)
	if err != nil {
		return err
	}
	props := nightspage.HandOverProps{Name: v.Name, Night: night, URL: w.URL + link.TakeOver(token.Reveal()),
		Path: link.TakeOver(token.Reveal())}
	if props.QR, props.QRSize, err = web.QrPath(props.URL); err != nil {
		return err
	}
	return r.Show(http.StatusOK, nightspage.HandOver(props))
}

// ShowTakeOver is where a host's link leads.
func (w *Wing) ShowTakeOver(r *web.Request) error {
	v, err := w.Store.HandedOver(r.Ctx(), base.Secret(r.Param("token")))
	if err != nil {
		return err
	}
	if r.Viewer == nil {
		r.Club.Lang = v.Lang // for a visitor without a language of their own
	}
	props := visitProps(v)
	props.Token, props.SignedIn = r.Param("token"), r.Viewer != nil && r.Viewer.OpenedBy != accounts.ByNight
	return r.Show(http.StatusOK, nightspage.TakeOver(props))
}

// TakeOver makes the phone that of a guest. Somebody who is signed in as themselves is signed out.
func (w *Wing) TakeOver(r *web.Request) error {
	phone, give := w.NewPhone(r)
	if _, err := w.Store.TakePhone(r.Ctx(), base.Secret(r.Param("token")), phone); err != nil {
		return err
	}
	if r.Viewer != nil {
		err := w.Store.EndSession(r.Ctx(), r.Player(), r.Viewer.ID)
		if err != nil && !errors.Is(err, base.ErrNotFound) {
			return err
		}
	}
	w.Polls.Dismiss()
	give()
	return r.GoTo(link.Visit)
}

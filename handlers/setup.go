package handlers

import (
	"errors"
	"net/http"

	"carteado/db"
	"carteado/views/link"
	"carteado/views/page"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

func (s *Server) setupDone(r *request) (bool, error) {
	if s.settled.Load() {
		return true, nil
	}
	done, err := s.store.SetupDone(r.ctx())
	if done {
		s.settled.Store(true)
	}
	return done, err
}

// showRoot leads everybody to where they begin.
func (s *Server) showRoot(r *request) error {
	done, err := s.setupDone(r)
	switch {
	case err != nil:
		return err
	case !done:
		return r.goTo(link.Setup)
	case r.viewer == nil:
		return r.goTo(link.SignIn)
	}
	clubs, err := s.store.ClubsOf(r.ctx(), r.player())
	switch {
	case err != nil:
		return err
	case len(clubs) == 0:
		waiting, declined, err := s.store.RequestsOf(r.ctx(), r.player())
		if err != nil {
			return err
		}
		if len(waiting) > 0 && r.htmx() { // the page asks whether somebody has let them in
			return r.nothing()
		}
		if len(waiting) > 0 {
			r.again = true
			return r.render(http.StatusOK, clubpage.Pending(waiting, declined))
		}
		return r.goTo(link.Clubs)
	case len(clubs) > 1:
		return r.goTo(link.Clubs)
	}
	return r.goTo(link.Club(clubs[0].Slug))
}

// showSetup is the first page of a new club; once it has an owner, there is no
// such page.
func (s *Server) showSetup(r *request) error {
	if err := s.beforeSetup(r); err != nil {
		return err
	}
	return r.render(http.StatusOK, clubpage.Setup(clubpage.SetupProps{
		Code: r.QueryParam("code"), Lang: r.language(), Zone: page.DefaultZone,
	}))
}

func (s *Server) beforeSetup(r *request) error {
	done, err := s.setupDone(r)
	if err == nil && done {
		err = db.ErrSetupDone
	}
	return err
}

// setUp founds the club and signs its owner in. The form must carry the code from the
// program's log.
func (s *Server) setUp(r *request) error {
	if done, err := s.setupDone(r); err != nil {
		return err
	} else if done { // perhaps by this very form
		again, err := s.signedUpBefore(r, readAccount(r, part.Faults{}))
		if again || err != nil {
			return err
		}
		return db.ErrSetupDone
	}
	club := readClub(r)
	form := clubpage.SetupProps{Code: r.field("code"), Club: club.Name, Zone: club.Zone, Lang: club.Lang, Faults: club.Faults}
	if form.Faults["lang"] == "" {
		r.lang = form.Lang
	}
	account := readAccount(r, form.Faults, form.Club)
	form.Name, form.Email = account.Name, account.Email
	err := s.store.TrySetupCode(r.ctx(), form.Code, r.address())
	var throttled *db.ErrThrottled
	switch {
	case errors.As(err, &throttled):
		form.Wait = throttled.RetryAfter
		r.retryAfter(form.Wait)
		return r.render(http.StatusTooManyRequests, clubpage.Setup(form))
	case errors.Is(err, db.ErrWrongCode):
		form.Faults["code"] = "wrong_code"
	case err != nil:
		return err
	}
	if len(form.Faults) > 0 {
		return r.render(http.StatusUnprocessableEntity, clubpage.Setup(form))
	}
	hash, err := s.passwords.Hash(r.ctx(), account.password)
	if err != nil {
		return err
	}
	account.Lang, account.Password = form.Lang, db.Secret(hash)
	founded, owner, err := s.store.Setup(r.ctx(), db.NewClub{Name: form.Club, Lang: form.Lang, TimeZone: form.Zone}, account.NewPlayer)
	if errors.Is(err, db.ErrSetupDone) {
		again, err := s.signedUpBefore(r, account)
		if again || err != nil {
			return err
		}
	}
	if takenFault(err, form.Faults) {
		return r.render(http.StatusUnprocessableEntity, clubpage.Setup(form))
	}
	if err != nil {
		return err
	}
	s.settled.Store(true)
	if err := s.startSession(r, owner.ID, account.Password); err != nil {
		return err
	}
	return r.goTo(link.Club(founded.Slug))
}

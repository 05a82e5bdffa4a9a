package handlers

import (
	"errors"
	"net/http"
	"strings"

	"carteado/db"
	"carteado/handlers/password"
	"carteado/views/link"
	"carteado/views/page"
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
		waiting, err := s.store.RequestsOf(r.ctx(), r.player())
		if err != nil {
			return err
		}
		if len(waiting) > 0 {
			return r.render(http.StatusOK, page.Pending(waiting))
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
	return r.render(http.StatusOK, page.Setup(page.SetupProps{
		Lang: r.language(), Zone: page.DefaultZone,
	}))
}

func (s *Server) beforeSetup(r *request) error {
	done, err := s.setupDone(r)
	if err == nil && done {
		err = db.ErrSetupDone
	}
	return err
}

// setUp founds the club and signs its owner in.
func (s *Server) setUp(r *request) error {
	if err := s.beforeSetup(r); err != nil {
		return err
	}
	club := readClub(r)
	form := page.SetupProps{Club: club.Name, Zone: club.Zone, Lang: club.Lang, Faults: club.Faults}
	if form.Faults["lang"] == "" {
		r.lang = form.Lang
	}
	account := s.readAccount(r, form.Faults, form.Club)
	form.Name, form.Email = account.Name, account.Email
	if len(form.Faults) > 0 {
		return r.render(http.StatusUnprocessableEntity, page.Setup(form))
	}
	hash, err := s.passwords.Hash(r.ctx(), account.password)
	if err != nil {
		return err
	}
	account.Lang, account.Password = form.Lang, db.Secret(hash)
	founded, owner, err := s.store.Setup(r.ctx(), db.NewClub{Name: form.Club, Lang: form.Lang, TimeZone: form.Zone}, account.NewPlayer)
	if takenFault(err, form.Faults) {
		return r.render(http.StatusUnprocessableEntity, page.Setup(form))
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

// An account is what somebody typed to sign up.
type account struct {
	db.NewPlayer
	password string
}

// readAccount reads the fields of a new account and notes what is wrong with
// them. others are words that make no good password, besides name and address.
func (s *Server) readAccount(r *request, faults part.Faults, others ...string) account {
	var a account
	a.Name = cleanField(r, faults, "name", maxName)
	if strings.Contains(a.Name, "@") && faults["name"] == "" {
		faults["name"] = reasonSigns // it would look like somebody's address at sign-in
	}
	email, reason := cleanEmail(r.field("email"))
	if a.Email = email; reason != "" {
		a.Email = r.field("email")
		faults["email"] = reason
	}
	a.password = r.field("password")
	if weak := password.Weakness(a.password, append(others, a.Name, a.Email)...); weak != "" {
		faults["password"] = weak
	}
	return a
}

// takenFault notes at its field that somebody else has the name or the address;
// false for any other error.
func takenFault(err error, faults part.Faults) bool {
	switch {
	case errors.Is(err, db.ErrTaken):
		faults["name"] = "taken"
	case errors.Is(err, db.ErrEmailTaken):
		faults["email"] = "email_taken"
	default:
		return false
	}
	return true
}

// cleanField reads a line of text; when it is refused, the fault is noted and
// the text kept as typed.
func cleanField(r *request, faults part.Faults, name string, limit int) string {
	typed := r.field(name)
	text, reason := cleanText(typed, limit)
	if reason != "" {
		faults[name] = reason
		return typed
	}
	return text
}

package handlers

import (
	"errors"
	"net/http"
	"slices"

	"carteado/db"
	"carteado/handlers/password"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

// saved are the things that the settings page can say were done just now.
var saved = []string{"settings", "password", "session", "sessions"}

func (s *Server) showSettings(r *request) error {
	said := r.QueryParam("saved")
	if !slices.Contains(saved, said) {
		said = ""
	}
	return s.settingsPage(r, http.StatusOK, said, nil)
}

func (s *Server) settingsPage(r *request, status int, said string, faults part.Faults) error {
	sessions, err := s.store.Sessions(r.ctx(), r.player())
	if err != nil {
		return err
	}
	player := r.viewer.Player
	props := page.SettingsProps{
		Number: player.ID, Name: player.Name, Email: player.Email, Lang: r.language(), Theme: player.Prefs.Theme,
		Deck: player.Prefs.Deck, Index: player.Prefs.Index, Sort: player.Prefs.Sort, Saved: said, Faults: faults,
	}
	for _, one := range sessions {
		props.Sessions = append(props.Sessions, page.Session{
			ID: one.ID, Agent: one.UserAgent, Since: one.CreatedAt, Seen: one.SeenAt, Current: one.ID == r.viewer.ID,
		})
	}
	if err := s.nameClub(r); err != nil {
		return err
	}
	return r.render(status, page.Settings(props))
}

// nameClub finds the club that a page outside of any club leads back to.
func (s *Server) nameClub(r *request) error {
	clubs, err := s.store.ClubsOf(r.ctx(), r.player())
	if err == nil && len(clubs) > 0 {
		r.club = clubs[0]
	}
	return err
}

func (s *Server) saveSettings(r *request) error {
	prefs := db.Prefs{Lang: r.field("lang"), Theme: r.field("theme"), Deck: r.field("deck"), Index: r.field("index"), Sort: r.field("sort")}
	known := i18n.Known(prefs.Lang) && slices.Contains([]string{"", "light", "dark"}, prefs.Theme) &&
		slices.Contains([]string{"", "4"}, prefs.Deck) && slices.Contains([]string{"", "big"}, prefs.Index) &&
		slices.Contains([]string{"", table.SortSuit}, prefs.Sort)
	if !known {
		return errForm
	}
	if err := s.store.SavePrefs(r.ctx(), r.player(), prefs); err != nil {
		return err
	}
	s.cookies.language(r, prefs.Lang)
	return r.goTo(link.Settings + "?saved=settings")
}

// changePassword asks for the old one, as an open browser is not its owner, and
// ends every other session.
func (s *Server) changePassword(r *request) error {
	player := r.viewer.Player
	faults := part.Faults{}
	plain := r.field("password")
	if weak := password.Weakness(plain, player.Name, player.Email); weak != "" {
		faults["password"] = weak
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", faults)
	}
	account, err := s.authenticate(r, player.Name, r.field("current"))
	switch {
	case errors.Is(err, db.ErrWrongPassword):
		faults["current"] = "wrong_current"
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", faults)
	case err != nil:
		return err
	}
	hash, err := s.passwords.Hash(r.ctx(), plain)
	if err != nil {
		return err
	}
	token := newToken()
	err = s.store.SetPassword(r.ctx(), account.ID, account.Password, db.Secret(hash), r.viewer.ID, db.HashToken(token))
	if err != nil {
		return err
	}
	s.hub.dismiss()
	s.cookies.give(r, token)
	return r.goTo(link.Settings + "?saved=password")
}

func (s *Server) endSession(r *request) error {
	id, err := r.number("id")
	if err != nil {
		return err
	}
	if err := s.store.EndSession(r.ctx(), r.player(), id); err != nil {
		return err
	}
	s.hub.dismiss()
	if id == r.viewer.ID {
		s.cookies.take(r)
		return r.goTo(link.SignIn)
	}
	return r.goTo(link.Settings + "?saved=session")
}

func (s *Server) endOtherSessions(r *request) error {
	if err := s.store.EndOtherSessions(r.ctx(), r.player(), r.viewer.ID); err != nil {
		return err
	}
	s.hub.dismiss()
	return r.goTo(link.Settings + "?saved=sessions")
}

// exportAccount hands a player all that is kept about them. It is a POST, because
// it is noted.
func (s *Server) exportAccount(r *request) error {
	data, err := s.store.ExportOf(r.ctx(), r.player())
	if err != nil {
		return err
	}
	r.Response().Header().Set("Cache-Control", "no-store")
	r.Response().Header().Set("Content-Disposition", `attachment; filename="carteado.json"`)
	return r.Blob(http.StatusOK, "application/json", data)
}

// deleteAccount asks for the password, as an open browser is not its owner.
func (s *Server) deleteAccount(r *request) error {
	_, err := s.authenticate(r, r.viewer.Player.Name, r.field("delete"))
	if err == nil {
		err = s.store.DeleteAccount(r.ctx(), r.player())
	}
	switch {
	case errors.Is(err, db.ErrWrongPassword):
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", part.Faults{"delete": "wrong_current"})
	case errors.Is(err, db.ErrLastOwner):
		return s.settingsPage(r, http.StatusConflict, "", part.Faults{"delete": "last_owner"})
	case err != nil:
		return err
	}
	s.hub.dismiss()
	s.cookies.take(r)
	return r.goTo(link.SignIn)
}

package handlers

import (
	"encoding/base64"
	"errors"
	"net/http"

	"carteado/db"
	"carteado/handlers/password"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// changePassword asks for the old one, because anybody may sit at an open browser, and
// ends every other session.
func (s *Server) changePassword(r *request) error {
	player := r.viewer.Player
	faults := part.Faults{}
	plain := r.field("password")
	weak, err := s.weakness(r, plain, player)
	if err != nil {
		return err
	}
	if weak != "" {
		faults["password"] = weak
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	}
	account, err := s.authenticate(r, player.Name, r.field("current"))
	switch {
	case errors.Is(err, db.ErrWrongPassword):
		faults["current"] = "wrong_current"
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
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

// weakness says why a player's new password is refused: their name, their address
// and the names of their clubs are no passwords.
func (s *Server) weakness(r *request, plain string, player db.Player) (string, error) {
	clubs, err := s.store.ClubsOf(r.ctx(), player.ID)
	if err != nil {
		return "", err
	}
	known := []string{player.Name, player.Email}
	for _, club := range clubs {
		known = append(known, club.Name)
	}
	return password.Weakness(plain, known...), nil
}

func (s *Server) resetMember(r *request) error {
	id := r.number("player")
	made, err := s.store.MakePasswordLink(r.ctx(), r.club.ID, r.player(), id)
	if errors.Is(err, db.ErrPlaying) {
		return s.memberPage(r, http.StatusConflict, id, part.Faults{"": "playing"})
	}
	if err != nil {
		return err
	}
	line, err := s.store.MemberOf(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	return s.passwordLinkPage(r, id, line.Name, made, false)
}

// passwordLinkPage shows a link in the answer itself: it is in no address, and
// cannot be shown again.
func (s *Server) passwordLinkPage(r *request, player int64, name string, made db.PasswordLink, account bool) error {
	address := s.config.URL + link.PasswordLink(base64.RawURLEncoding.EncodeToString(made.Token[:]))
	drawing, size, err := qrPath(address)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, accountpage.PasswordLink(accountpage.PasswordLinkProps{
		Player: part.Person{ID: player, Name: name}, Expires: made.Expires, Account: account, URL: address, QR: drawing, QRSize: size,
	}))
}

// passwordLink returns the token in the path and the player whose password it
// sets: ErrNotFound for a text that is no token.
func (s *Server) passwordLink(r *request) (token db.TokenHash, player db.Player, err error) {
	text, err := base64.RawURLEncoding.DecodeString(r.Param("token"))
	if err != nil || len(text) != len(db.PasswordLink{}.Token) {
		return token, player, db.ErrNotFound
	}
	token = db.HashToken(text)
	player, err = s.store.PasswordLinkOf(r.ctx(), token)
	return token, player, err
}

// passwordLinkGone answers for a link that has ended, and alike for one that was
// replaced or never made.
func (s *Server) passwordLinkGone(r *request, err error) error {
	switch {
	case errors.Is(err, db.ErrGone):
		return r.render(http.StatusGone, accountpage.PasswordLinkGone())
	case errors.Is(err, db.ErrNotFound):
		return r.render(http.StatusNotFound, accountpage.PasswordLinkGone())
	}
	return err
}

func (s *Server) showNewPassword(r *request) error {
	_, player, err := s.passwordLink(r)
	if err != nil {
		return s.passwordLinkGone(r, err)
	}
	return r.render(http.StatusOK, accountpage.NewPassword(accountpage.NewPasswordProps{Token: r.Param("token"), Name: player.Name}))
}

// setNewPassword sets the password and signs the player in.
func (s *Server) setNewPassword(r *request) error {
	token, player, err := s.passwordLink(r)
	if err != nil {
		return s.passwordLinkGone(r, err)
	}
	form := accountpage.NewPasswordProps{Token: r.Param("token"), Name: player.Name, Faults: part.Faults{}}
	plain := r.field("password")
	weak, err := s.weakness(r, plain, player)
	if err != nil {
		return err
	}
	if weak != "" {
		form.Faults["password"] = weak
		return r.render(http.StatusUnprocessableEntity, accountpage.NewPassword(form))
	}
	hash, err := s.passwords.Hash(r.ctx(), plain)
	if err != nil {
		return err
	}
	if player, err = s.store.UsePasswordLink(r.ctx(), token, db.Secret(hash)); err != nil {
		return s.passwordLinkGone(r, err)
	}
	s.hub.dismiss()
	if err := s.startSession(r, player.ID, db.Secret(hash)); err != nil {
		return err
	}
	return r.goTo(link.Root)
}

package account

import (
	"encoding/base64"
	"errors"
	"net/http"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/handlers/password"
	"carteado/handlers/web"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// ChangePassword asks for the old one, because anybody may sit at an open browser, and
// ends every other session.
func (w *Wing) ChangePassword(r *web.Request) error {
	player := r.Viewer.Player
	faults := part.Faults{}
	plain := r.Field("password")
	weak, err := w.weakness(r, plain, player)
	if err != nil {
		return err
	}
	if weak != "" {
		faults["password"] = weak
		return w.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	}
	account, err := w.Authenticate(r, player.Name, r.Field("current"))
	switch {
	case errors.Is(err, base.ErrWrongPassword):
		faults["current"] = "wrong_current"
		return w.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	case err != nil:
		return err
	}
	hash, err := w.Passwords.Hash(r.Ctx(), plain)
	if err != nil {
		return err
	}
	token := web.NewToken()
	err = w.Store.SetPassword(r.Ctx(), account.ID, account.Password, base.Secret(hash), r.Viewer.ID,
		base.HashToken(token))
	if err != nil {
		return err
	}
	w.Polls.Dismiss()
	w.Cookies.Give(r, token)
	w.NoteEvent(r, accounts.EventPassword)
	return r.GoTo(link.Settings + "?saved=password")
}

// weakness says why a player's new password is refused: their name, their address
// and the names of their clubs are no passwords.
func (w *Wing) weakness(r *web.Request, plain string, player accounts.Player) (string, error) {
	clubs, err := w.Store.ClubsOf(r.Ctx(), player.ID)
	if err != nil {
		return "", err
	}
	known := []string{player.Name, player.Email}
	for _, club := range clubs {
		known = append(known, club.Name)
	}
	return password.Weakness(plain, known...), nil
}

// passwordLink returns the token in the path and the player whose password it
// sets: ErrNotFound for a text that is no token.
func (w *Wing) passwordLink(r *web.Request) (token base.TokenHash, player accounts.Player, err error) {
	text, err := base64.RawURLEncoding.DecodeString(r.Param("token"))
	if err != nil || len(text) != len(accounts.PasswordLink{}.Token) {
		return token, player, base.ErrNotFound
	}
	token = base.HashToken(text)
	player, err = w.Store.PasswordLinkOf(r.Ctx(), token)
	return token, player, err
}

// passwordLinkGone answers for a link that has ended, and alike for one that was
// replaced or never made.
func (w *Wing) passwordLinkGone(r *web.Request, err error) error {
	switch {
	case errors.Is(err, base.ErrGone):
		return r.Show(http.StatusGone, accountpage.PasswordLinkGone())
	case errors.Is(err, base.ErrNotFound):
		return r.Show(http.StatusNotFound, accountpage.PasswordLinkGone())
	}
	return err
}

func (w *Wing) ShowNewPassword(r *web.Request) error {
	_, player, err := w.passwordLink(r)
	if err != nil {
		return w.passwordLinkGone(r, err)
	}
	return r.Show(http.StatusOK, accountpage.NewPassword(accountpage.NewPasswordProps{
		Token: r.Param("token"), Name: player.Name,
	}))
}

// SetNewPassword sets the password and signs the player in.
func (w *Wing) SetNewPassword(r *web.Request) error {
	token, player, err := w.passwordLink(r)
	if err != nil {
		return w.passwordLinkGone(r, err)
	}
	form := accountpage.NewPasswordProps{Token: r.Param("token"), Name: player.Name, Faults: part.Faults{}}
	plain := r.Field("password")
	weak, err := w.weakness(r, plain, player)
	if err != nil {
		return err
	}
	if weak != "" {
		form.Faults["password"] = weak
		return r.Show(http.StatusUnprocessableEntity, accountpage.NewPassword(form))
	}
	hash, err := w.Passwords.Hash(r.Ctx(), plain)
	if err != nil {
		return err
	}
	if player, err = w.Store.UsePasswordLink(r.Ctx(), token, base.Secret(hash)); err != nil {
		return w.passwordLinkGone(r, err)
	}
	w.Polls.Dismiss()
	w.NoteEventOf(r, player.ID, accounts.EventPassword)
	if err := w.StartSession(r, player.ID, base.Secret(hash), accounts.ByPassword); err != nil {
		return err
	}
	return r.GoTo(link.Root)
}

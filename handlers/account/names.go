package account

import (
	"errors"
	"net/http"

	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/part"
)

// SaveName changes the name by which the player is known and signs in. It asks for the
// password or a passkey, because anybody may sit at an open browser.
func (w *Wing) SaveName(r *web.Request) error {
	faults := part.Faults{}
	name := web.ReadName(r, faults)
	if len(faults) > 0 {
		return w.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	}
	err := w.Sure(r, "sure")
	if err == nil {
		err = w.Store.Rename(r.Ctx(), r.Player(), name)
	}
	switch {
	case errors.Is(err, base.ErrWrongPassword):
		faults["sure"] = "wrong_current"
		return w.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	case errors.Is(err, base.ErrRenamed):
		return w.settingsPage(r, http.StatusConflict, "", nil, nil)
	case web.TakenFault(err, faults):
		return w.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	case err != nil:
		return err
	}
	w.Polls.Renew(r.Player())
	return r.GoTo(link.Settings + "?saved=name#name-form")
}

package account

import (
	"errors"
	"net/http"

	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/part"
)

// DeleteAccount asks for the password or a passkey, because anybody may sit at an open browser.
func (w *Wing) DeleteAccount(r *web.Request) error {
	err := w.Sure(r, "delete")
	if err == nil {
		err = w.Store.DeleteAccount(r.Ctx(), r.Player())
	}
	switch {
	case errors.Is(err, base.ErrWrongPassword):
		return w.settingsPage(r, http.StatusUnprocessableEntity, "", part.Faults{"delete": "wrong_current"}, nil)
	case errors.Is(err, base.ErrLastOwner):
		return w.settingsPage(r, http.StatusConflict, "", part.Faults{"delete": "last_owner"}, nil)
	case errors.Is(err, base.ErrLastOfHouse):
		return w.settingsPage(r, http.StatusConflict, "", part.Faults{"delete": "last_of_house"}, nil)
	case err != nil:
		return err
	}
	w.Polls.Dismiss()
	return w.leaveBrowser(r)
}

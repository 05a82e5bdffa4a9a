package handlers

import (
	"errors"
	"net/http"
	"strings"

	"carteado/db"
	"carteado/views/link"
	"carteado/views/part"
)

// saveName changes the name by which the player is known and signs in. It asks for the
// password, because anybody may sit at an open browser.
func (s *Server) saveName(r *request) error {
	faults := part.Faults{}
	name := readName(r, faults)
	if len(faults) > 0 {
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	}
	_, err := s.authenticate(r, r.viewer.Player.Name, r.field("sure"))
	if err == nil {
		err = s.store.Rename(r.ctx(), r.player(), name)
	}
	switch {
	case errors.Is(err, db.ErrWrongPassword):
		faults["sure"] = "wrong_current"
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	case errors.Is(err, db.ErrRenamed):
		return s.settingsPage(r, http.StatusConflict, "", nil, nil)
	case takenFault(err, faults):
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", faults, nil)
	case err != nil:
		return err
	}
	s.hub.renew(r.player())
	return r.goTo(link.Settings + "?saved=name#name-form")
}

// readName reads the name of a player. A text that is refused is kept as typed.
func readName(r *request, faults part.Faults) string {
	name := cleanField(r, faults, "name", maxName)
	switch {
	case faults["name"] != "":
	case strings.Contains(name, "@"):
		faults["name"] = reasonSigns // it would look like somebody's address at sign-in
	case reserved(name):
		faults["name"] = "reserved"
	}
	return name
}

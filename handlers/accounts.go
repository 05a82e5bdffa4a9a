package handlers

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode"

	"carteado/db"
	"carteado/engine/bot"
	"carteado/handlers/password"
	"carteado/views/i18n"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// deleteAccount asks for the password, because anybody may sit at an open browser.
func (s *Server) deleteAccount(r *request) error {
	_, err := s.authenticate(r, r.viewer.Player.Name, r.field("delete"))
	if err == nil {
		err = s.store.DeleteAccount(r.ctx(), r.player())
	}
	switch {
	case errors.Is(err, db.ErrWrongPassword):
		return s.settingsPage(r, http.StatusUnprocessableEntity, "", part.Faults{"delete": "wrong_current"}, nil)
	case errors.Is(err, db.ErrLastOwner):
		return s.settingsPage(r, http.StatusConflict, "", part.Faults{"delete": "last_owner"}, nil)
	case err != nil:
		return err
	}
	s.hub.dismiss()
	return s.leaveBrowser(r)
}

// createAccount makes an account for a member who has none, and shows the link
// with which they set their password.
func (s *Server) createAccount(r *request) error {
	form := clubpage.MembersProps{Faults: part.Faults{}}
	wanted := readPlayer(r, form.Faults)
	form.Name, form.Email = wanted.Name, wanted.Email
	if len(form.Faults) > 0 {
		return s.membersPage(r, http.StatusUnprocessableEntity, form)
	}
	wanted.Lang, wanted.Idem = r.club.Lang, r.key()
	player, made, err := s.store.CreateAccount(r.ctx(), r.club.ID, r.player(), wanted)
	if takenFault(err, form.Faults) {
		return s.membersPage(r, http.StatusUnprocessableEntity, form)
	}
	if err != nil {
		return err
	}
	return s.passwordLinkPage(r, player.ID, player.Name, made, true)
}

// An account holds the fields of a form that signs somebody up.
type account struct {
	db.NewPlayer
	password string
}

// readAccount reads the fields of a new account and notes what is wrong with
// them. others are words that make no good password, besides name and address.
func readAccount(r *request, faults part.Faults, others ...string) account {
	a := account{readPlayer(r, faults), r.field("password")}
	a.Idem = r.key()
	if weak := password.Weakness(a.password, append(others, a.Name, a.Email)...); weak != "" {
		faults["password"] = weak
	}
	return a
}

// readPlayer reads the name and the e-mail of a new account. A text that is
// refused is kept as typed.
func readPlayer(r *request, faults part.Faults) (n db.NewPlayer) {
	n.Name = readName(r, faults)
	email, reason := cleanEmail(r.field("email"))
	if n.Email = email; reason != "" {
		n.Email, faults["email"] = r.field("email"), reason
	}
	return n
}

// signedUpBefore signs somebody in whose form came before: the answer was lost, or the
// button pressed twice. The form must have the same key, name and password. It answers
// the request if it returns true.
func (s *Server) signedUpBefore(r *request, a account) (bool, error) {
	if r.key() == "" {
		return false, nil
	}
	player, err := s.store.SignedUp(r.ctx(), r.key())
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	found, err := s.authenticate(r, a.Name, a.password)
	switch {
	case errors.Is(err, db.ErrWrongPassword), err == nil && found.ID != player:
		return false, nil
	case err != nil:
		return false, err
	}
	if err := s.startSession(r, found.ID, found.Password); err != nil {
		return false, err
	}
	return true, r.goTo(link.Root)
}

// takenFault notes at its field that somebody else has the name or the address;
// false for any other error.
func takenFault(err error, faults part.Faults) bool {
	switch {
	case errors.Is(err, db.ErrTaken):
		faults["name"] = "taken"
	case errors.Is(err, db.ErrLookalike):
		faults["name"] = "lookalike"
	case errors.Is(err, db.ErrEmailTaken):
		faults["email"] = "email_taken"
	default:
		return false
	}
	return true
}

// reserved reports a name that the club itself uses: a bot's, that of a free seat,
// or one that ends in a role, as "Ana (owner)" does. A role may come first:
// people are called Dona Ana.
func reserved(name string) bool {
	// Without the number of a second bot, or of a player who is gone.
	bare := strings.TrimRightFunc(name, func(r rune) bool { return unicode.IsNumber(r) || unicode.IsSpace(r) })
	if slices.ContainsFunc(ownNames(), func(own string) bool { return db.LooksLike(own, name) || db.LooksLike(own, bare) }) {
		return true
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) })
	for i, word := range words {
		title := slices.ContainsFunc(titles, func(t string) bool { return db.LooksLike(t, word) })
		if title && (i > 0 || len(words) == 1) {
			return true
		}
	}
	return false
}

// ownNames are the names that pages give to bots and to free seats, in every language.
var ownNames = sync.OnceValue(func() (names []string) {
	for _, lang := range i18n.Languages() {
		ctx := i18n.With(context.Background(), lang)
		for _, level := range bot.Levels() {
			names = append(names, part.Called(ctx, part.Person{Bot: level}))
		}
		gone, _, _ := strings.Cut(i18n.T(ctx, "player.gone", "n", ""), " ")
		names = append(names, part.Called(ctx, part.Person{}), gone, i18n.T(ctx, "you"), i18n.T(ctx, "brand"))
	}
	return names
})

// titles are the words that say what somebody may do in the club.
var titles = strings.Fields(`owner host admin administrator moderator bot official
	dono dona anfitrião anfitriã administrador administradora moderador moderadora robô oficial`)

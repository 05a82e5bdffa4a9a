package web

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/engine/bot"
	"carteado/handlers/password"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/part"
)

// An Account holds the fields of a form that signs somebody up.
type Account struct {
	accounts.NewPlayer
	Typed string // the password
}

// ReadAccount reads the fields of a new account and notes what is wrong with
// them. others are words that make no good password, besides name and address.
func ReadAccount(r *Request, faults part.Faults, others ...string) Account {
	a := Account{ReadPlayer(r, faults), r.Field("password")}
	a.Idem = r.Key()
	if weak := password.Weakness(a.Typed, append(others, a.Name, a.Email)...); weak != "" {
		faults["password"] = weak
	}
	return a
}

// ReadPlayer reads the name and the e-mail of a new account. A text that is
// refused is kept as typed.
func ReadPlayer(r *Request, faults part.Faults) (n accounts.NewPlayer) {
	n.Name = ReadName(r, faults)
	email, reason := CleanEmail(r.Field("email"))
	if n.Email = email; reason != "" {
		n.Email, faults["email"] = r.Field("email"), reason
	}
	return n
}

// ReadName reads the name of a player. A text that is refused is kept as typed.
func ReadName(r *Request, faults part.Faults) string {
	name := CleanField(r, faults, "name", maxName)
	switch {
	case faults["name"] != "":
	case strings.Contains(name, "@"):
		faults["name"] = ReasonSigns // it would look like somebody's address at sign-in
	case reserved(name):
		faults["name"] = "reserved"
	}
	return name
}

// SignedUpBefore signs somebody in whose form came before: the answer was lost, or the
// button pressed twice. The form must have the same key, name and password. It answers
// the request if it returns true.
func (s *Site) SignedUpBefore(r *Request, a Account) (bool, error) {
	if r.Key() == "" {
		return false, nil
	}
	player, err := s.Store.SignedUp(r.Ctx(), r.Key())
	if errors.Is(err, base.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	found, err := s.Authenticate(r, a.Name, a.Typed)
	switch {
	case errors.Is(err, base.ErrWrongPassword), err == nil && found.ID != player:
		return false, nil
	case err != nil:
		return false, err
	}
	if err := s.StartSession(r, found.ID, found.Password, accounts.ByPassword); err != nil {
		return false, err
	}
	return true, r.GoTo(link.Root)
}

// TakenFault notes at its field that somebody else has the name or the address;
// false for any other error.
func TakenFault(err error, faults part.Faults) bool {
	switch {
	case errors.Is(err, base.ErrTaken):
		faults["name"] = "taken"
	case errors.Is(err, base.ErrLookalike):
		faults["name"] = "lookalike"
	case errors.Is(err, base.ErrEmailTaken):
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
	own := func(ours string) bool { return accounts.LooksLike(ours, name) || accounts.LooksLike(ours, bare) }
	if slices.ContainsFunc(ownNames(), own) {
		return true
	}
	words := strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	})
	for i, word := range words {
		title := slices.ContainsFunc(titles, func(t string) bool { return accounts.LooksLike(t, word) })
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

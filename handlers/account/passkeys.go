package account

import (
	"cmp"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// refusedLately is how long the page about signing in begins with a refused sign-in.
const refusedLately = 7 * 24 * time.Hour

// What the page about signing in can confirm.
var safetySaved = []string{"added", "removed", "only", "both"}

func (w *Wing) ShowSafety(r *web.Request) error {
	said := r.QueryParam("saved")
	if !slices.Contains(safetySaved, said) {
		said = ""
	}
	return w.safetyPage(r, http.StatusOK, said, nil)
}

func (w *Wing) safetyPage(r *web.Request, status int, said string, faults part.Faults) error {
	keys, err := w.Store.Passkeys(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	ways, err := w.Store.WaysOf(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	events, err := w.Store.EventsOf(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	props := accountpage.SafetyProps{Saved: said, Faults: faults, Codes: ways.Codes, MaxCodes: recoveryCodes,
		Only: ways.PasskeysOnly, MayBeOnly: len(keys) > 1 && ways.Codes > 0,
		MayAdd: w.Passkeys != nil && len(keys) < accounts.MaxPasskeys, Possible: w.Passkeys != nil}
	for _, k := range keys {
		props.Passkeys = append(props.Passkeys, accountpage.Passkey{ID: k.ID, Name: k.Name, Created: k.Created,
			Used: k.Used})
	}
	for _, e := range events {
		shown := accountpage.Event{What: string(e.What), At: e.At, Times: e.Times, Network: e.Network, Agent: e.Agent}
		if e.What == accounts.EventRefused && props.Refused.Times == 0 && w.Now().Sub(e.At) < refusedLately {
			props.Refused = shown
		}
		props.Events = append(props.Events, shown)
	}
	if err := w.NameClub(r); err != nil {
		return err
	}
	return r.Show(status, accountpage.Safety(props))
}

func (w *Wing) ShowNewPasskey(r *web.Request) error {
	return w.newPasskeyPage(r, http.StatusOK, "", nil)
}

func (w *Wing) newPasskeyPage(r *web.Request, status int, name string, faults part.Faults) error {
	keys, err := w.Store.Passkeys(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	ask, err := w.AskNewPasskey(r, keys)
	if err != nil {
		return err
	}
	if err := w.NameClub(r); err != nil {
		return err
	}
	return r.Show(status, accountpage.NewPasskey(accountpage.NewPasskeyProps{Name: name, Agent: r.Request().UserAgent(),
		Passkey: ask, Faults: faults}))
}

// AddPasskey keeps the passkey that the browser has made.
func (w *Wing) AddPasskey(r *web.Request) error {
	faults := part.Faults{}
	name := web.CleanField(r, faults, "name", web.MaxClub)
	if len(faults) > 0 {
		return w.newPasskeyPage(r, http.StatusUnprocessableEntity, r.Field("name"), faults)
	}
	err := w.ReadNewPasskey(r, name)
	switch {
	case errors.Is(err, web.ErrPasskey):
		faults[""] = "passkey_made"
	case errors.Is(err, base.ErrGone):
		faults[""] = "passkey_late"
	case errors.Is(err, base.ErrTaken):
		faults[""] = "passkey_known"
	case errors.Is(err, base.ErrFull):
		faults[""] = "passkeys_full"
	case errors.Is(err, base.ErrHidden):
		faults[""] = "passkey_link"
	case err != nil:
		return err
	}
	if len(faults) > 0 {
		return w.newPasskeyPage(r, http.StatusUnprocessableEntity, name, faults)
	}
	w.NoteEvent(r, accounts.EventPasskey)
	return r.GoTo(link.Safety + "?saved=added")
}

func (w *Wing) RemovePasskey(r *web.Request) error {
	err := w.Store.RemovePasskey(r.Ctx(), r.Player(), r.Number("id"))
	if errors.Is(err, base.ErrLastPasskey) {
		return w.safetyPage(r, http.StatusConflict, "", part.Faults{"passkeys": "last_passkey"})
	}
	if err == nil {
		w.NoteEvent(r, accounts.EventPasskey)
	}
	return r.Done(err, link.Safety+"?saved=removed")
}

// SetPasskeysOnly says whether the password opens the account.
func (w *Wing) SetPasskeysOnly(r *web.Request) error {
	only := r.Field("only") == "on"
	err := w.Store.SetPasskeysOnly(r.Ctx(), r.Player(), only)
	if errors.Is(err, base.ErrLastPasskey) {
		return w.safetyPage(r, http.StatusConflict, "", part.Faults{"only": "passkeys_few"})
	}
	if err == nil {
		w.NoteEvent(r, accounts.EventPasskey)
	}
	return r.Done(err, link.Safety+map[bool]string{true: "?saved=only", false: "?saved=both"}[only])
}

// A recovery code has 120 bits: from 112 on a plain hash is enough (ASVS 6.5.2), because nobody finds it by trying. Its
// letters are those of Crockford's base 32, which nobody confuses.
const (
	recoveryCodes   = 10
	codeLetters     = "0123456789abcdefghjkmnpqrstvwxyz"
	codeGroups      = 6
	codeGroupLength = 4
)

// MakeRecoveryCodes shows new codes, this once; those before are void.
func (w *Wing) MakeRecoveryCodes(r *web.Request) error {
	var codes []string
	var hashes []base.TokenHash
	for range recoveryCodes {
		code := newRecoveryCode()
		codes, hashes = append(codes, code), append(hashes, web.RecoveryCodeHash(r.Player(), code))
	}
	err := w.Store.SaveRecoveryCodes(r.Ctx(), r.Viewer.Session, hashes)
	switch {
	case errors.Is(err, base.ErrHidden):
		return w.safetyPage(r, http.StatusForbidden, "", part.Faults{"codes": "passkey_link"})
	case err != nil:
		return err
	}
	w.NoteEvent(r, accounts.EventCodes)
	if err := w.NameClub(r); err != nil {
		return err
	}
	return r.Show(http.StatusOK, accountpage.RecoveryCodes(r.Viewer.Player.Name, w.Now(), codes))
}

func newRecoveryCode() string {
	var drawn [codeGroups * codeGroupLength]byte
	_, _ = rand.Read(drawn[:]) // never fails
	var groups []string
	for group := range slices.Chunk(drawn[:], codeGroupLength) {
		var b strings.Builder
		for _, n := range group {
			b.WriteByte(codeLetters[int(n)%len(codeLetters)])
		}
		groups = append(groups, b.String())
	}
	return strings.Join(groups, "-")
}

// SignInByPasskey lets in the player of a passkey.
func (w *Wing) SignInByPasskey(r *web.Request) error {
	account, err := w.ReadPasskey(r)
	if err == nil {
		err = w.StartSession(r, account.ID, account.Password, accounts.ByPasskey)
	}
	fault := ""
	switch {
	case errors.Is(err, base.ErrGone):
		fault = "passkey_late"
	case errors.Is(err, web.ErrPasskey), errors.Is(err, base.ErrWrongPassword):
		fault = "passkey"
	case err != nil:
		return err
	}
	if fault != "" {
		return w.signInPage(r, http.StatusUnprocessableEntity, accountpage.SignInProps{
			Next: web.LocalPath(r.Field("next")), Faults: part.Faults{"": fault}})
	}
	return r.GoTo(cmp.Or(web.LocalPath(r.Field("next")), link.Root))
}

func (w *Wing) ShowSignInByCode(r *web.Request) error {
	return r.Show(http.StatusOK, accountpage.SignInByCode(accountpage.SignInProps{
		Next: web.LocalPath(r.QueryParam("next"))}))
}

// SignInByCode lets in the player of a recovery code, once.
func (w *Wing) SignInByCode(r *web.Request) error {
	form := accountpage.SignInProps{User: r.Field("user"), Next: web.LocalPath(r.Field("next"))}
	account, err := w.AuthenticateCode(r, form.User, r.Field("code"))
	if err == nil {
		err = w.StartSession(r, account.ID, account.Password, accounts.ByCode)
	}
	var throttled *base.ErrThrottled
	switch {
	case errors.As(err, &throttled):
		form.Wait = throttled.RetryAfter
		r.RetryAfter(form.Wait)
		return r.Show(http.StatusTooManyRequests, accountpage.SignInByCode(form))
	case errors.Is(err, base.ErrWrongPassword):
		form.Faults = part.Faults{"": "wrong_recovery"}
		return r.Show(http.StatusUnprocessableEntity, accountpage.SignInByCode(form))
	case err != nil:
		return err
	}
	w.NoteEventOf(r, account.ID, accounts.EventCode)
	return r.GoTo(link.Safety)
}

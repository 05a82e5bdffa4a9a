package web

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/nights"
	"carteado/views/i18n"
)

// Authenticate returns the account of a name and its password:
// base.ErrWrongPassword, whichever is wrong, or *base.ErrThrottled.
func (s *Site) Authenticate(r *Request, user, plain string) (accounts.Account, error) {
	name, reason := CleanText(user, MaxEmail)
	// Only a few sign-ins run at once, and they wait before they use the database: a crowd must not
	// take the connections and cores that pages need. A player who waits in vain has used none of
	// their tries.
	select {
	case s.SignIns <- struct{}{}:
		defer func() { <-s.SignIns }()
	case <-time.After(s.SignInWait):
		return accounts.Account{}, ErrCrowded
	case <-r.Ctx().Done():
		return accounts.Account{}, fmt.Errorf("wait to sign in: %w", r.Ctx().Err())
	}
	account, err := accounts.Account{}, base.ErrNotFound
	if reason == "" {
		account, err = s.Store.PlayerByName(r.Ctx(), name)
	}
	if err != nil && !errors.Is(err, base.ErrNotFound) {
		return accounts.Account{}, err
	}
	outdated := false
	err = s.try(r, name, account.ID, "wrong", func() (right bool, err error) {
		if account.Password == "" { // nobody's name, or it waits for its link
			return false, s.Passwords.Decoy(r.Ctx(), plain)
		}
		right, outdated, err = s.Passwords.Check(r.Ctx(), account.Password.Reveal(), plain)
		return right, err
	})
	if err != nil {
		return accounts.Account{}, err
	}
	if outdated {
		hash, err := s.Passwords.Hash(r.Ctx(), plain)
		if err != nil {
			return accounts.Account{}, err
		}
		if err := s.Store.UpgradeHash(r.Ctx(), account.ID, account.Password, base.Secret(hash)); err != nil {
			return accounts.Account{}, err
		}
		account.Password = base.Secret(hash)
	}
	return account, nil
}

// try is one try to sign in as the player of a name, 0 for nobody. What right says of it is counted, logged and told to
// the player: base.ErrWrongPassword, or *base.ErrThrottled.
func (s *Site) try(r *Request, name string, player int64, why string, right func() (bool, error)) error {
	attempt := accounts.Attempt{Typed: name, Player: player, Address: r.Address(),
		Browser: s.Cookies.browser(r.Request())}
	if err := s.Store.AllowSignIn(r.Ctx(), attempt); err != nil {
		var throttled *base.ErrThrottled
		if errors.As(err, &throttled) {
			s.logFailedSignIn(r, player, "throttled")
		}
		return err
	}
	good, err := right()
	if err != nil {
		return err
	}
	if err := s.Store.NoteSignIn(r.Ctx(), attempt, good); err != nil {
		return err
	}
	if !good {
		s.logFailedSignIn(r, player, why)
		s.NoteEventOf(r, player, accounts.EventRefused)
		return base.ErrWrongPassword
	}
	return nil
}

// AuthenticateCode returns the account of a name and one of its recovery codes, which is used by that:
// base.ErrWrongPassword, whichever is wrong, or *base.ErrThrottled.
func (s *Site) AuthenticateCode(r *Request, user, code string) (accounts.Account, error) {
	name, reason := CleanText(user, MaxEmail)
	if reason != "" || code == "" {
		return accounts.Account{}, base.ErrWrongPassword
	}
	account, err := s.Store.PlayerByName(r.Ctx(), name)
	if err != nil && !errors.Is(err, base.ErrNotFound) {
		return accounts.Account{}, err
	}
	err = s.try(r, name, account.ID, "code", func() (bool, error) {
		return s.Store.UseRecoveryCode(r.Ctx(), account.ID, RecoveryCodeHash(account.ID, code))
	})
	if err != nil {
		return accounts.Account{}, err
	}
	return account, nil
}

// RecoveryCodeHash is what is kept of a recovery code, in whatever letters and with whatever dashes it is typed.
func RecoveryCodeHash(player int64, code string) base.TokenHash {
	plain := strings.Map(func(c rune) rune {
		switch c = unicode.ToLower(c); c {
		case '-', ' ':
			return -1
		case 'o':
			return '0'
		case 'i', 'l':
			return '1'
		}
		return c
	}, code)
	return base.HashToken(fmt.Appendf(nil, "%d %s", player, plain))
}

// StartSession signs a player in with a new token, by what they have shown, if checked is still the hash of
// their password. A session that the browser had before ends.
func (s *Site) StartSession(r *Request, player int64, checked base.Secret, by string) error {
	if r.Viewer != nil {
		err := s.Store.EndSession(r.Ctx(), r.Player(), r.Viewer.ID)
		if err != nil && !errors.Is(err, base.ErrNotFound) {
			return err
		}
		s.Polls.Dismiss()
	}
	token, browser := NewToken(), s.Cookies.browser(r.Request())
	var drawn []byte
	if browser == (base.TokenHash{}) {
		drawn = NewToken()
		browser = base.HashToken(drawn)
	}
	session, err := s.Store.CreateSession(r.Ctx(), player, checked, base.HashToken(token), userAgent(r), browser, by)
	if err != nil {
		return err
	}
	if drawn != nil {
		s.Cookies.mark(r, drawn)
		s.NoteEventOf(r, player, accounts.EventSignedIn)
	}
	s.Cookies.Give(r, token)
	if lang := session.Player.Prefs.Lang; i18n.Known(lang) {
		s.Cookies.Language(r, lang)
	}
	return nil
}

// NewPhone is the browser that asks, as a guest's of a game night, with a token that give hands to it.
func (s *Site) NewPhone(r *Request) (phone nights.Phone, give func()) {
	token := NewToken()
	return nights.Phone{Token: base.HashToken(token), UserAgent: userAgent(r)}, func() { s.Cookies.Give(r, token) }
}

// userAgent is the browser's name for itself, as a line of text.
func userAgent(r *Request) string {
	const most = 200
	agent := r.Request().UserAgent()
	if len(agent) > most {
		agent = agent[:most]
	}
	text, _ := CleanText(agent, most)
	return text
}

// logFailedSignIn writes a line for fail2ban and its like. It names the account, 0 for a
// name that nobody has, but never the typed name: people type passwords into that field.
func (s *Site) logFailedSignIn(r *Request, account int64, why string) {
	s.Logger.LogAttrs(r.Ctx(), slog.LevelWarn, "sign-in failed", slog.String("request", r.id),
		slog.Int64("account", account), slog.String("address", s.logged(r)), slog.String("why", why))
}

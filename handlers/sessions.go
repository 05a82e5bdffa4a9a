package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"carteado/db"
	"carteado/views/i18n"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

func (s *Server) showSignIn(r *request) error {
	done, err := s.setupDone(r)
	switch {
	case err != nil:
		return err
	case !done:
		return r.goTo(link.Setup)
	case r.viewer != nil:
		return r.goTo(link.Root)
	}
	return r.render(http.StatusOK, accountpage.SignIn(accountpage.SignInProps{Next: local(r.QueryParam("next")), Help: s.mails != nil}))
}

// signIn checks a name and a password. A wrong name and a wrong password get
// the same answer after the same work.
func (s *Server) signIn(r *request) error {
	form := accountpage.SignInProps{User: r.field("user"), Next: local(r.field("next")), Help: s.mails != nil}
	found, err := s.authenticate(r, form.User, r.field("password"))
	var throttled *db.ErrThrottled
	switch {
	case errors.As(err, &throttled):
		form.Wait = throttled.RetryAfter
		form.Faults = part.Faults{"": "throttled"}
		r.retryAfter(form.Wait)
		return r.render(http.StatusTooManyRequests, accountpage.SignIn(form))
	case errors.Is(err, db.ErrWrongPassword):
		form.Faults = part.Faults{"": "wrong_password"}
		return r.render(http.StatusUnprocessableEntity, accountpage.SignIn(form))
	case errors.Is(err, errCrowded):
		f := faultOf(err)
		form.Faults = part.Faults{"": "crowded"}
		r.retryAfter(f.after)
		return r.render(f.status, accountpage.SignIn(form))
	case err != nil:
		return err
	}
	switch err := s.startSession(r, found.ID, found.Password); {
	case errors.Is(err, db.ErrWrongPassword): // it was changed just now
		form.Faults = part.Faults{"": "wrong_password"}
		return r.render(http.StatusUnprocessableEntity, accountpage.SignIn(form))
	case err != nil:
		return err
	}
	return r.goTo(cmp.Or(form.Next, link.Root))
}

// authenticate returns the account of a name and its password:
// db.ErrWrongPassword, whichever is wrong, or *db.ErrThrottled.
func (s *Server) authenticate(r *request, user, plain string) (db.Account, error) {
	name, reason := cleanText(user, maxEmail)
	// Only a few sign-ins run at once, and they wait before they use the database: a
	// crowd must not take the connections and cores that pages need. Who waits in vain has
	// used none of their tries.
	select {
	case s.door <- struct{}{}:
		defer func() { <-s.door }()
	case <-time.After(s.doorWait):
		return db.Account{}, errCrowded
	case <-r.ctx().Done():
		return db.Account{}, fmt.Errorf("wait to sign in: %w", r.ctx().Err())
	}
	account, err := db.Account{}, db.ErrNotFound
	if reason == "" {
		account, err = s.store.PlayerByName(r.ctx(), name)
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return db.Account{}, err
	}
	attempt := db.Attempt{Typed: name, Player: account.ID, Address: r.address(), Browser: s.cookies.browser(r.Request())}
	if err := s.store.AllowSignIn(r.ctx(), attempt); err != nil {
		var throttled *db.ErrThrottled
		if errors.As(err, &throttled) {
			s.logFailedSignIn(r, account.ID, "throttled")
		}
		return db.Account{}, err
	}
	right, outdated := false, false
	switch {
	case errors.Is(err, db.ErrNotFound), err == nil && account.Password == "": // it waits for its link
		err = s.passwords.Decoy(r.ctx(), plain)
	case err == nil:
		right, outdated, err = s.passwords.Check(r.ctx(), account.Password.Reveal(), plain)
	}
	if err != nil {
		return db.Account{}, err
	}
	if err := s.store.NoteSignIn(r.ctx(), attempt, right); err != nil {
		return db.Account{}, err
	}
	if !right {
		s.logFailedSignIn(r, account.ID, "wrong")
		return db.Account{}, db.ErrWrongPassword
	}
	if outdated {
		hash, err := s.passwords.Hash(r.ctx(), plain)
		if err != nil {
			return db.Account{}, err
		}
		if err := s.store.UpgradeHash(r.ctx(), account.ID, account.Password, db.Secret(hash)); err != nil {
			return db.Account{}, err
		}
		account.Password = db.Secret(hash)
	}
	return account, nil
}

// startSession signs a player in with a new token, if checked is still the hash of
// their password. A session that the browser had before ends.
func (s *Server) startSession(r *request, player int64, checked db.Secret) error {
	if r.viewer != nil {
		err := s.store.EndSession(r.ctx(), r.player(), r.viewer.ID)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		s.hub.dismiss()
	}
	token, browser := newToken(), s.cookies.browser(r.Request())
	var drawn []byte
	if browser == (db.TokenHash{}) {
		drawn = newToken()
		browser = db.HashToken(drawn)
	}
	session, err := s.store.CreateSession(r.ctx(), player, checked, db.HashToken(token), userAgent(r), browser)
	if err != nil {
		return err
	}
	if drawn != nil {
		s.cookies.mark(r, drawn)
	}
	s.cookies.give(r, token)
	if lang := session.Player.Prefs.Lang; i18n.Known(lang) {
		s.cookies.language(r, lang)
	}
	return nil
}

// userAgent is the browser's name for itself, as a line of text.
func userAgent(r *request) string {
	const most = 200
	agent := r.Request().UserAgent()
	if len(agent) > most {
		agent = agent[:most]
	}
	text, _ := cleanText(agent, most)
	return text
}

// logFailedSignIn writes a line for fail2ban and its like. It names the account, 0 for a
// name that nobody has, but never the typed name: people type passwords into that field.
func (s *Server) logFailedSignIn(r *request, account int64, why string) {
	s.log.LogAttrs(r.ctx(), slog.LevelWarn, "sign-in failed", slog.String("request", r.id),
		slog.Int64("account", account), slog.String("address", s.logged(r)), slog.String("why", why))
}

// Values of Config.LogAddresses.
const (
	AddressesShort = "short"
	AddressesFull  = "full"
	AddressesNone  = "none"
)

// logged is the visitor's address as the log may have it.
func (s *Server) logged(r *request) string {
	switch s.config.LogAddresses {
	case AddressesNone:
		return ""
	case AddressesFull:
		return r.address().String()
	}
	return shortened(r.address())
}

// shortened cuts an address to its network: enough to block the network, too little to
// know a person.
func shortened(address netip.Addr) string {
	bits := 24
	if address.Is6() {
		bits = 48
	}
	network, err := address.Prefix(bits)
	if err != nil {
		return "unknown"
	}
	return network.String()
}

// address is where the request comes from; the zero address when unknown.
func (r *request) address() netip.Addr {
	address, err := netip.ParseAddr(r.RealIP())
	if err != nil {
		return netip.Addr{}
	}
	return address.Unmap().WithZone("")
}

func (s *Server) signOut(r *request) error {
	if r.viewer != nil {
		if err := s.store.EndSession(r.ctx(), r.player(), r.viewer.ID); err != nil && !errors.Is(err, db.ErrNotFound) {
			return err
		}
		s.hub.dismiss()
	}
	return s.leaveBrowser(r)
}

// leaveBrowser makes a browser forget its session and all that it kept of our
// pages. "cookies" is not asked for: it would end the sessions of other sites
// under the same domain, and our own goes by name.
func (s *Server) leaveBrowser(r *request) error {
	s.cookies.take(r)
	r.Response().Header().Set("Clear-Site-Data", `"cache", "storage"`)
	return r.goTo(link.SignIn)
}

// toSignIn leads somebody who is not signed in to the sign-in page, and from
// there back to the page they wanted.
func (r *request) toSignIn() error {
	next := ""
	if r.Request().Method == http.MethodGet && !r.htmx() {
		next = local(r.Request().URL.RequestURI())
	}
	return r.goTo(link.SignInTo(next))
}

func (s *Server) endSession(r *request) error {
	id := r.number("id")
	if err := s.store.EndSession(r.ctx(), r.player(), id); err != nil {
		return err
	}
	s.hub.dismiss()
	if id == r.viewer.ID {
		return s.leaveBrowser(r)
	}
	return r.goTo(link.Settings + "?saved=session")
}

func (s *Server) endOtherSessions(r *request) error {
	err := s.store.EndOtherSessions(r.ctx(), r.player(), r.viewer.ID)
	s.hub.dismiss()
	return r.done(err, link.Settings+"?saved=sessions")
}

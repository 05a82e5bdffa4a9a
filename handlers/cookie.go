package handlers

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"carteado/db"
)

const (
	tokenSize  = 32
	sessionAge = 90 * 24 * time.Hour // the store ends sessions earlier when they are idle

	browserAge = 365 * 24 * time.Hour

	languageCookie = "carteado_lang"
	languageAge    = 365 * 24 * time.Hour
)

// cookies writes and reads our cookies. Over https their names have the prefix
// by which browsers refuse them from other hosts and from plain http.
type cookies struct{ secure bool }

func (k cookies) name() string {
	if k.secure {
		return "__Host-carteado"
	}
	return "carteado"
}

// read returns the session's token.
func (k cookies) read(r *http.Request) ([]byte, bool) {
	cookie, err := r.Cookie(k.name())
	if err != nil {
		return nil, false
	}
	token, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	return token, err == nil && len(token) == tokenSize
}

// browserName is the cookie by which a browser is known that has signed in before.
// It outlives the sessions.
func (k cookies) browserName() string { return k.name() + "_browser" }

// browser returns what the database knows of a browser, the zero TokenHash for one
// that has not signed in yet.
func (k cookies) browser(r *http.Request) db.TokenHash {
	cookie, err := r.Cookie(k.browserName())
	if err != nil {
		return db.TokenHash{}
	}
	token, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil || len(token) != tokenSize {
		return db.TokenHash{}
	}
	return db.HashToken(token)
}

// mark hands a browser the token by which it is known from now on.
func (k cookies) mark(c echo.Context, token []byte) {
	cookie := k.cookie(k.browserName(), base64.RawURLEncoding.EncodeToString(token))
	cookie.MaxAge = int(browserAge.Seconds())
	c.SetCookie(cookie)
}

// newToken draws a session's token.
func newToken() []byte {
	token := make([]byte, tokenSize)
	_, _ = rand.Read(token) // never fails
	return token
}

// give hands a session's token to the browser.
func (k cookies) give(c echo.Context, token []byte) {
	cookie := k.cookie(k.name(), base64.RawURLEncoding.EncodeToString(token))
	cookie.MaxAge = int(sessionAge.Seconds())
	c.SetCookie(cookie)
}

// take makes the browser forget the token.
func (k cookies) take(c echo.Context) {
	cookie := k.cookie(k.name(), "")
	cookie.MaxAge = -1
	c.SetCookie(cookie)
}

// language remembers the language chosen in a browser.
func (k cookies) language(c echo.Context, lang string) {
	cookie := k.cookie(languageCookie, lang)
	cookie.MaxAge = int(languageAge.Seconds())
	c.SetCookie(cookie)
}

func (k cookies) cookie(name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/",
		Secure: k.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}

package web

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"time"

	"carteado/db/base"

	"github.com/labstack/echo/v4"
)

const (
	tokenSize  = 32
	sessionAge = 400 * 24 * time.Hour // browsers keep none longer; the store ends sessions earlier

	browserAge = 365 * 24 * time.Hour

	languageAge = 365 * 24 * time.Hour
)

// Cookies writes and reads our cookies. Over https their names have the prefix
// by which browsers refuse them from other hosts and from plain http.
type Cookies struct{ Secure bool }

func (k Cookies) Name() string {
	if k.Secure {
		return "__Host-carteado"
	}
	return "carteado"
}

// Read returns the session's token; whose session it is says Request.identify.
func (k Cookies) Read(r *http.Request) ([]byte, bool) {
	cookie, err := r.Cookie(k.Name())
	if err != nil {
		return nil, false
	}
	token, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	return token, err == nil && len(token) == tokenSize
}

// browserName is the cookie by which a browser is known that has signed in before.
// It outlives the sessions.
func (k Cookies) browserName() string { return k.Name() + "_browser" }

// browser returns what the database knows of a browser, the zero TokenHash for one
// that has not signed in yet.
func (k Cookies) browser(r *http.Request) base.TokenHash {
	cookie, err := r.Cookie(k.browserName())
	if err != nil {
		return base.TokenHash{}
	}
	token, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil || len(token) != tokenSize {
		return base.TokenHash{}
	}
	return base.HashToken(token)
}

// mark hands a browser the token by which it is known from now on.
func (k Cookies) mark(c echo.Context, token []byte) {
	cookie := k.cookie(k.browserName(), base64.RawURLEncoding.EncodeToString(token))
	cookie.MaxAge = int(browserAge.Seconds())
	c.SetCookie(cookie)
}

// NewToken draws a session's token.
func NewToken() []byte {
	token := make([]byte, tokenSize)
	_, _ = rand.Read(token) // never fails
	return token
}

// Give hands a session's token to the browser.
func (k Cookies) Give(c echo.Context, token []byte) {
	cookie := k.cookie(k.Name(), base64.RawURLEncoding.EncodeToString(token))
	cookie.MaxAge = int(sessionAge.Seconds())
	c.SetCookie(cookie)
}

// Take makes the browser forget the token.
func (k Cookies) Take(c echo.Context) {
	cookie := k.cookie(k.Name(), "")
	cookie.MaxAge = -1
	c.SetCookie(cookie)
}

// languageName is the cookie of a browser's language.
func (k Cookies) languageName() string { return k.Name() + "_lang" }

// Language remembers the language chosen in a browser.
func (k Cookies) Language(c echo.Context, lang string) {
	cookie := k.cookie(k.languageName(), lang)
	cookie.MaxAge = int(languageAge.Seconds())
	c.SetCookie(cookie)
}

func (k Cookies) cookie(name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/",
		Secure: k.Secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}

package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"runtime/debug"
	"slices"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"

	"carteado/views/link"
)

const (
	BodyLimit   = 64 << 10
	MaxDuration = 4 * time.Second // of a request; the store's own limits are shorter

	// MinCompressed is the size from which compressing pays, and zipLevel how hard it tries:
	// 5 of 9 takes half the time of 6 for two percent more.
	MinCompressed = 1 << 10
	zipLevel      = 5
)

// UploadPaths are the routes that take files.
var UploadPaths = []string{"/clubs/:club/imports", link.BroughtClubs}

// oneClickPath is where mail programs end letters, with a form that should be multipart (RFC 8058, 3.2).
const oneClickPath = "/unsubscribe/:token"

// Policy allows what our own site serves and nothing inline.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Permissions switches off features that browsers grant by default and no page needs.
const Permissions = "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), " +
	"fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), " +
	"picture-in-picture=(), publickey-credentials-create=(self), publickey-credentials-get=(self), " +
	"screen-wake-lock=(), sync-xhr=(), usb=(), xr-spatial-tracking=()"

// Observe is the outermost layer: it names the request, answers its error and
// writes its one line in the log. A panic is an error like others.
func (s *Site) Observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start := s.Now()
		r := &Request{Context: c, Site: s, id: rand.Text()[:13], Client: c.Request().Context()}
		c.Response().Header().Set("X-Request-Id", r.id)
		err := s.guarded(next, r)
		if errors.Is(err, ErrNothingNew) {
			return nil // the poll goes on
		}
		cut := err != nil && r.Response().Committed // what has begun to be answered becomes no page
		if err != nil {
			r.fail(err)
		}
		took := s.Now().Sub(start)
		s.Count(r, took)
		s.logLine(r, err, took)
		if cut {
			panic(http.ErrAbortHandler) // the client sees that it was not all
		}
		return nil
	}
}

// errPanic wraps a panic with its place.
type errPanic struct {
	value any
	stack []byte
}

func (e *errPanic) Error() string { return fmt.Sprintf("panic: %v", e.value) }

func (s *Site) guarded(next echo.HandlerFunc, r *Request) (err error) {
	defer Recovered(&err)
	return next(r)
}

// Recovered turns a panic of its caller into an error; it is called by defer.
func Recovered(err *error) {
	if value := recover(); value != nil {
		if value == http.ErrAbortHandler { //nolint:errorlint // a panic's value, which net/http compares just so
			panic(value)
		}
		*err = &errPanic{value, debug.Stack()}
	}
}

// logLine writes no secret: no query, no body, no cookie, and of the path only
// its pattern and the ids in it.
func (s *Site) logLine(r *Request, err error, took time.Duration) {
	status := r.Response().Status
	level := slog.LevelInfo
	if r.Quiet && status < http.StatusBadRequest {
		level = slog.LevelDebug
	}
	attrs := []slog.Attr{
		slog.String("request", r.id),
		slog.String("method", r.Request().Method),
		slog.String("route", r.Path()),
		slog.Int("status", status),
		slog.Int64("bytes", r.Response().Size),
		slog.Duration("took", took),
	}
	if address := s.logged(r); address != "" {
		attrs = append(attrs, slog.String("address", address))
	}
	if id := r.Player(); id != 0 {
		attrs = append(attrs, slog.Int64("player", id))
	}
	for _, name := range []string{"club", "table", "match"} {
		if r.Param(name) != "" && r.Club.ID != 0 {
			attrs = append(attrs, slog.String(name, r.Param(name)))
		}
	}
	if err != nil {
		attrs = append(attrs, slog.String("error", err.Error()))
		var panicked *errPanic
		if errors.As(err, &panicked) {
			attrs = append(attrs, slog.String("stack", string(panicked.stack)))
		}
		if status >= http.StatusInternalServerError {
			level = slog.LevelError
		}
	}
	s.Logger.LogAttrs(context.WithoutCancel(r.Ctx()), level, "request", attrs...)
}

// Headers are the same on every answer.
func (s *Site) Headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		s.FixedHeaders(c.Response().Header())
		return next(c)
	}
}

// These header values are shared by all answers, which saves allocations. Nothing may
// change them.
var (
	fixed = map[string][]string{
		"Content-Security-Policy":      {Policy},
		"X-Content-Type-Options":       {"nosniff"},
		"Referrer-Policy":              {"same-origin"},
		"Cross-Origin-Opener-Policy":   {"same-origin"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
		"Permissions-Policy":           {Permissions},
	}
	onlySecure = []string{"max-age=31536000"}
	NoStore    = []string{"no-store"}
)

func (s *Site) FixedHeaders(h http.Header) {
	maps.Copy(h, fixed)
	if s.Cookies.Secure {
		h["Strict-Transport-Security"] = onlySecure
	}
}

// Compressed answers with compressed pages. Compression tells a secret on a page to an attacker who
// can both put text on the same page and watch its length (BREACH). Here neither half is there:
// another site's requests come without the cookie (SameSite), a page repeats nothing of its address
// but a path, and what is secret on a page, the reader's own cards, changes before it could be
// guessed.
func Compressed(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.MinSize(MinCompressed), gzhttp.CompressionLevel(zipLevel), gzhttp.EnableZstd(false))
	if err != nil {
		return nil, err
	}
	return wrap(next), nil
}

// SameSite refuses what another site makes a browser send.
func (s *Site) SameSite(next echo.HandlerFunc) echo.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(c echo.Context) error {
		if err := protection.Check(c.Request()); err != nil {
			return fmt.Errorf("%w: %w", errForeign, err)
		}
		return next(c)
	}
}

// Limits bounds how long a request takes and how much it brings, and reads its
// form, so that a handler finds it whole or is not called. How often somebody may post is no matter of HTTP: the store
// counts what there may be (db/base/quotas.go) and tries to sign in (db/accounts/throttle.go).
func (s *Site) Limits(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), s.Timeout)
		defer cancel()
		r := c.Request().WithContext(ctx)
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if r.Method == http.MethodPost && kind == "multipart/form-data" && slices.Contains(UploadPaths, c.Path()) {
			c.SetRequest(r)
			return next(c) // its handler reads the file, once the guard has let somebody in
		}
		r.Body = http.MaxBytesReader(c.Response().Writer, r.Body, BodyLimit)
		c.SetRequest(r)
		if r.Method != http.MethodPost {
			return next(c)
		}
		if r.ContentLength > BodyLimit {
			return &http.MaxBytesError{Limit: BodyLimit}
		}
		parse := r.ParseForm
		switch {
		case kind == "multipart/form-data" && c.Path() == oneClickPath:
			parse = func() error { return r.ParseMultipartForm(BodyLimit) }
		case kind != "application/x-www-form-urlencoded" && (kind != "" || r.ContentLength != 0):
			return errType
		}
		var large *http.MaxBytesError
		if err := parse(); errors.As(err, &large) {
			return large
		} else if err != nil {
			return ErrForm // err quotes the form, which is nobody's business
		}
		return next(c)
	}
}

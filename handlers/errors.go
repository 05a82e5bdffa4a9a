package handlers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine"
	"carteado/views/link"
	"carteado/views/page"
)

// Refusals that the handlers themselves make.
var (
	errForeign  = errors.New("request from another site")
	errForm     = errors.New("malformed form")
	errType     = errors.New("not a form")
	errTooOften = errors.New("too many polls")
	errOpening  = errors.New("the club is not open yet")
	errCrowded  = fmt.Errorf("too many sign in at the same time: %w", db.ErrUnavailable)

	// errPaused is answered by a page of its own.
	errPaused = errors.New("suspended")

	// errSignedOut leads to the sign-in page.
	errSignedOut = errors.New("not signed in")
)

// statusClosed is logged when the client left before the answer, as nginx has it.
const statusClosed = 499

// A fault is how an error is answered.
type fault struct {
	status int
	key    string        // of the catalog, behind "error."
	after  time.Duration // when it makes sense to try again
}

// faultOf is the one place where errors become HTTP. An error that is not listed
// is our own mistake.
func faultOf(err error) fault {
	var (
		unrouted  *echo.HTTPError
		large     *http.MaxBytesError
		throttled *db.ErrThrottled
		illegal   *engine.Illegal
		option    *engine.ErrOption
		quota     *base.ErrQuota
	)
	switch {
	case errors.As(err, &quota):
		return fault{status: http.StatusTooManyRequests, key: quotaKey(quota)}
	case errors.Is(err, db.ErrNotFound), errors.Is(err, db.ErrSetupDone):
		return fault{status: http.StatusNotFound, key: "not_found"}
	case errors.Is(err, db.ErrForbidden), errors.Is(err, errPaused):
		return fault{status: http.StatusForbidden, key: "forbidden"}
	case errors.Is(err, errForeign):
		return fault{status: http.StatusForbidden, key: "foreign"}
	case errors.Is(err, db.ErrLate):
		return fault{status: http.StatusConflict, key: "late"}
	case errors.Is(err, db.ErrPaused):
		return fault{status: http.StatusConflict, key: "paused"}
	case errors.Is(err, db.ErrSecret):
		return fault{status: http.StatusConflict, key: "secret"}
	case errors.Is(err, db.ErrSilent):
		return fault{status: http.StatusConflict, key: "silent"}
	case errors.Is(err, errWords):
		return fault{status: http.StatusUnprocessableEntity, key: "words"}
	case errors.Is(err, db.ErrEarly):
		return fault{status: http.StatusConflict, key: "early"}
	case errors.Is(err, db.ErrStale):
		return fault{status: http.StatusConflict, key: "stale"}
	case errors.Is(err, db.ErrOtherRules):
		return fault{status: http.StatusConflict, key: "other_rules"}
	case errors.Is(err, db.ErrLastOwner):
		return fault{status: http.StatusConflict, key: "last_owner"}
	case errors.Is(err, db.ErrPlaying):
		return fault{status: http.StatusConflict, key: "playing"}
	case errors.Is(err, db.ErrOwnMatch):
		return fault{status: http.StatusConflict, key: "own_match"}
	case errors.Is(err, db.ErrNoOtherHost):
		return fault{status: http.StatusConflict, key: "alone"}
	case errors.Is(err, db.ErrUnwatched):
		return fault{status: http.StatusForbidden, key: "unwatched"}
	case errors.Is(err, db.ErrHidden):
		return fault{status: http.StatusForbidden, key: "hidden"}
	case errors.Is(err, db.ErrFull):
		return fault{status: http.StatusConflict, key: "full"}
	case errors.Is(err, db.ErrGone):
		return fault{status: http.StatusGone, key: "gone"}
	case errors.As(err, &large):
		return fault{status: http.StatusRequestEntityTooLarge, key: "large"}
	case errors.Is(err, errType):
		return fault{status: http.StatusUnsupportedMediaType, key: "form"}
	case errors.Is(err, errForm):
		return fault{status: http.StatusBadRequest, key: "form"}
	case errors.As(err, &illegal), errors.As(err, &option), errors.Is(err, engine.ErrSeats):
		return fault{status: http.StatusUnprocessableEntity, key: "form"}
	case errors.As(err, &throttled):
		return fault{status: http.StatusTooManyRequests, key: "throttled", after: throttled.RetryAfter}
	case errors.Is(err, errTooOften):
		return fault{status: http.StatusTooManyRequests, key: "throttled", after: time.Second}
	case errors.Is(err, context.Canceled):
		return fault{status: statusClosed, key: "unavailable"}
	case errors.Is(err, errOpening):
		return fault{status: http.StatusServiceUnavailable, key: "opening", after: 2 * time.Second}
	case errors.Is(err, db.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return fault{status: http.StatusServiceUnavailable, key: "unavailable", after: 2 * time.Second}
	case errors.As(err, &unrouted) && unrouted.Code == http.StatusMethodNotAllowed:
		return fault{status: http.StatusMethodNotAllowed, key: "method"}
	case errors.As(err, &unrouted) && unrouted.Code == http.StatusNotFound:
		return fault{status: http.StatusNotFound, key: "not_found"}
	}
	return fault{status: http.StatusInternalServerError, key: "internal"}
}

// quotaKey is the key of the words for a quota, behind "error.".
func quotaKey(q *base.ErrQuota) string { return "quota." + q.What }

// fail answers a request whose handler returned an error: a page that names the
// reason and the request, and nothing else.
func (r *request) fail(err error) {
	f := faultOf(err)
	// The request's deadline may have passed, so the error page has its own.
	ctx, cancel := context.WithTimeout(r.client, r.server.config.Patience)
	defer cancel()
	r.SetRequest(r.Request().WithContext(ctx))
	if f.status < http.StatusInternalServerError && f.status != statusClosed {
		// Finds the reader's language. A failure changes only the language of
		// the page.
		_ = r.identify()
	}
	if r.Response().Committed {
		return
	}
	if f.status == statusClosed {
		_ = r.NoContent(f.status) // for the log: nobody reads it
		return
	}
	if errors.Is(err, errSignedOut) {
		_ = r.toSignIn()
		return
	}
	r.retryAfter(f.after)
	if r.htmx() {
		// The page that asked cannot show another inside itself: it loads anew
		// where that tells more, and stays as it is where trying again helps.
		switch f.status {
		case http.StatusForbidden, http.StatusNotFound, http.StatusGone:
			r.Response().Header().Set("HX-Refresh", "true")
		default:
			r.Response().Header().Set("HX-Reswap", "none")
		}
		r.Response().Header().Set("Cache-Control", "no-store")
		_ = r.NoContent(f.status)
		return
	}
	shown := r.errorPage(f)
	if errors.Is(err, errPaused) {
		shown = r.pausedPage(shown)
	}
	if err := r.render(f.status, shown); err != nil {
		r.server.log.LogAttrs(r.ctx(), slog.LevelError, "error page", slog.String("request", r.id), slog.Any("error", err))
		_ = r.NoContent(f.status)
	}
}

func (r *request) retryAfter(d time.Duration) {
	if d > 0 {
		r.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(d.Seconds()))))
	}
}

// sent are the fields of a form that is not saved, with its key, so that it can be
// sent again without a script. Passwords are typed again; their fields are returned by name.
func (r *request) sent() (kept url.Values, secret []string) {
	kept = maps.Clone(r.Request().PostForm)
	for _, name := range page.PasswordFields {
		if kept.Has(name) {
			kept.Del(name)
			secret = append(secret, name)
		}
	}
	return kept, secret
}

func (r *request) errorPage(f fault) templ.Component {
	props := page.ErrorProps{Status: f.status, Key: f.key, Request: r.id, Wait: f.after}
	if f.status == http.StatusServiceUnavailable {
		again := r.Request().URL.RequestURI()
		if r.Request().Method != http.MethodPost {
			props.Again = again
			if f.key == "unavailable" {
				props.Key = "away" // nothing was sent that could be lost
			}
		} else if props.Form, props.Passwords = r.sent(); len(props.Form)+len(props.Passwords) > 0 {
			props.Again = again
		}
	}
	if r.club.Slug != "" {
		props.Back = link.Club(r.club.Slug)
	}
	return page.Error(props)
}

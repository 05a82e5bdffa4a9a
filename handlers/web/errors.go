package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"carteado/db/base"
	"carteado/engine"
	"carteado/engine/role"
	"carteado/views/layout"
	"carteado/views/link"
	"carteado/views/page"
	clubpage "carteado/views/page/club"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// Refusals that the handlers themselves make.
var (
	errForeign  = errors.New("request from another site")
	ErrForm     = errors.New("malformed form")
	errType     = errors.New("not a form")
	ErrTooOften = errors.New("too many polls")
	ErrOpening  = errors.New("the club is not open yet")
	ErrCrowded  = fmt.Errorf("too many sign in at the same time: %w", base.ErrUnavailable)

	// ErrNothingNew makes the routes return without an answer: a poll waits on.
	ErrNothingNew = errors.New("nothing new")

	// errSuspended is answered by a page of its own.
	errSuspended = errors.New("suspended")

	// errGuest refuses to a guest of a game night what is for members.
	errGuest = errors.New("for members")

	// ErrSignedOut leads to the sign-in page.
	ErrSignedOut = errors.New("not signed in")
)

// statusClosed is logged when the client left before the answer, as nginx has it.
const statusClosed = 499

// A fault is how an error is answered.
type fault struct {
	Status int
	Key    string        // of the catalog, behind "error."
	After  time.Duration // when it makes sense to try again
}

// FaultOf is the one place where errors become HTTP. An error that is not listed
// is our own mistake.
func FaultOf(err error) fault {
	var (
		unrouted  *echo.HTTPError
		large     *http.MaxBytesError
		throttled *base.ErrThrottled
		illegal   *engine.Illegal
		option    *engine.ErrOption
		quota     *base.ErrQuota
	)
	switch {
	case errors.As(err, &quota):
		return fault{Status: http.StatusTooManyRequests, Key: QuotaKey(quota)}
	case errors.Is(err, base.ErrNotFound), errors.Is(err, base.ErrSetupDone):
		return fault{Status: http.StatusNotFound, Key: "not_found"}
	case errors.Is(err, base.ErrForbidden), errors.Is(err, errSuspended):
		return fault{Status: http.StatusForbidden, Key: "forbidden"}
	case errors.Is(err, errGuest):
		return fault{Status: http.StatusForbidden, Key: "guest"}
	case errors.Is(err, errForeign):
		return fault{Status: http.StatusForbidden, Key: "foreign"}
	case errors.Is(err, base.ErrLate):
		return fault{Status: http.StatusConflict, Key: "late"}
	case errors.Is(err, base.ErrPaused):
		return fault{Status: http.StatusConflict, Key: "paused"}
	case errors.Is(err, base.ErrSecret):
		return fault{Status: http.StatusConflict, Key: "secret"}
	case errors.Is(err, base.ErrSilent):
		return fault{Status: http.StatusConflict, Key: "silent"}
	case errors.Is(err, base.ErrSeal):
		return fault{Status: http.StatusConflict, Key: "seal"}
	case errors.Is(err, ErrWord):
		return fault{Status: http.StatusUnprocessableEntity, Key: "word"}
	case errors.Is(err, ErrWords):
		return fault{Status: http.StatusUnprocessableEntity, Key: "words"}
	case errors.Is(err, ErrSigns):
		return fault{Status: http.StatusUnprocessableEntity, Key: "characters"}
	case errors.Is(err, base.ErrEarly):
		return fault{Status: http.StatusConflict, Key: "early"}
	case errors.Is(err, base.ErrStale):
		return fault{Status: http.StatusConflict, Key: "stale"}
	case errors.Is(err, base.ErrOtherRules):
		return fault{Status: http.StatusConflict, Key: "other_rules"}
	case errors.Is(err, base.ErrKeyLost):
		return fault{Status: http.StatusConflict, Key: "key_lost"}
	case errors.Is(err, base.ErrArchived):
		return fault{Status: http.StatusConflict, Key: "archived"}
	case errors.Is(err, base.ErrLastOwner):
		return fault{Status: http.StatusConflict, Key: "last_owner"}
	case errors.Is(err, base.ErrLastOfHouse):
		return fault{Status: http.StatusConflict, Key: "last_of_house"}
	case errors.Is(err, base.ErrPlaying):
		return fault{Status: http.StatusConflict, Key: "playing"}
	case errors.Is(err, base.ErrOwnMatch):
		return fault{Status: http.StatusConflict, Key: "own_match"}
	case errors.Is(err, base.ErrNoOtherHost):
		return fault{Status: http.StatusConflict, Key: "alone"}
	case errors.Is(err, base.ErrUnwatched):
		return fault{Status: http.StatusForbidden, Key: "unwatched"}
	case errors.Is(err, base.ErrHidden):
		return fault{Status: http.StatusForbidden, Key: "hidden"}
	case errors.Is(err, base.ErrPasskeyOnly):
		return fault{Status: http.StatusForbidden, Key: "passkey_only"}
	case errors.Is(err, base.ErrHostPasskey):
		return fault{Status: http.StatusForbidden, Key: "host_passkey"}
	case errors.Is(err, base.ErrPractice):
		return fault{Status: http.StatusUnprocessableEntity, Key: "practice"}
	case errors.Is(err, base.ErrCounts):
		return fault{Status: http.StatusForbidden, Key: "counts"}
	case errors.Is(err, base.ErrUnfinished):
		return fault{Status: http.StatusConflict, Key: "unfinished"}
	case errors.Is(err, base.ErrNotPlayed):
		return fault{Status: http.StatusForbidden, Key: "not_played"}
	case errors.Is(err, base.ErrReviewing):
		return fault{Status: http.StatusConflict, Key: "reviewing"}
	case errors.Is(err, base.ErrFull):
		return fault{Status: http.StatusConflict, Key: "full"}
	case errors.Is(err, base.ErrGone):
		return fault{Status: http.StatusGone, Key: "gone"}
	case errors.As(err, &large):
		return fault{Status: http.StatusRequestEntityTooLarge, Key: "large"}
	case errors.Is(err, errType):
		return fault{Status: http.StatusUnsupportedMediaType, Key: "form"}
	case errors.Is(err, ErrForm):
		return fault{Status: http.StatusBadRequest, Key: "form"}
	case errors.As(err, &illegal), errors.As(err, &option), errors.Is(err, engine.ErrSeats):
		return fault{Status: http.StatusUnprocessableEntity, Key: "form"}
	case errors.As(err, &throttled):
		return fault{Status: http.StatusTooManyRequests, Key: "throttled", After: throttled.RetryAfter}
	case errors.Is(err, ErrTooOften):
		return fault{Status: http.StatusTooManyRequests, Key: "throttled", After: time.Second}
	case errors.Is(err, context.Canceled):
		return fault{Status: statusClosed, Key: "unavailable"}
	case errors.Is(err, ErrOpening):
		return fault{Status: http.StatusServiceUnavailable, Key: "opening", After: 2 * time.Second}
	case errors.Is(err, base.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return fault{Status: http.StatusServiceUnavailable, Key: "unavailable", After: 2 * time.Second}
	case errors.As(err, &unrouted) && unrouted.Code == http.StatusMethodNotAllowed:
		return fault{Status: http.StatusMethodNotAllowed, Key: "method"}
	case errors.As(err, &unrouted) && unrouted.Code == http.StatusNotFound:
		return fault{Status: http.StatusNotFound, Key: "not_found"}
	}
	return fault{Status: http.StatusInternalServerError, Key: "internal"}
}

// QuotaKey is the key of the words for a quota, behind "error.".
func QuotaKey(q *base.ErrQuota) string { return "quota." + q.What }

// fail answers a request whose handler returned an error: a page that names the
// reason and the request, and nothing else.
func (r *Request) fail(err error) {
	f := FaultOf(err)
	defer r.Renew(r.Site.Timeout)()
	if f.Status < http.StatusInternalServerError && f.Status != statusClosed {
		// Finds the reader's language. A failure changes only the language of
		// the page.
		_ = r.identify()
	}
	if r.Response().Committed {
		return
	}
	if f.Status == statusClosed {
		_ = r.NoContent(f.Status) // for the log: nobody reads it
		return
	}
	if errors.Is(err, ErrSignedOut) {
		_ = r.toSignIn()
		return
	}
	if errors.Is(err, errGuest) && r.Request().Method != http.MethodPost && slices.Contains(leadHere, r.Path()) {
		_ = r.GoTo(link.Visit)
		return
	}
	r.RetryAfter(f.After)
	if r.HTMX() {
		// The page that asked cannot show another inside itself: it loads anew
		// where that tells more, and stays as it is where trying again helps.
		switch {
		case slices.Contains([]int{http.StatusForbidden, http.StatusNotFound, http.StatusGone}, f.Status),
			slices.Contains([]string{"other_rules", "key_lost", "archived"}, f.Key):
			r.Response().Header().Set("HX-Refresh", "true")
		default:
			r.Response().Header().Set("HX-Reswap", "none")
		}
		r.Response().Header().Set("Cache-Control", "no-store")
		_ = r.NoContent(f.Status)
		return
	}
	shown := r.errorPage(f)
	if errors.Is(err, errSuspended) {
		shown = r.suspendedPage(shown)
	}
	if err := r.Show(f.Status, shown); err != nil {
		r.Site.Logger.LogAttrs(r.Ctx(), slog.LevelError, "error page", slog.String("request", r.id),
			slog.Any("error", err))
		_ = r.NoContent(f.Status)
	}
}

func (r *Request) RetryAfter(d time.Duration) {
	if d > 0 {
		r.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(d.Seconds()))))
	}
}

// sent are the fields of a form that is not saved, with its key, so that it can be
// sent again without a script. Passwords are typed again; their fields are returned by name.
func (r *Request) sent() (kept url.Values, secret []string) {
	kept = maps.Clone(r.Request().PostForm)
	for _, name := range page.PasswordFields {
		if kept.Has(name) {
			kept.Del(name)
			secret = append(secret, name)
		}
	}
	return kept, secret
}

func (r *Request) errorPage(f fault) templ.Component {
	props := page.ErrorProps{Status: f.Status, Key: f.Key, Request: r.id, Wait: f.After}
	if f.Status == http.StatusServiceUnavailable {
		again := r.Request().URL.RequestURI()
		if r.Request().Method != http.MethodPost {
			props.Again = again
			if f.Key == "unavailable" {
				props.Key = "away" // nothing was sent that could be lost
			}
		} else if props.Form, props.Passwords = r.sent(); len(props.Form)+len(props.Passwords) > 0 {
			props.Again = again
		}
	}
	switch {
	case f.Key == "guest":
		props.Back = link.Visit
	case r.Club.Slug != "":
		props.Back = link.Club(r.Club.Slug)
	}
	return page.Error(props)
}

// ErrWord refuses a word in the mix that is too long or not to be seen.
var ErrWord = errors.New("word")

// ErrWords refuses words that are none or too long, ErrSigns those with a sign that is not to be seen.
var ErrWords, ErrSigns = errors.New("words"), errors.New("characters")

// suspendedPage shows a suspended member the host, the reason and the end; or the other
// page, if the suspension has ended meanwhile or cannot be read.
func (r *Request) suspendedPage(other templ.Component) templ.Component {
	p, err := r.Site.Store.SuspensionOf(r.Ctx(), r.Club)
	if err != nil || r.Club.Role != role.Paused {
		return other
	}
	props := clubpage.PausedProps{
		By: part.Person{ID: p.By, Name: p.Name}, Role: p.Role, Reason: p.Reason, Until: p.Until, Finish: p.After,
		Tables: p.Tables,
	}
	clubs, err := r.Site.Store.ClubsOf(r.Ctx(), r.Player())
	if err != nil {
		return other
	}
	for _, c := range clubs {
		if c.ID != r.Club.ID {
			props.Others = append(props.Others, clubpage.ClubRow{Slug: c.Slug, Name: c.Name})
		}
	}
	return clubpage.Paused(props)
}

// toSignIn leads somebody who is not signed in to the sign-in page, and from
// there back to the page they wanted.
func (r *Request) toSignIn() error {
	if over, err := r.visitOver(); over {
		return err
	}
	next := ""
	if r.HTMX() {
		next = r.askedOn()
	} else if r.Request().Method == http.MethodGet {
		next = LocalPath(r.Request().URL.RequestURI())
	}
	return r.GoTo(link.SignInTo(next))
}

// polled are addresses at which only scripts read.
var polled = []string{"/clubs/:club/tables", "/clubs/:club/tables/:table/poll"}

// askedOn is the page on which a script asks; "" for one that was posted, because it cannot be read again.
func (r *Request) askedOn() string {
	at, err := url.Parse(r.Request().Header.Get("HX-Current-URL"))
	if err != nil {
		return ""
	}
	found := r.Echo().NewContext(r.Request(), nil)
	r.Echo().Router().Find(http.MethodGet, at.Path, found)
	if found.Path() == "" || found.Get(echo.ContextKeyHeaderAllow) != nil || slices.Contains(polled, found.Path()) {
		return ""
	}
	return LocalPath(at.RequestURI())
}

// visitOver answers a guest of a game night that is over, or who has gone home. A script is led to the page that says
// so. Any other reader is somebody who is not signed in.
func (r *Request) visitOver() (over bool, err error) {
	token, is := r.Site.Cookies.Read(r.Request())
	if !is {
		return false, nil
	}
	v, err := r.Site.Store.EndedVisit(r.Ctx(), base.HashToken(token))
	if v.Slug == "" {
		return false, err
	}
	if r.HTMX() {
		return true, r.GoTo(link.Visit)
	}
	r.Club.Lang = v.Lang
	return true, r.Show(http.StatusGone, nightspage.VisitOver(nightspage.VisitProps{Name: v.Name, Night: v.NightName,
		Club: &layout.Club{Slug: v.Slug, Name: v.ClubName, Crest: part.CrestOf(v.Crest, v.Slug)}}))
}

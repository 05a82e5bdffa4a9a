package page

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"carteado/views/i18n"
	"carteado/views/link"
)

// sentences are the statuses with words of their own, and the error they speak
// of when none is named. Any other status is told as 400 or 500.
var sentences = map[int]string{
	400: "form", 403: "forbidden", 404: "not_found", 405: "method", 409: "stale", 410: "gone",
	413: "large", 422: "form", 429: "throttled", 500: "internal", 503: "unavailable",
}

func (p ErrorProps) known() int {
	switch {
	case sentences[p.Status] != "":
		return p.Status
	case p.Status >= 500:
		return 500
	}
	return 400
}

// titled are the errors with a title of their own.
var titled = []string{"away", "opening", "unavailable", "unwatched"}

func (p ErrorProps) title(ctx context.Context) string {
	if slices.Contains(titled, p.key()) {
		return i18n.T(ctx, "error."+p.key()+".title")
	}
	return i18n.T(ctx, "error."+strconv.Itoa(p.known())+".title")
}

func (p ErrorProps) key() string { return cmp.Or(p.Key, sentences[p.known()]) }

func (p ErrorProps) text(ctx context.Context) string {
	return i18n.T(ctx, "error."+p.key(), "wait", i18n.Length(ctx, p.Wait))
}

func (p ErrorProps) wayOn() string {
	if p.Back != "" {
		return p.Back
	}
	return link.Root
}

func (p ErrorProps) wayOnText(ctx context.Context) string {
	if p.Back != "" {
		return i18n.T(ctx, "error.back")
	}
	return i18n.T(ctx, "error.home")
}

// ErrorProps is the page for a request that failed.
type ErrorProps struct {
	Status  int
	Key     string        // key below error.; empty for the status' own sentence
	Request string        // id
	Wait    time.Duration // before another try, where there were too many
	Back    string        // path of a way on, empty for the start page
	Again   string        // path that is worth another try, if any
	Form    url.Values    // the form that was sent there and is not saved

	// Passwords are those of PasswordFields that were sent along, and are typed again.
	Passwords []string
}

// PasswordFields are the names of all fields that take a password, which no page shows again.
var PasswordFields = []string{"current", "sure", "delete", "password", "proof"}

func passwordLabel(ctx context.Context, name string) string {
	if name == "password" {
		return i18n.T(ctx, "account.password")
	}
	return i18n.T(ctx, "settings.password.current")
}

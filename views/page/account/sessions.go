package account

import (
	"context"
	"strings"
	"time"

	"carteado/views/i18n"
	"carteado/views/part"
)

// agent shortens a browser's name for itself, so that players can tell their
// devices apart.
func agent(ctx context.Context, full string) string {
	browser := firstIn(full, [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox", "Firefox"}, {"Chrome", "Chrome"}, {"Safari", "Safari"},
	})
	system := firstIn(full, [][2]string{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"},
		{"Mac OS", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	})
	switch {
	case browser == "" && system == "":
		return i18n.T(ctx, "sessions.unknown")
	case browser == "" || system == "":
		return browser + system
	}
	return i18n.T(ctx, "sessions.agent", "browser", browser, "system", system)
}

// firstIn returns the name beside the first mark that the text contains.
func firstIn(text string, marks [][2]string) string {
	for _, m := range marks {
		if strings.Contains(text, m[0]) {
			return m[1]
		}
	}
	return ""
}

// SignInProps is the sign-in page.
type SignInProps struct {
	User   string
	Next   string        // path to go on to
	Wait   time.Duration // before another try, when there were too many
	Help   bool          // the club can send a letter with a link for a new password
	Faults part.Faults   // user, password

	Passkey part.Passkey // that the browser is asked for
}

// Session is a place where the player is signed in.
type Session struct {
	ID      int64
	Agent   string // the User-Agent of the browser
	Since   time.Time
	Seen    time.Time
	By      string // what it was opened by: password, passkey, code
	Current bool
}

package page

import (
	"context"
	"strings"

	"carteado/views/i18n"
	"carteado/views/part"
)

// agent makes a short name of what a browser calls itself: enough to tell one's
// own devices apart.
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
		return i18n.T(ctx, "settings.sessions.unknown")
	case browser == "" || system == "":
		return browser + system
	}
	return i18n.T(ctx, "settings.sessions.agent", "browser", browser, "system", system)
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

func roleChoices(ctx context.Context, roles []string) []part.Choosable {
	choices := make([]part.Choosable, len(roles))
	for i, role := range roles {
		choices[i] = part.Choosable{Value: role, Label: i18n.T(ctx, "role."+role)}
	}
	return choices
}

// terms are what an invitation is good for.
func (i Invited) terms(ctx context.Context) string {
	terms := []string{
		i18n.T(ctx, "role."+i.Role),
		i18n.T(ctx, "invitations.left", "n", i.Left, "uses", i.Uses),
		i18n.T(ctx, "invitations.expires", "time", i18n.Until(ctx, i.Expires)),
	}
	if i.Asks {
		terms = append(terms, i18n.T(ctx, "invitations.asks"))
	}
	if i.Label != "" {
		terms = append(terms, i18n.T(ctx, "invitations.by", "who", part.Called(ctx, i.By)))
	}
	return strings.Join(terms, " · ")
}

package page

import (
	"context"
	"strconv"

	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/part"
)

// languageChoices name each language in its own words.
func languageChoices(ctx context.Context) []part.Choosable {
	var choices []part.Choosable
	for _, lang := range i18n.Languages() {
		choices = append(choices, part.Choosable{Value: lang, Label: i18n.T(i18n.With(ctx, lang), "language")})
	}
	return choices
}

// sentences are the statuses with words of their own, and the error they speak
// of when none is named. Any other status is told as 400 or 500.
var sentences = map[int]string{
	400: "form", 403: "forbidden", 404: "not_found", 405: "method", 409: "stale", 410: "gone",
	413: "large", 422: "form", 429: "unavailable", 500: "internal", 503: "unavailable",
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

func (p ErrorProps) title(ctx context.Context) string {
	return i18n.T(ctx, "error."+strconv.Itoa(p.known())+".title")
}

func (p ErrorProps) text(ctx context.Context) string {
	switch {
	case p.Wait > 0:
		return i18n.T(ctx, "error.throttled", "wait", i18n.Length(ctx, p.Wait))
	case p.Key != "":
		return i18n.T(ctx, "error."+p.Key)
	}
	return i18n.T(ctx, "error."+sentences[p.known()])
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

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

func plainChoices(values []string) []part.Choosable {
	choices := make([]part.Choosable, len(values))
	for i, value := range values {
		choices[i] = part.Choosable{Value: value, Label: value}
	}
	return choices
}

// titled are the statuses with a sentence of their own; any other is told like
// an error of ours or of the request.
func (p ErrorProps) titled() string {
	switch p.Status {
	case 403, 404, 405, 409, 410, 413, 422, 429, 503:
		return strconv.Itoa(p.Status)
	case 500:
		return "500"
	}
	if p.Status >= 500 {
		return "500"
	}
	return "400"
}

func (p ErrorProps) title(ctx context.Context) string {
	return i18n.T(ctx, "error."+p.titled()+".title")
}

func (p ErrorProps) text(ctx context.Context) string {
	switch {
	case p.Wait > 0:
		return i18n.T(ctx, "error.throttled", "wait", i18n.Length(ctx, p.Wait))
	case p.Key != "":
		return i18n.T(ctx, "error."+p.Key)
	}
	return i18n.T(ctx, "error."+p.titled()+".text")
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

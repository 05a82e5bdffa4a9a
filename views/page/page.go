// Package page holds what all pages stand on: heads, paging, the reader's club and
// role, and the page of an error. The pages themselves are components in wings, by the
// nouns of the README. Each takes one struct that is shaped like the page and holds plain
// data; none knows a store or a request. What a wing may show of another is listed by
// TestImportArrows.
package page

import (
	"context"
	"slices"

	"github.com/a-h/templ"

	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
)

// Club is the slug of the club that the page is about, "" outside of any.
func Club(ctx context.Context) string {
	if club := layout.From(ctx).Club; club != nil {
		return club.Slug
	}
	return ""
}

func CurrentTab(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}

// Paging is a page of a list that is counted: its first line, from 1, its last, and the
// addresses of the pages beside it, "" for none.
type Paging struct {
	First, Last, Found int
	Before, After      string
}

// Role is the reader's role in the club of the page.
func Role(ctx context.Context) role.Role {
	if club := layout.From(ctx).Club; club != nil {
		return club.Role
	}
	return ""
}

// May reports that the reader may do something in the club of the page now: nothing that an archived club is not open
// for, though the role has the right.
func May(ctx context.Context, right role.Right) bool {
	club := layout.From(ctx).Club
	return club != nil && club.Role.May(right) && (!club.Archived || right.InArchive())
}

// MadeBy is the name of the actor; nobody stands for the command line.
func MadeBy(ctx context.Context, p part.Person) string {
	if p.Free() {
		return i18n.T(ctx, "audit.machine")
	}
	return part.Known(ctx, p)
}

// reasons are those that the program gives for a host. Rows hold their keys, so none is ever renamed.
var reasons = []string{"draws.undo.reason", "draws.end.reason", "draws.close.reason", "draws.seated.reason"}

// Reason is why a host did something: in the host's words, or in the reader's language where the program gave it.
func Reason(ctx context.Context, reason string) string {
	if slices.Contains(reasons, reason) {
		return i18n.T(ctx, reason)
	}
	return reason
}

// Scrolling makes a table that is wider than a phone scroll by itself.
func Scrolling(wide bool, label string) templ.Attributes {
	if !wide {
		return nil
	}
	return templ.Attributes{"tabindex": "0", "role": "region", "aria-label": label}
}

// Languages name each language in its own words.
func Languages(ctx context.Context) []part.Choosable {
	var choices []part.Choosable
	for _, lang := range i18n.Languages() {
		choices = append(choices, part.Choosable{Value: lang, Label: i18n.T(i18n.With(ctx, lang), "language")})
	}
	return choices
}

// Package page has one component per page. Each takes one struct that is shaped
// like the page and holds plain data; none knows a store or a request.
package page

import (
	"github.com/a-h/templ"

	"context"
	"strconv"

	"carteado/views/layout"
)

func count(n int) string { return strconv.Itoa(n) }

// reader is the reader's name.
func reader(ctx context.Context) string {
	if person := layout.From(ctx).Player; person != nil {
		return person.Name
	}
	return ""
}

// club is the slug of the club that the page is about, "" outside of any.
func club(ctx context.Context) string {
	if club := layout.From(ctx).Club; club != nil {
		return club.Slug
	}
	return ""
}

func currentTab(is bool) templ.Attributes {
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

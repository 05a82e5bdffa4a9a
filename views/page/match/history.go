package match

import (
	"context"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
)

// Ends are the ways in which a match of the history can have ended, and that it has not.
var Ends = []string{"running", "played", "left", "voided", "closed"}

// HistoryProps is one page of a club's matches.
type HistoryProps struct {
	Results []Result
	Newer   string // the mark of the page before; "" on the first
	Older   string // the mark of the next page; "" on the last
	Running int    // in all, as far as they are counted
	More    bool   // there are more than that

	Filter  link.HistoryFilter
	Games   []engine.Info
	Seasons []Choice // newest first
}

// page is the address of a page beside this one; "" where there is none.
func (p HistoryProps) page(ctx context.Context, at link.Cursor) string {
	if at == (link.Cursor{}) {
		return ""
	}
	return link.HistoryPage(page.Club(ctx), p.Filter, at)
}

// running says how many matches go on.
func (p HistoryProps) running(ctx context.Context) string {
	if p.More {
		return i18n.T(ctx, "history.running.more", "n", p.Running)
	}
	return i18n.T(ctx, "history.running", "n", p.Running)
}

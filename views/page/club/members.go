package club

import (
	"context"
	"time"

	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/page"
	matchpage "carteado/views/page/match"
	"carteado/views/page/results"
	"carteado/views/part"
)

// MembersProps is the list of a club's members, with what the reader may do.
type MembersProps struct {
	Search   string
	Only     string         // one of MemberParts; "" for all
	Count    map[string]int // of members, by such a part
	List     []MemberRow    // a page of them
	Paging   page.Paging
	Requests []RequestRow // people who ask to be let in
	Saved    string       // the last action, a key below members.saved
	Name     string       // of the account being made
	Email    string
	Faults   part.Faults // name, email of that account; "" for the page as a whole
}

// MemberParts are the parts to which the list of members can be narrowed.
var MemberParts = []string{"hosts", "away", "paused"}

// MemberRow is a member in the list, or at the head of their own page.
type MemberRow struct {
	Person    part.Person
	Role      role.Role
	Suspended bool
	Until     time.Time // when that ends; zero where it does not by itself
	Joined    time.Time
	Seen      time.Time // zero where never
	Matches   int
	Wins      int
}

// MemberProps is a member's own page.
type MemberProps struct {
	Member MemberRow
	Me     bool
	Games  []results.Record
	Rivals []results.Rival
	Recent []matchpage.Result
	Saved  string
	Faults part.Faults // of the page as a whole
}

// touchable reports that the reader may suspend, restore and remove a member.
func (m MemberRow) touchable(ctx context.Context) bool {
	return page.May(ctx, role.Suspend) && page.Role(ctx).Above(m.Role)
}

// paused says until when a suspended member is.
func (m MemberRow) paused(ctx context.Context) string {
	if m.Until.IsZero() {
		return i18n.T(ctx, "paused.tag")
	}
	return i18n.T(ctx, "paused.until", "date", i18n.Date(ctx, m.Until.Add(-time.Second)))
}

func (m MemberRow) seen(ctx context.Context) string {
	switch {
	case m.Person.Online:
		return i18n.T(ctx, "members.online")
	case m.Seen.IsZero():
		return i18n.T(ctx, "members.never")
	}
	return i18n.Ago(ctx, m.Seen)
}

// counted says how many members the club has, or how many were found.
func (p MembersProps) counted(ctx context.Context) string {
	if p.Search != "" {
		return i18n.T(ctx, "members.found", "n", p.Paging.Found)
	}
	text := i18n.T(ctx, "members.count", "n", p.Count[""])
	if n := p.Count["paused"]; n > 0 {
		text += ", " + i18n.T(ctx, "members.suspended_count", "n", n)
	}
	return text
}

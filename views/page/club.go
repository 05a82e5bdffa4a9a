package page

import (
	"context"
	"slices"
	"time"

	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/link"
	"carteado/views/part"
)

// MembersProps is the list of a club's members, with what the reader may do.
type MembersProps struct {
	Club     string // slug
	Search   string
	List     []MemberRow
	Requests []RequestRow // who asks to be let in
	Saved    string       // what was done just now, below members.saved
	Name     string       // of the account being made
	Email    string
	Faults   part.Faults // name, email of that account; "" for the page as a whole
}

// MemberRow is a member in the list, or at the head of their own page.
type MemberRow struct {
	Person    part.Person
	Email     string
	Role      role.Role
	Suspended bool
	Joined    time.Time
	Seen      time.Time // zero where never
	Matches   int
	Wins      int
}

// RequestRow is somebody who asks to be let in.
type RequestRow struct {
	Person part.Person
	Role   role.Role // that the invitation gives
	By     string    // name of who made the invitation
	At     time.Time
}

// MemberProps is a member's own page.
type MemberProps struct {
	Club   string // slug
	Member MemberRow
	Me     bool
	Games  []Record
	Rivals []Rival
	Recent []Result
	Saved  string
}

// Record is how a member fares in one game.
type Record struct {
	Game          string
	Matches, Wins int
}

// Rival is somebody a member has played against.
type Rival struct {
	Person    part.Person
	Won, Lost int
}

// PasswordLinkProps is the page that shows a link for a new password, once.
type PasswordLinkProps struct {
	Club    string // slug
	Player  part.Person
	URL     string
	Expires time.Time
	Account bool // the account was made just now
}

// NewPasswordProps is the page behind such a link.
type NewPasswordProps struct {
	Token  string
	Name   string
	Faults part.Faults // password
}

// A tab leads to one of the pages about the club as a whole.
type tab struct{ key, href string }

func clubTabs(ctx context.Context) []tab {
	club := layout.From(ctx).Club
	if club == nil {
		return nil
	}
	tabs := []tab{{"standings", link.Standings(club.Slug)}, {"announcements", link.Announcements(club.Slug)}, {"members", link.Members(club.Slug)}}
	if club.Role.May(role.Invite) {
		tabs = append(tabs, tab{"invitations", link.Invitations(club.Slug)})
	}
	tabs = append(tabs, tab{"audit", link.Audit(club.Slug)}, tab{"roles", link.Roles(club.Slug)})
	if club.Role.May(role.Settle) {
		tabs = append(tabs, tab{"club", link.ClubSettings(club.Slug)})
	}
	return tabs
}

// mine is the reader's role in the club of the page.
func mine(ctx context.Context) role.Role {
	if club := layout.From(ctx).Club; club != nil {
		return club.Role
	}
	return ""
}

// touchable reports that the reader may suspend, restore and remove a member.
func (m MemberRow) touchable(ctx context.Context) bool {
	return mine(ctx).May(role.Suspend) && mine(ctx).Above(m.Role)
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

// percent is the share of matches won; there is none of no matches.
func percent(matches, wins int) string {
	if matches == 0 {
		return "–"
	}
	return count((100*wins+matches/2)/matches) + "%"
}

func allRoles(ctx context.Context) []part.Choosable {
	var choices []part.Choosable
	for _, r := range slices.Backward(role.Roles()) {
		choices = append(choices, part.Choosable{Value: string(r), Label: i18n.T(ctx, "role."+string(r))})
	}
	return choices
}

func (p MembersProps) count(suspended bool) (n int) {
	for _, m := range p.List {
		if m.Suspended == suspended {
			n++
		}
	}
	return n
}

// searching says what is searched: hosts see e-mails, too.
func (p MembersProps) searching(ctx context.Context) string {
	if mine(ctx).May(role.Suspend) {
		return i18n.T(ctx, "members.search_email")
	}
	return i18n.T(ctx, "members.search")
}

// counted says how many members the club has, or how many were found.
func (p MembersProps) counted(ctx context.Context) string {
	if p.Search != "" {
		return i18n.T(ctx, "members.found", "n", len(p.List))
	}
	text := i18n.T(ctx, "members.count", "n", p.count(false))
	if n := p.count(true); n > 0 {
		text += ", " + i18n.T(ctx, "members.suspended_count", "n", n)
	}
	return text
}

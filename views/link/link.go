// Package link has the address of every page as a function, so that no
// template and no handler spells one out. It knows no request and no host.
package link

import (
	"net/url"
	"strconv"
)

// Addresses that belong to no club.
const (
	Root             = "/"
	Setup            = "/setup"
	SignIn           = "/sign-in"
	SignOut          = "/sign-out"
	Language         = "/language"
	Settings         = "/settings"
	Password         = "/settings/password"
	EndOtherSessions = "/settings/sessions/end-others"
	Rules            = "/rules"
	Export           = "/settings/export"
	DeleteAccount    = "/settings/delete"
	Clubs            = "/clubs"
	Site             = "/site"
)

// SignInTo is the sign-in page that leads on to a path of this site.
func SignInTo(next string) string {
	if next == "" || next == Root {
		return SignIn
	}
	return SignIn + "?next=" + url.QueryEscape(next)
}

// RulesOf are the rules of a game.
func RulesOf(game string) string { return Rules + "/" + url.PathEscape(game) }

// EndSession ends one session of the player's own.
func EndSession(id int64) string { return "/settings/sessions/" + number(id) + "/end" }

// Invitation is the address that is passed on to somebody.
func Invitation(token string) string { return "/invitations/" + url.PathEscape(token) }

// Club is the club's home.
func Club(club string) string { return "/clubs/" + url.PathEscape(club) }

// ClubPoll asks whether the club's tables have changed since at.
func ClubPoll(club, at string) string {
	return Club(club) + "/tables?at=" + url.QueryEscape(at)
}

// Invitations lists and makes invitations.
func Invitations(club string) string { return Club(club) + "/invitations" }

// FreshInvitations shows invitations where those made just now begin.
func FreshInvitations(club string, first int64) string {
	return Invitations(club) + "?fresh=" + number(first) + "#invitation-" + number(first)
}

// Members lists the club's members, and is where an account is posted to.
func Members(club string) string { return Club(club) + "/members" }

// Member is a member's page.
func Member(club string, player int64) string { return Members(club) + "/" + number(player) }

// MemberRole changes a member's role.
func MemberRole(club string, player int64) string { return Member(club, player) + "/role" }

// SuspendMember takes a member out of the club for a while.
func SuspendMember(club string, player int64) string { return Member(club, player) + "/suspend" }

// RestoreMember lets a suspended member in again.
func RestoreMember(club string, player int64) string { return Member(club, player) + "/restore" }

// RemoveMember ends a membership.
func RemoveMember(club string, player int64) string { return Member(club, player) + "/remove" }

// ResetMember makes a link for a new password.
func ResetMember(club string, player int64) string { return Member(club, player) + "/password" }

// AnswerRequest lets somebody who asks in, or not.
func AnswerRequest(club string, player int64) string {
	return Club(club) + "/requests/" + number(player)
}

// LeaveClub ends one's own membership.
func LeaveClub(club string) string { return Club(club) + "/leave" }

// Standings are the running season's places, or the latest one's.
func Standings(club string) string { return Club(club) + "/standings" }

// StandingsOf are one season's places.
func StandingsOf(club string, season int64) string {
	return Standings(club) + "?season=" + number(season)
}

// Season is where a season is posted to, a new one with 0.
func Season(club string, season int64) string {
	if season == 0 {
		return Club(club) + "/seasons"
	}
	return Club(club) + "/seasons/" + number(season)
}

// NewSeason is the form for a new season.
func NewSeason(club string) string { return Club(club) + "/seasons/new" }

// EditSeason is the form for a season there is.
func EditSeason(club string, season int64) string { return Season(club, season) + "/edit" }

// Correct is where a result is corrected.
func Correct(club string, match int64) string { return Match(club, match) + "/correct" }

// ClubSettings changes what a club is called and how it reads.
func ClubSettings(club string) string { return Club(club) + "/settings" }

// Audit is the club's log.
func Audit(club string) string { return Club(club) + "/audit" }

// AuditPage is one page of the log, counted from 1.
func AuditPage(club string, page int) string { return Audit(club) + "?page=" + strconv.Itoa(page) }

// ExportClub hands tables of the club's out.
func ExportClub(club string) string { return Club(club) + "/export" }

// Roles says what each role may do.
func Roles(club string) string { return Club(club) + "/roles" }

// PasswordLink is the address that a host hands over for a new password.
func PasswordLink(token string) string { return "/passwords/" + url.PathEscape(token) }

// RevokeInvitation takes an invitation back.
func RevokeInvitation(club string, id int64) string {
	return Invitations(club) + "/" + number(id) + "/revoke"
}

// Tables is where a new table is posted to.
func Tables(club string) string { return Club(club) + "/tables" }

// NewTable is the form for a new table.
func NewTable(club string) string { return Tables(club) + "/new" }

// NewTableOf is the form for a new table of one game.
func NewTableOf(club, game string) string {
	return NewTable(club) + "?game=" + url.QueryEscape(game)
}

// Table is a table, whatever it shows: the waiting room, the board or a result.
func Table(club string, table int) string {
	return Tables(club) + "/" + strconv.Itoa(table)
}

// Poll asks whether a table has changed since at.
func Poll(club string, table int, at string) string {
	return Table(club, table) + "/poll?at=" + url.QueryEscape(at)
}

// Moves is where moves are posted to.
func Moves(club string, table int) string { return Table(club, table) + "/moves" }

// Sort is where a player says how the hand shall be sorted.
func Sort(club string, table int) string { return Table(club, table) + "/sort" }

// Join takes a free seat.
func Join(club string, table int) string { return Table(club, table) + "/join" }

// Stand gives one's seat up before the deal.
func Stand(club string, table int) string { return Table(club, table) + "/stand" }

// AddBot seats a bot.
func AddBot(club string, table int) string { return Table(club, table) + "/bot" }

// Start deals to those who sit there.
func Start(club string, table int) string { return Table(club, table) + "/start" }

// TableByKey is the address of a table for those invited that is passed on.
func TableByKey(club string, table int, key string) string {
	return Table(club, table) + "?key=" + url.QueryEscape(key)
}

// Guests lets who has a table's key see it from now on.
func Guests(club string, table int) string { return Table(club, table) + "/guests" }

// Presets is where a table's house rules are kept for the club.
func Presets(club string) string { return Club(club) + "/presets" }

// RemovePreset lets house rules of the club go.
func RemovePreset(club string, id int64) string { return Presets(club) + "/" + number(id) + "/remove" }

// Announcements are what hosts had to say, and where they say more.
func Announcements(club string) string { return Club(club) + "/announcements" }

// HideAnnouncement takes an announcement down.
func HideAnnouncement(club string, id int64) string {
	return Announcements(club) + "/" + number(id) + "/hide"
}

// Close asks for the reason to close a table, and is where it is posted to.
func Close(club string, table int) string { return Table(club, table) + "/close" }

// Rematch deals another match at the same table.
func Rematch(club string, table int) string { return Table(club, table) + "/rematch" }

// Leave gives a running match up.
func Leave(club string, table int) string { return Table(club, table) + "/leave" }

// Arrange is the page for choosing one's own combinations with a card.
func Arrange(club string, table int, card string) string {
	return Table(club, table) + "/arrange?card=" + url.QueryEscape(card)
}

// HouseRules are the rules in force at a table.
func HouseRules(club string, table int) string { return Table(club, table) + "/rules" }

// Matches is the list of one's own matches.
func Matches(club string) string { return Club(club) + "/matches" }

// A MatchFilter is what the list of one's own matches is narrowed to; what is
// zero narrows nothing.
type MatchFilter struct {
	Game   string
	With   int64
	Result string
	Season int64
}

// MatchesPage is one page of that list, counted from 1.
func MatchesPage(club string, f MatchFilter, page int) string {
	q := url.Values{}
	for _, field := range []struct{ name, value, none string }{
		{"game", f.Game, ""}, {"with", number(f.With), "0"}, {"result", f.Result, ""}, {"season", number(f.Season), "0"},
		{"page", strconv.Itoa(max(page, 1)), "1"},
	} {
		if field.value != field.none {
			q.Set(field.name, field.value)
		}
	}
	if len(q) == 0 {
		return Matches(club)
	}
	return Matches(club) + "?" + q.Encode()
}

// Match is the score sheet of a match.
func Match(club string, match int64) string { return Matches(club) + "/" + number(match) }

// Round is a finished round of a match, counted from 1.
func Round(club string, match int64, round int) string {
	return Match(club, match) + "/rounds/" + strconv.Itoa(round)
}

// Replay is the position of a match that is over, after a number of moves.
func Replay(club string, match int64, step int) string {
	return Match(club, match) + "/replay/" + strconv.Itoa(step)
}

func number(id int64) string { return strconv.FormatInt(id, 10) }

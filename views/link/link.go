// Package link has the address of every page as a function, so that no
// template and no handler spells one out. It knows no request and no host.
package link

import (
	"net/url"
	"strconv"
	"time"
)

// Addresses that belong to no club.
const (
	Root             = "/"
	Setup            = "/setup"
	SignIn           = "/sign-in"
	SignOut          = "/sign-out"
	Language         = "/language"
	Settings         = "/settings"
	Face             = "/settings/face"
	Name             = "/settings/name"
	Password         = "/settings/password"
	Rest             = "/settings/rest"
	EndOtherSessions = "/settings/sessions/end-others"
	Rules            = "/rules"
	Lessons          = "/lessons"
	Export           = "/settings/export"
	DeleteAccount    = "/settings/delete"
	Clubs            = "/clubs"
	Site             = "/site"
	House            = "/house"
	HouseOwners      = "/house/owners"
	BroughtClubs     = "/house/clubs"
	TestLetter       = "/house/letter"
	Notices          = "/notices"
	ReadNotices      = "/notices/read"
	Next             = "/next"
	Manifest         = "/manifest.webmanifest"
	Delivery         = "/settings/notices"
	Address          = "/settings/address"
	Devices          = "/settings/devices"
	RenewDevice      = "/devices"
	DeclineDevice    = "/settings/devices/decline"
	Forgotten        = "/forgotten"
)

// SignInTo is the sign-in page that leads on to a path of this site.
func SignInTo(next string) string {
	if next == "" || next == Root {
		return SignIn
	}
	return SignIn + "?next=" + url.QueryEscape(next)
}

// Addresses of a player, inside and outside of clubs. Those with a token are handed
// to somebody.
func RulesOf(game string) string       { return Rules + "/" + url.PathEscape(game) }
func HouseOwner(player int64) string   { return HouseOwners + "/" + number(player) + "/remove" }
func RetryJob(id int64) string         { return House + "/jobs/" + number(id) + "/retry" }
func EndSession(id int64) string       { return "/settings/sessions/" + number(id) + "/end" }
func EndDevice(id int64) string        { return Devices + "/" + number(id) + "/end" }
func OpenNotice(id int64) string       { return Notices + "/" + number(id) }
func Unsubscribe(token string) string  { return "/unsubscribe/" + url.PathEscape(token) }
func Confirm(token string) string      { return "/confirm/" + url.PathEscape(token) }
func Invitation(token string) string   { return "/invitations/" + url.PathEscape(token) }
func PasswordLink(token string) string { return "/passwords/" + url.PathEscape(token) }

// Lessons: LessonsOf is the list of a game's steps, Step a step, which its moves are posted to, too.
func LessonsOf(game string) string  { return Lessons + "/" + url.PathEscape(game) }
func Step(game, step string) string { return LessonsOf(game) + "/" + url.PathEscape(step) }

// StepAt is a step after moves, with ; between them, of a round with its deal.
func StepAt(game, step, deal, made string) string {
	q := url.Values{}
	addSet(q, "deal", deal, "made", made)
	return asked(Step(game, step), q)
}

// Pages of a club. Each is also where its form is posted to. ClubPoll asks whether the
// club's tables have changed since at.
func Club(club string) string         { return "/clubs/" + url.PathEscape(club) }
func ClubPoll(club, at string) string { return Tables(club) + "?at=" + url.QueryEscape(at) }
func ClubSettings(club string) string { return Club(club) + "/settings" }
func LeaveClub(club string) string    { return Club(club) + "/leave" }
func ExportClub(club string) string   { return Club(club) + "/export" }
func Roles(club string) string        { return Club(club) + "/roles" }
func Audit(club string) string        { return Club(club) + "/audit" }

// ClubSettingsOf is a part of a club's settings, to the first of which ClubSettings leads.
func ClubSettingsOf(club, part string) string { return ClubSettings(club) + "/" + part }

// Cursor is a page of a long list: the one that begins behind the mark Before, or ends
// ahead of the mark After. Without either it is the first.
type Cursor struct{ Before, After string }

func (c Cursor) add(q url.Values) {
	addSet(q, "before", c.Before, "after", c.After)
}

// AuditPage is one page of the log.
func AuditPage(club string, at Cursor) string {
	q := url.Values{}
	at.add(q)
	return asked(Audit(club), q)
}

// FormerAudit is one page of the log of a house that the club came from.
func FormerAudit(club string, former int64, at Cursor) string {
	q := url.Values{"former": {number(former)}}
	at.add(q)
	return asked(Audit(club), q)
}

// asked is an address with its query.
func asked(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// Invitations of a club. FreshInvitations shows where those made just now begin.
func Invitations(club string) string { return Club(club) + "/invitations" }
func FreshInvitations(club string, first int64) string {
	return Invitations(club) + "?fresh=" + number(first) + "#invitation-" + number(first)
}
func RevokeInvitation(club string, id int64) string {
	return Invitations(club) + "/" + number(id) + "/revoke"
}

// Announcements of a club.
func Announcements(club string) string          { return Club(club) + "/announcements" }
func Announcement(club string, id int64) string { return Announcements(club) + "/" + number(id) }

func EditAnnouncement(club string, id int64) string { return Announcement(club, id) + "/edit" }
func PinAnnouncement(club string, id int64) string  { return Announcement(club, id) + "/pin" }
func HideAnnouncement(club string, id int64) string {
	return Announcement(club, id) + "/hide"
}

// Members of a club. MembersSaid is their list with a line that says what was done;
// ResetMember makes a link for a new password.
func Members(club string) string           { return Club(club) + "/members" }
func MembersSaid(club, done string) string { return Members(club) + "?saved=" + done }
func MembersPage(club, search, only string, page int) string {
	q := url.Values{}
	addSet(q, "q", search, "only", only, "page", unlessFirst(page))
	return asked(Members(club), q)
}
func Member(club string, player int64) string { return Members(club) + "/" + number(player) }
func MemberSaid(club string, player int64, done string) string {
	return Member(club, player) + "?saved=" + done
}
func MemberRole(club string, player int64) string    { return Member(club, player) + "/role" }
func SuspendMember(club string, player int64) string { return Member(club, player) + "/suspend" }
func RestoreMember(club string, player int64) string { return Member(club, player) + "/restore" }
func RemoveMember(club string, player int64) string  { return Member(club, player) + "/remove" }
func ResetMember(club string, player int64) string   { return Member(club, player) + "/password" }

// AnswerRequest answers a player who asks to be let in.
func AnswerRequest(club string, player int64) string {
	return Club(club) + "/requests/" + number(player)
}

// Standings are the running season's places, or the latest one's.
func Standings(club string) string { return Club(club) + "/standings" }

// StandingsOf are one season's places.
func StandingsOf(club string, season int64) string {
	return Standings(club) + "?season=" + number(season)
}

// StandingsPage is one page of a season's places, or all of them with 0.
func StandingsPage(club string, season int64, page int) string {
	return StandingsOf(club, season) + "&page=" + strconv.Itoa(page)
}

// Season is where a season is posted to, a new one with 0.
func Season(club string, season int64) string {
	if season == 0 {
		return Club(club) + "/seasons"
	}
	return Club(club) + "/seasons/" + number(season)
}

// NewSeason and EditSeason are the forms of seasons.
func NewSeason(club string) string                { return Club(club) + "/seasons/new" }
func EditSeason(club string, season int64) string { return Season(club, season) + "/edit" }

// SeasonPicture is a season's table to share.
func SeasonPicture(club string, season int64) string { return Season(club, season) + "/picture" }

func RenameSeason(club string, season int64) string { return Season(club, season) + "/name" }
func DeleteSeason(club string, season int64) string { return Season(club, season) + "/delete" }

// House rules that a club has kept.
func Presets(club string) string                { return Club(club) + "/presets" }
func RemovePreset(club string, id int64) string { return Presets(club) + "/" + number(id) + "/remove" }

// New tables: Tables is where one is posted to, NewTable its form.
func Tables(club string) string           { return Club(club) + "/tables" }
func NewTable(club string) string         { return Tables(club) + "/new" }
func NewTableOf(club, game string) string { return NewTable(club) + "?game=" + url.QueryEscape(game) }

// AllTables is the list of the club's tables, those of a game and of what somebody
// looks for.
func AllTables(club, search, game string, page int) string {
	q := url.Values{}
	addSet(q, "q", search, "game", game, "page", unlessFirst(page))
	return asked(Tables(club)+"/all", q)
}

// Table is a table, whatever it shows: the waiting room, the board or a result. The
// others are what players do there. Hand is where a player puts the hand in order and Sort
// where it is sorted, Stand gives a seat up before the deal, Leave gives a running match up, and
// Guests lets a member who has the table's key see it from now on.
func Table(club string, table int) string         { return Tables(club) + "/" + strconv.Itoa(table) }
func Moves(club string, table int) string         { return Table(club, table) + "/moves" }
func Note(club string, match int64) string        { return Match(club, match) + "/notes" }
func Reviews(club string, match int64) string     { return Match(club, match) + "/reviews" }
func ShareReview(club string, match int64) string { return Reviews(club, match) + "/share" }
func Plans(club string, table int) string         { return Table(club, table) + "/plans" }
func Hand(club string, table int) string          { return Table(club, table) + "/hand" }
func Sort(club string, table int) string          { return Table(club, table) + "/sort" }
func Join(club string, table int) string          { return Table(club, table) + "/join" }
func Stand(club string, table int) string         { return Table(club, table) + "/stand" }
func AddBot(club string, table int) string        { return Table(club, table) + "/bot" }
func Start(club string, table int) string         { return Table(club, table) + "/start" }
func Guests(club string, table int) string        { return Table(club, table) + "/guests" }
func Close(club string, table int) string         { return Table(club, table) + "/close" }
func Answer(club string, table int) string        { return Table(club, table) + "/offers/answer" }
func Back(club string, table int) string          { return Table(club, table) + "/back" }
func Nudge(club string, table int) string         { return Table(club, table) + "/nudge" }
func Daily(club string) string                    { return Club(club) + "/daily" }
func Hints(club string, table int) string         { return Table(club, table) + "/hints" }
func Leave(club string, table int) string         { return Table(club, table) + "/leave" }
func Say(club string, table int) string           { return Table(club, table) + "/phrases" }
func Mute(club string, table int) string          { return Table(club, table) + "/mute" }
func Words(club string, match int64) string       { return Match(club, match) + "/words" }
func ReportWords(club string, match int64) string { return Match(club, match) + "/report" }
func Watching(club string, table int) string      { return Table(club, table) + "/watching" }
func HouseRules(club string, table int) string    { return Table(club, table) + "/rules" }

// Review is what the Master says of a player's moves in a match.
func Review(club string, match, player int64) string {
	return Reviews(club, match) + "/" + number(player)
}

// NextAfter is Next for a player who comes from a table.
func NextAfter(club string, table int) string {
	return Next + "?after=" + url.QueryEscape(Table(club, table))
}

// Propose is where a player proposes something of that kind to the others at a table.
// Deal is a deal of the day, to be played or to be looked at.
func Deal(club string, day time.Time, game string) string {
	return Daily(club) + "/" + day.Format(time.DateOnly) + "/" + url.PathEscape(game)
}

func Propose(club string, table int, kind string) string {
	return Table(club, table) + "/offers/" + url.PathEscape(kind)
}

// Poll asks whether a table has changed since at.
func Poll(club string, table int, at string) string {
	return Table(club, table) + "/poll?at=" + url.QueryEscape(at)
}

// TableByKey is the address of a table for those invited that is passed on.
func TableByKey(club string, table int, key string) string {
	return Table(club, table) + "?key=" + url.QueryEscape(key)
}

// Refreshing is a table whose page a browser asks for again while others move.
func Refreshing(club string, table int) string { return Table(club, table) + "?refresh=yes" }

// HandWith is the page for putting the hand in order, with cards chosen.
func HandWith(club string, table int, cards []string) string {
	return Hand(club, table) + "?" + url.Values{"card": cards}.Encode()
}

// ScoreSheet is a sheet of paper for a game under house rules, those that are missing as
// written.
func ScoreSheet(club, game string, options map[string]string) string {
	q := url.Values{"game": {game}}
	for key, value := range options {
		q.Set("option."+key, value)
	}
	return asked(ScoreSheets(club), q)
}
func ScoreSheets(club string) string { return Club(club) + "/scoresheet" }

// Matches is the list of one's own matches, Match the score sheet of one.
func Matches(club string) string              { return Club(club) + "/matches" }
func Match(club string, match int64) string   { return Matches(club) + "/" + number(match) }
func Picture(club string, match int64) string { return Match(club, match) + "/picture" }
func Correct(club string, match int64) string { return Match(club, match) + "/correct" }

// Round is a finished round of a match, counted from 1.
func Round(club string, match int64, round int) string {
	return Match(club, match) + "/rounds/" + strconv.Itoa(round)
}

// Check is where the deals of a match that is over are checked, Record the file with all that proves it.
func Check(club string, match int64) string  { return Match(club, match) + "/check" }
func Record(club string, match int64) string { return Match(club, match) + "/record" }

// Replay is the position of a match that is over, after a number of moves.
func Replay(club string, match int64, step int) string {
	return Match(club, match) + "/replay/" + strconv.Itoa(step)
}

// A HistoryFilter narrows the list of a club's matches. A zero field narrows nothing;
// From and Until are days.
type HistoryFilter struct {
	Search, Game, Ended string
	Season              int64
	From, Until         string
}

// History is that list, and HistoryPage one page of it.
func History(club string) string { return Club(club) + "/history" }
func HistoryPage(club string, f HistoryFilter, at Cursor) string {
	q := url.Values{}
	addSet(q, "q", f.Search, "game", f.Game, "ended", f.Ended, "from", f.From, "until", f.Until, "season",
		unlessZero(f.Season))
	at.add(q)
	return asked(History(club), q)
}

// addSet adds pairs of a name and a value, but for those without a value.
func addSet(q url.Values, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
}

func unlessFirst(page int) string {
	if page <= 1 {
		return ""
	}
	return strconv.Itoa(page)
}

func unlessZero(id int64) string {
	if id == 0 {
		return ""
	}
	return number(id)
}

func number(id int64) string { return strconv.FormatInt(id, 10) }

// Competitions of a club. Competition is where one is posted to, too, a new one with 0.
func Competitions(club string) string   { return Club(club) + "/competitions" }
func NewCompetition(club string) string { return Competitions(club) + "/new" }
func Competition(club string, id int64) string {
	if id == 0 {
		return Competitions(club)
	}
	return Competitions(club) + "/" + number(id)
}
func EditCompetition(club string, id int64) string    { return Competition(club, id) + "/edit" }
func CompetitionPicture(club string, id int64) string { return Competition(club, id) + "/picture" }
func EnterCompetition(club string, id int64) string   { return Competition(club, id) + "/enter" }
func WithdrawEntrant(club string, id int64) string    { return Competition(club, id) + "/withdraw" }
func MoveEntrantUp(club string, id, player int64) string {
	return Competition(club, id) + "/up/" + number(player)
}

// CompetitionRounds is where the next round is drawn, CompetitionRound the page that shows one.
func CompetitionRounds(club string, id int64) string { return Competition(club, id) + "/rounds" }
func CompetitionRound(club string, id int64, round int) string {
	return Competition(club, id) + "?round=" + strconv.Itoa(round)
}
func OpenCompetitionTables(club string, id int64, round int) string {
	return CompetitionRounds(club, id) + "/" + strconv.Itoa(round) + "/open"
}
func UndoCompetitionRound(club string, id int64, round int) string {
	return CompetitionRounds(club, id) + "/" + strconv.Itoa(round) + "/undo"
}
func NameHour(club string, id int64, round, table int) string {
	return CompetitionResult(club, id, round, table) + "/hour"
}
func CompetitionResult(club string, id int64, round, table int) string {
	return CompetitionRounds(club, id) + "/" + strconv.Itoa(round) + "/tables/" + strconv.Itoa(table)
}

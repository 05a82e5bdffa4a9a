package link

import (
	"net/url"
	"strconv"
)

// Nights of a club. Night is where a night is posted to, too, a new one with 0.
func Nights(club string) string   { return Club(club) + "/nights" }
func NewNight(club string) string { return Nights(club) + "/new" }
func Night(club string, night int64) string {
	if night == 0 {
		return Nights(club)
	}
	return Nights(club) + "/" + number(night)
}
func EditNight(club string, night int64) string    { return Night(club, night) + "/edit" }
func AnswerNight(club string, night int64) string  { return Night(club, night) + "/answer" }
func RemindNight(club string, night int64) string  { return Night(club, night) + "/remind" }
func CallOffNight(club string, night int64) string { return Night(club, night) + "/off" }
func GivePlace(club string, night, player int64) string {
	return Night(club, night) + "/places/" + number(player)
}

// The addresses of a night's arrivals: Arrivals is the host's page, Poster the code on the wall, and Here where it
// leads.
func Arrivals(club string, night int64) string { return Night(club, night) + "/arrivals" }
func Guest(club string, night int64) string    { return Night(club, night) + "/guests" }
func ClaimGuest(club string, night, guest int64) string {
	return Guest(club, night) + "/" + number(guest) + "/claim"
}
func AnswerClaim(club string, night, guest int64) string {
	return Guest(club, night) + "/" + number(guest) + "/answer"
}
func Poster(club string, night int64) string     { return Night(club, night) + "/poster" }
func HereMyself(club string, night int64) string { return Night(club, night) + "/here" }
func Here(code string) string                    { return "/here/" + url.PathEscape(code) }

// Visit is the page of a guest, where they go home, too, and make an account. TakeOver is the link by which another
// phone becomes theirs, and HandOver where a host makes it.
const (
	Visit        = "/here"
	EndVisit     = "/here/leave"
	VisitAccount = "/here/account"
)

func TakeOver(token string) string { return "/here/as/" + url.PathEscape(token) }
func HandOver(club string, night, guest int64) string {
	return Guest(club, night) + "/" + number(guest) + "/phone"
}

// Tables drawn at a night: Draws is their page, where a round is drawn, too. Television is the link of a
// big screen, and Screen where it is made.
func Draws(club string, night int64) string { return Night(club, night) + "/draws" }
func Drawn(club string, night int64, round int) string {
	return Draws(club, night) + "/" + strconv.Itoa(round)
}
func ExchangeSeats(club string, night int64, round int) string {
	return Drawn(club, night, round) + "/exchange"
}
func OpenRound(club string, night int64, round int) string {
	return Drawn(club, night, round) + "/open"
}
func UndoRound(club string, night int64, round int) string {
	return Drawn(club, night, round) + "/undo"
}
func EndRound(club string, night int64, round int) string { return Drawn(club, night, round) + "/end" }
func SeatIn(club string, night int64, round int) string   { return Drawn(club, night, round) + "/seats" }
func SeatOut(club string, night int64, round int) string  { return SeatIn(club, night, round) + "/out" }
func DrawnResult(club string, night int64, round, table int) string {
	return Drawn(club, night, round) + "/tables/" + strconv.Itoa(table)
}

func CloseDrawnTable(club string, night int64, round, table int) string {
	return DrawnResult(club, night, round, table) + "/close"
}

// Sheet is that of a table with real cards, where a round is written, and DrawnPaper where a table becomes one.
func Sheet(club string, night int64, round, table int) string {
	return DrawnResult(club, night, round, table) + "/sheet"
}

// Pack is the paper of a night, and NightTable where the code on one of its tables leads.
func Pack(club string, night int64) string { return Night(club, night) + "/pack" }
func NightTable(club string, night int64, table int) string {
	return Night(club, night) + "/tables/" + strconv.Itoa(table)
}
func DrawnPaper(club string, night int64, round, table int) string {
	return DrawnResult(club, night, round, table) + "/paper"
}
func Screen(club string, night int64) string { return Night(club, night) + "/screen" }
func Television(token string) string         { return "/tv/" + url.PathEscape(token) }

// NightCalendar is one night for a calendar, CalendarOf all of a player's. Calendar is where the latter gets a new
// address, from the pages of a club.
func NightCalendar(club string, night int64) string { return Night(club, night) + "/night.ics" }
func CalendarOf(token string) string                { return "/calendar/" + url.PathEscape(token) }
func Calendar(club string) string                   { return Club(club) + "/calendar" }
func EndCalendar(club string) string                { return Calendar(club) + "/end" }

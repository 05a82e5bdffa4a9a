package link

// OfNotice is where a notice of a kind leads: to its table or its match, to the club's
// announcements, or to the club itself. What was reported in a match that is over stands in
// its replay; what is what else the notice says.
func OfNotice(kind, what, club string, table int, match int64) string {
	switch {
	case kind == "news":
		return Announcements(club)
	case kind == "over":
		return Match(club, match)
	case kind == "report" && what == "over":
		return Replay(club, match, 0)
	case table > 0:
		return Table(club, table)
	}
	return Club(club)
}

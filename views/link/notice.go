package link

// OfNotice is where a notice of a kind leads: to its table or its match, to the words that
// were reported in it, to the night, to the club's announcements, or to the club itself.
func OfNotice(kind, club string, table int, match, night, competition int64) string {
	switch {
	case kind == "news":
		return Announcements(club)
	case kind == "over":
		return Match(club, match)
	case kind == "address":
		return Delivery
	case kind == "webhook":
		return Webhooks(club)
	case kind == "report":
		return Words(club, match)
	case night > 0:
		return Night(club, night)
	case competition > 0:
		return Competition(club, competition)
	case table > 0:
		return Table(club, table)
	}
	return Club(club)
}

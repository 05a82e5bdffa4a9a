package link

// Numbers are a member's at a game; "" at all.
func Numbers(club string, player int64, game string) string {
	return Member(club, player) + "/numbers" + ofGame(game)
}

// Versus is two members against each other.
func Versus(club string, one, other int64) string {
	return Member(club, one) + "/versus/" + number(other)
}

// Bests are the club's records.
func Bests(club string) string { return Club(club) + "/records" }

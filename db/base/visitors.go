package base

// VisitorSQL is the condition that a player is a guest of a game night who has no account: what they play is kept under
// their name, but counts for no rating and no season, unless they make one. Who is erased stays one; a player of
// another house, who may have come to a night there, has been none.
func VisitorSQL(player string) string {
	// All of them are found once, and not each player by themselves: a season has thousands of seats, and few guests.
	return player + ` IN (SELECT a.player_id FROM arrivals a JOIN players g ON g.id = a.player_id AND g.placeholder
		WHERE a.name <> '' OR g.deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM placeholders WHERE player_id = g.id))`
}

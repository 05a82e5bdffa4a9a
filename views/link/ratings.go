package link

import "net/url"

// Ratings are those of a club at a game; "" for the one that the reader plays most.
func Ratings(club, game string) string { return Club(club) + "/ratings" + ofGame(game) }

// RatingsSaved is the same after the reader has chosen whether theirs is shown.
func RatingsSaved(club, game string) string {
	return Club(club) + "/ratings?" + url.Values{"game": {game}, "saved": {"1"}}.Encode()
}

// Rating is a member's rating at a game.
func Rating(club string, player int64, game string) string {
	return Club(club) + "/ratings/" + number(player) + ofGame(game)
}

// RatingHow says how ratings are computed, with the reader's last match of a game.
func RatingHow(club, game string) string { return Club(club) + "/ratings/how" + ofGame(game) }

func ofGame(game string) string {
	if game == "" {
		return ""
	}
	return "?" + url.Values{"game": {game}}.Encode()
}

package part

import (
	"slices"

	"carteado/engine/bot"
)

// level is the level of a bot as pages show it: one that this program does not know plays as Club.
func level(of string) string {
	if slices.Contains(bot.Levels(), of) {
		return of
	}
	return bot.Club
}

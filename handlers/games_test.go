package handlers

import (
	"slices"

	"carteado/cmd/carteado/games"
	"carteado/views/table"
)

// game is one of the club's list.
func game(key string) table.Game {
	all := games.All()
	return all[slices.IndexFunc(all, func(g table.Game) bool { return g.Rules.Info().Key == key })]
}

// testGames are the club's games, first Knock, which tests play that need any.
func testGames() []table.Game {
	return append([]table.Game{game("knock")}, slices.DeleteFunc(games.All(), func(g table.Game) bool {
		return g.Rules.Info().Key == "knock"
	})...)
}

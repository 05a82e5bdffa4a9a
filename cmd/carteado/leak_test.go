package main

import (
	"bytes"
	"context"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/conform"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// TestNoLeakOnBoards holds the rendered board of every game to the promise of its
// views: shuffle the cards that a reader cannot know, and the page stays the same
// to the byte.
func TestNoLeakOnBoards(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		info := game.Rules.Info()
		t.Run(info.Key, func(t *testing.T) {
			t.Parallel()
			checker := conform.Checker{Game: game.Rules, Render: boardOf(t, game)}
			for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
				for n, players := range []conform.Players{conform.ByChance, conform.ByBots} {
					err := checker.Match(conform.Case{
						Seats: seats, Players: players, Rounds: 2, Every: 5, Seed: engine.Seed{}.Derive("page", n),
					})
					if err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}

// boardOf renders the board of a game.
func boardOf(t *testing.T, game table.Game) func(engine.MatchView, []engine.Move) []byte {
	t.Helper()
	byKey, err := table.ByKey([]table.Game{game})
	if err != nil {
		t.Fatal(err)
	}
	ctx := table.With(i18n.With(context.Background(), i18n.English), byKey)
	return func(v engine.MatchView, legal []engine.Move) []byte {
		props := &table.Props{Club: "club", Table: 1, At: "board.1.1.1", Match: 1, Idem: "key", View: v, Legal: legal}
		for s := range v.Seats {
			props.Seats = append(props.Seats, part.Person{ID: int64(s + 1), Name: "player",
				Me: engine.Seat(s) == v.Seat})
		}
		var page bytes.Buffer
		if err := table.Page(props).Render(ctx, &page); err != nil {
			panic(err)
		}
		return page.Bytes()
	}
}

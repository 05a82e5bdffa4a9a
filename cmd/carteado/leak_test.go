package main

import (
	"bytes"
	"context"
	"testing"

	"carteado/engine"
	"carteado/engine/promise"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// TestPagesDoNotLeak holds the rendered board of every game to the promise of its
// views: shuffle the cards that a reader cannot know, and the page stays the same
// to the byte.
func TestPagesDoNotLeak(t *testing.T) {
	t.Parallel()
	for _, game := range games() {
		info := game.Info()
		t.Run(info.Key, func(t *testing.T) {
			checker := promise.Checker{Game: game, Render: renderBoard}
			for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
				for n, players := range []promise.Players{promise.ByChance, promise.ByBots} {
					err := checker.Match(promise.Case{
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

func renderBoard(v engine.MatchView, legal []engine.Move) []byte {
	props := table.Props{Club: "club", Table: 1, At: "board.1.1.1", Match: 1, Idem: "key", View: v, Legal: legal}
	for s := range v.Seats {
		props.Seats = append(props.Seats, part.Person{ID: int64(s + 1), Name: "player", Me: engine.Seat(s) == v.Seat})
	}
	var page bytes.Buffer
	if err := table.Page(props).Render(i18n.With(context.Background(), "en"), &page); err != nil {
		panic(err)
	}
	return page.Bytes()
}

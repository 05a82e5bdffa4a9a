package db_test

import (
	"slices"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/nights"
)

func TestTablesClose(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	for n, end := range map[int]func(int) error{
		1: func(n int) error { return c.WithdrawTable(ctx, c.id, n, c.ana) },
		2: func(n int) error { return c.LeaveSeat(ctx, c.id, n, c.ana) },
	} {
		table, err := c.OpenTable(ctx, c.id, c.ana,
			live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
		must(t, err)
		must(t, end(table.Number))
		must(t, c.WithdrawTable(ctx, c.id, table.Number, c.ana))
		refused(t, c.JoinTable(ctx, c.id, table.Number, c.bento), base.ErrFull)
		home, err := c.homeOf(t, c.bento)
		must(t, err)
		if len(home.Open) != 0 {
			t.Errorf("case %d: a closed table is open to join", n)
		}
	}
}

// A table says which game night or competition it was opened for, also where it stands in lists.
func TestATableSaysWhatItIsFor(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, table := c.seatedAt(t, nights.PlayedOut)
	id := c.compete(t, nil)
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 0))
	must(t, c.OpenCompetitionTables(ctx, c.id, c.ana, id))
	cup := c.competition(t, id).Rounds[0].Tables[0].Table
	alone := c.meets(t)
	for number, want := range map[int]base.Occasion{table.Table: {Night: night, Name: nightPlan(time.Now()).Name,
		First: true},
		cup: {Competition: id, Name: "Spring", First: true}, alone: {}} {
		one, err := c.TableOf(ctx, c.id, number, c.bento)
		must(t, err)
		if one.Occasion != want {
			t.Errorf("table %d is for %+v, want %+v", number, one.Occasion, want)
		}
		home, err := c.homeOf(t, c.bento)
		must(t, err)
		for _, line := range slices.Concat(home.MyTurn, home.Invited, home.Waiting, home.Open, home.Playing) {
			if line.Table == number && line.Occasion != want {
				t.Errorf("table %d is in a list for %+v, want %+v", number, line.Occasion, want)
			}
		}
	}
}

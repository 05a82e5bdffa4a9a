package db_test

import (
	"testing"

	"carteado/db"
	"carteado/db/base"
)

func TestTablesClose(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	for n, end := range map[int]func(int) error{
		1: func(n int) error { return c.WithdrawTable(ctx, c.id, n, c.ana) },
		2: func(n int) error { return c.LeaveSeat(ctx, c.id, n, c.ana) },
	} {
		table, err := c.OpenTable(ctx, c.id, c.ana,
			db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
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

package db_test

import (
	"errors"
	"slices"
	"testing"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
)

func TestTwoJoinTheSameSeat(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	before := c.board(t, 1, c.ana).Table
	results := make(chan error)
	for _, player := range []int64{c.bento, c.celia} {
		go func() { results <- c.JoinTable(ctx, c.id, 1, player) }()
	}
	one, two := ended(t, results), ended(t, results)
	if (one == nil) == (two == nil) {
		t.Fatalf("got %v and %v, want one in", one, two)
	}
	refused(t, errors.Join(one, two), base.ErrFull)
	board := c.board(t, 1, c.ana)
	if !board.Dealt || board.Table.Status != live.TablePlaying || board.View.Seats != 2 || len(board.Table.ToMove) != 2 {
		t.Errorf("not dealt: %+v", board)
	}
	if board.Table.Commitment != before.Commitment || board.Table.Match != before.Match || board.Table.At == before.At {
		t.Errorf("the deal changed the match: %+v, before %+v", board.Table, before)
	}
	for _, player := range []int64{c.bento, c.celia, c.davi} {
		err := c.JoinTable(ctx, c.id, 1, player)
		switch {
		case player == c.davi:
			refused(t, err, base.ErrNotFound)
		case player == board.Table.Seats[1].Player:
			must(t, err) // sits there already
		default:
			refused(t, err, base.ErrFull)
		}
	}
}

func TestASeatIsKept(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana,
		live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.celia}}})
	must(t, err)
	refused(t, c.JoinTable(ctx, c.id, 1, c.bento), base.ErrFull)
	home, err := c.homeOf(t, c.celia)
	must(t, err)
	if len(home.Invited) != 1 || home.Invited[0].Host != "Ana" || len(home.Open) != 0 {
		t.Errorf("home of Célia: %+v", home)
	}
	must(t, c.JoinTable(ctx, c.id, 1, c.celia))
	if !c.board(t, 1, c.celia).Dealt {
		t.Error("not dealt")
	}
}

func TestSeatsBeforeTheDeal(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana,
		live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}, {Kind: live.SeatOpen}}})
	must(t, err)
	must(t, c.JoinTable(ctx, c.id, 1, c.bento))
	must(t, c.LeaveSeat(ctx, c.id, 1, c.bento))
	must(t, c.LeaveSeat(ctx, c.id, 1, c.bento))
	must(t, c.JoinTable(ctx, c.id, 1, c.celia))
	refused(t, c.AddBot(ctx, c.id, 1, c.celia, 2, "club"), base.ErrForbidden)
	refused(t, c.AddBot(ctx, c.id, 1, c.ana, 1, "club"), base.ErrFull)
	refused(t, c.AddBot(ctx, c.id, 1, c.ana, 3, "club"), base.ErrNotFound)
	must(t, c.AddBot(ctx, c.id, 1, c.ana, 2, "club"))
	board := c.board(t, 1, c.celia)
	if !board.Dealt || board.Table.Mine != 1 || board.Table.Seats[2].Bot != "club" {
		t.Errorf("got %+v", board.Table)
	}
	refused(t, c.LeaveSeat(ctx, c.id, 1, c.celia), base.ErrStale)
	refused(t, c.WithdrawTable(ctx, c.id, 1, c.celia), base.ErrForbidden)
	refused(t, c.WithdrawTable(ctx, c.id, 1, c.ana), base.ErrStale)
}

func TestTablesStartWithFewer(t *testing.T) {
	t.Parallel()
	c, ctx := foundOn(t, dbtest.Store(t, three{}), three{}), t.Context()
	open := func(options engine.Options, seats int) int {
		table, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Options: options,
			Seats: slices.Repeat([]live.SeatChoice{{Kind: live.SeatOpen}}, seats-1)})
		must(t, err)
		return table.Number
	}
	table := open(nil, 4)
	refused(t, c.StartTable(ctx, c.id, table, c.ana), engine.ErrSeats)
	must(t, c.AddBot(ctx, c.id, table, c.ana, 3, "club"))
	must(t, c.JoinTable(ctx, c.id, table, c.bento))
	refused(t, c.StartTable(ctx, c.id, table, c.bento), base.ErrForbidden)
	must(t, c.StartTable(ctx, c.id, table, c.ana))
	board := c.board(t, table, c.bento)
	if len(board.Table.Seats) != 3 || !board.Dealt || board.View.Seats != 3 || board.View.Seat != 1 ||
		board.Table.Seats[2].Bot != "club" {
		t.Errorf("got %+v", board.Table)
	}
	refused(t, c.StartTable(ctx, c.id, table, c.ana), base.ErrFull)

	// House rules that are fine for four are not for three.
	table = open(engine.Options{"turns": "3"}, 4)
	must(t, c.JoinTable(ctx, c.id, table, c.bento))
	must(t, c.JoinTable(ctx, c.id, table, c.celia))
	var option *engine.ErrOption
	if err := c.StartTable(ctx, c.id, table, c.ana); !errors.As(err, &option) {
		t.Errorf("got %v", err)
	}
	if view, err := c.TableOf(ctx, c.id, table, c.ana); err != nil || len(view.Seats) != 4 ||
		view.Status != live.TableOpen {
		t.Errorf("a refused start left %+v, %v", view, err)
	}
}

package db_test

import (
	"errors"
	"testing"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

func TestOpenTable(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	open := db.NewTable{Game: "toy", Options: engine.Options{"turns": "3"}, Seats: []db.SeatChoice{{Kind: db.SeatOpen}}}
	for n := 1; n <= 2; n++ {
		table, err := c.OpenTable(ctx, c.id, c.ana, open)
		must(t, err)
		if table.Number != n || table.Status != db.TableOpen || table.HostName != "Ana" ||
			table.Options["swap"] != "on" {
			t.Errorf("got %+v", table)
		}
	}
	view, err := c.TableOf(ctx, c.id, 1, c.bento)
	must(t, err)
	if view.Mine != engine.Spectator || view.MatchStatus != base.MatchWaiting || len(view.Seats) != 2 ||
		view.Seats[0].Name != "Ana" || view.Seats[1].Taken() || len(view.Commitment) != 64 {
		t.Errorf("got %+v", view)
	}
	if board := c.board(t, 1, c.ana); board.Dealt || len(board.Legal) > 0 {
		t.Errorf("cards before the deal: %+v", board)
	}

	_, err = c.OpenTable(ctx, c.id, c.davi, open)
	refused(t, err, base.ErrNotFound)
	_, err = c.TableOf(ctx, c.id, 1, c.davi)
	refused(t, err, base.ErrNotFound)
	_, err = c.TableOf(ctx, c.id+1, 1, c.ana)
	refused(t, err, base.ErrNotFound)
	_, err = c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "poker", Seats: open.Seats})
	refused(t, err, base.ErrNotFound)
	_, err = c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy"})
	refused(t, err, engine.ErrSeats)
	var option *engine.ErrOption
	_, err = c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Options: engine.Options{"turns": "9"},
		Seats: open.Seats})
	if !errors.As(err, &option) {
		t.Errorf("unknown option: got %v", err)
	}
	for _, invited := range []int64{c.davi, c.ana} {
		_, err = c.OpenTable(ctx, c.id, c.ana,
			db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: invited}}})
		refused(t, err, base.ErrNotFound)
	}
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 2 {
		t.Errorf("%d tables, want 2: a refusal left one behind", n)
	}
}

func TestOpenTableTriesTheDeal(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, three{}), three{})
	seats := []db.SeatChoice{{Kind: db.SeatOpen}, {Kind: db.SeatOpen}}
	_, err := c.OpenTable(t.Context(), c.id, c.ana, db.NewTable{Game: "toy", Options: engine.Options{"turns": "3"},
		Seats: seats})
	var option *engine.ErrOption
	if !errors.As(err, &option) || option.Key != "turns" {
		t.Errorf("got %v", err)
	}
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 0 {
		t.Errorf("%d tables, want none", n)
	}
	for _, fits := range []db.NewTable{
		{Game: "toy", Options: engine.Options{"turns": "3"}, Seats: seats[:1]},
		{Game: "toy", Options: engine.Options{"turns": "1"}, Seats: seats},
	} {
		_, err := c.OpenTable(t.Context(), c.id, c.ana, fits)
		must(t, err)
	}
}

// three is the toy game where three turns each are too many for three seats.
type three struct{ toy.Game }

func (g three) Deal(s engine.Setup) (engine.Round, error) {
	if s.Seats == 3 && s.Options.Int("turns") == 3 {
		return nil, &engine.ErrOption{Key: "turns", Value: "3"}
	}
	return g.Game.Deal(s)
}

package db_test

import (
	"errors"
	"slices"
	"testing"

	"carteado/db"
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
		if table.Number != n || table.Status != db.TableOpen || table.HostName != "Ana" || table.Options["swap"] != "on" {
			t.Errorf("got %+v", table)
		}
	}
	view, err := c.TableOf(ctx, c.id, 1, c.bento)
	must(t, err)
	if view.Mine != engine.Spectator || view.MatchStatus != db.MatchWaiting || len(view.Seats) != 2 ||
		view.Seats[0].Name != "Ana" || view.Seats[1].Taken() || len(view.Commitment) != 64 {
		t.Errorf("got %+v", view)
	}
	if board := c.board(t, 1, c.ana); board.Dealt || len(board.Legal) > 0 {
		t.Errorf("cards before the deal: %+v", board)
	}

	_, err = c.OpenTable(ctx, c.id, c.davi, open)
	refused(t, err, db.ErrNotFound)
	_, err = c.TableOf(ctx, c.id, 1, c.davi)
	refused(t, err, db.ErrNotFound)
	_, err = c.TableOf(ctx, c.id+1, 1, c.ana)
	refused(t, err, db.ErrNotFound)
	_, err = c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "poker", Seats: open.Seats})
	refused(t, err, db.ErrNotFound)
	_, err = c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy"})
	refused(t, err, engine.ErrSeats)
	var option *engine.ErrOption
	_, err = c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Options: engine.Options{"turns": "9"}, Seats: open.Seats})
	if !errors.As(err, &option) {
		t.Errorf("unknown option: got %v", err)
	}
	for _, invited := range []int64{c.davi, c.ana} {
		_, err = c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: invited}}})
		refused(t, err, db.ErrNotFound)
	}
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 2 {
		t.Errorf("%d tables, want 2: a refusal left one behind", n)
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

func TestOpenTableTriesTheDeal(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, three{}), three{})
	seats := []db.SeatChoice{{Kind: db.SeatOpen}, {Kind: db.SeatOpen}}
	_, err := c.OpenTable(t.Context(), c.id, c.ana, db.NewTable{Game: "toy", Options: engine.Options{"turns": "3"}, Seats: seats})
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

func TestTwoJoinTheSameSeat(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
	must(t, err)
	before := c.board(t, 1, c.ana).Table
	results := make(chan error)
	for _, player := range []int64{c.bento, c.celia} {
		go func() { results <- c.JoinTable(ctx, c.id, 1, player) }()
	}
	one, two := <-results, <-results
	if (one == nil) == (two == nil) {
		t.Fatalf("got %v and %v, want one in", one, two)
	}
	refused(t, errors.Join(one, two), db.ErrFull)
	board := c.board(t, 1, c.ana)
	if !board.Dealt || board.Table.Status != db.TablePlaying || board.View.Seats != 2 || len(board.Table.ToMove) != 2 {
		t.Errorf("not dealt: %+v", board)
	}
	if board.Table.Commitment != before.Commitment || board.Table.Match != before.Match || board.Table.At == before.At {
		t.Errorf("the deal changed the match: %+v, before %+v", board.Table, before)
	}
	for _, player := range []int64{c.bento, c.celia, c.davi} {
		err := c.JoinTable(ctx, c.id, 1, player)
		switch {
		case player == c.davi:
			refused(t, err, db.ErrNotFound)
		case player == board.Table.Seats[1].Player:
			must(t, err) // sits there already
		default:
			refused(t, err, db.ErrFull)
		}
	}
}

func TestASeatIsKept(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: c.celia}}})
	must(t, err)
	refused(t, c.JoinTable(ctx, c.id, 1, c.bento), db.ErrFull)
	home, err := c.HomeOf(ctx, c.id, c.celia)
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
	_, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatOpen}, {Kind: db.SeatOpen}}})
	must(t, err)
	must(t, c.JoinTable(ctx, c.id, 1, c.bento))
	must(t, c.LeaveSeat(ctx, c.id, 1, c.bento))
	must(t, c.LeaveSeat(ctx, c.id, 1, c.bento))
	must(t, c.JoinTable(ctx, c.id, 1, c.celia))
	refused(t, c.AddBot(ctx, c.id, 1, c.celia, 2, "steady"), db.ErrForbidden)
	refused(t, c.AddBot(ctx, c.id, 1, c.ana, 1, "steady"), db.ErrFull)
	refused(t, c.AddBot(ctx, c.id, 1, c.ana, 3, "steady"), db.ErrNotFound)
	must(t, c.AddBot(ctx, c.id, 1, c.ana, 2, "steady"))
	board := c.board(t, 1, c.celia)
	if !board.Dealt || board.Table.Mine != 1 || board.Table.Seats[2].Bot != "steady" {
		t.Errorf("got %+v", board.Table)
	}
	refused(t, c.LeaveSeat(ctx, c.id, 1, c.celia), db.ErrStale)
	refused(t, c.CloseTable(ctx, c.id, 1, c.celia, ""), db.ErrForbidden)
	refused(t, c.CloseTable(ctx, c.id, 1, c.ana, ""), db.ErrStale)
}

func TestTablesStartWithFewer(t *testing.T) {
	t.Parallel()
	c, ctx := foundOn(t, dbtest.Store(t, three{}), three{}), t.Context()
	open := func(options engine.Options, seats int) int {
		table, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Options: options, Seats: slices.Repeat([]db.SeatChoice{{Kind: db.SeatOpen}}, seats-1)})
		must(t, err)
		return table.Number
	}
	table := open(nil, 4)
	refused(t, c.StartTable(ctx, c.id, table, c.ana), engine.ErrSeats)
	must(t, c.AddBot(ctx, c.id, table, c.ana, 3, "steady"))
	must(t, c.JoinTable(ctx, c.id, table, c.bento))
	refused(t, c.StartTable(ctx, c.id, table, c.bento), db.ErrForbidden)
	must(t, c.StartTable(ctx, c.id, table, c.ana))
	board := c.board(t, table, c.bento)
	if len(board.Table.Seats) != 3 || !board.Dealt || board.View.Seats != 3 || board.View.Seat != 1 || board.Table.Seats[2].Bot != "steady" {
		t.Errorf("got %+v", board.Table)
	}
	refused(t, c.StartTable(ctx, c.id, table, c.ana), db.ErrFull)

	// What was fine for four is not for three.
	table = open(engine.Options{"turns": "3"}, 4)
	must(t, c.JoinTable(ctx, c.id, table, c.bento))
	must(t, c.JoinTable(ctx, c.id, table, c.celia))
	var option *engine.ErrOption
	if err := c.StartTable(ctx, c.id, table, c.ana); !errors.As(err, &option) {
		t.Errorf("got %v", err)
	}
	if view, err := c.TableOf(ctx, c.id, table, c.ana); err != nil || len(view.Seats) != 4 || view.Status != db.TableOpen {
		t.Errorf("a refused start left %+v, %v", view, err)
	}
}

func TestTablesClose(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	for n, end := range map[int]func(int) error{
		1: func(n int) error { return c.CloseTable(ctx, c.id, n, c.ana, "") },
		2: func(n int) error { return c.LeaveSeat(ctx, c.id, n, c.ana) },
	} {
		table, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
		must(t, err)
		must(t, end(table.Number))
		must(t, c.CloseTable(ctx, c.id, table.Number, c.ana, ""))
		refused(t, c.JoinTable(ctx, c.id, table.Number, c.bento), db.ErrFull)
		home, err := c.HomeOf(ctx, c.id, c.bento)
		must(t, err)
		if len(home.Open) != 0 {
			t.Errorf("case %d: a closed table is open to join", n)
		}
	}
}

func TestHome(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.CreateSession(ctx, c.bento, "hash", db.HashToken([]byte("token")), "")
	must(t, err)
	home, err := c.HomeOf(ctx, c.id, c.ana)
	must(t, err)
	if len(home.MyTurn)+len(home.Waiting)+len(home.Open)+len(home.Recent) > 0 || len(home.Online) != 1 || home.Online[0].Name != "Bento" {
		t.Errorf("empty home: %+v", home)
	}
	positions := map[string]bool{home.At: true}
	see := func(player int64, turn, waiting, open, recent int) {
		t.Helper()
		h, err := c.HomeOf(ctx, c.id, player)
		must(t, err)
		if len(h.MyTurn) != turn || len(h.Waiting) != waiting || len(h.Open) != open || len(h.Recent) != recent {
			t.Errorf("got %d %d %d %d, want %d %d %d %d", len(h.MyTurn), len(h.Waiting), len(h.Open), len(h.Recent), turn, waiting, open, recent)
		}
		if player == c.ana {
			if positions[h.At] {
				t.Errorf("position %s came twice", h.At)
			}
			positions[h.At] = true
		}
	}
	_, err = c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Options: engine.Options{"swap": "off"}, Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
	must(t, err)
	see(c.ana, 0, 1, 0, 0)
	see(c.bento, 0, 0, 1, 0)
	must(t, c.JoinTable(ctx, c.id, 1, c.bento))
	see(c.celia, 0, 0, 0, 0)
	mover := c.mover(t, 1)
	other := c.ana + c.bento - mover
	see(other, 0, 1, 0, 0)
	see(mover, 1, 0, 0, 0)
	_, err = c.Play(ctx, c.input(t, 1, mover, "draw"))
	must(t, err)
	h, err := c.HomeOf(ctx, c.id, other)
	must(t, err)
	if last := h.Waiting[0].Last; last == nil || len(last.Events) != 1 || len(last.Events[0].Secret) > 0 {
		t.Errorf("last move on the other's home: %+v", last)
	}
	leave := c.input(t, 1, mover, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err)
	see(c.ana, 0, 0, 0, 1)
	see(c.bento, 0, 0, 0, 1)
	_, err = c.HomeOf(ctx, c.id, c.davi)
	refused(t, err, db.ErrNotFound)
}

func TestRematchHappensOnce(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	first := c.board(t, 1, c.ana).Table
	refused(t, c.Rematch(ctx, c.id, 1, c.ana, first.Match), db.ErrStale)
	leave := c.input(t, 1, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, leave)
	must(t, err)
	refused(t, c.Rematch(ctx, c.id, 1, c.celia, first.Match), db.ErrForbidden)
	results := make(chan error)
	for _, player := range []int64{c.ana, c.bento, c.ana, c.bento} {
		go func() { results <- c.Rematch(ctx, c.id, 1, player, first.Match) }()
	}
	for range 4 {
		must(t, <-results)
	}
	board := c.board(t, 1, c.bento)
	if n := c.count(t, `SELECT count(*) FROM matches`); n != 2 || !board.Dealt || board.View.Version != 0 {
		t.Errorf("%d matches, board %+v", n, board)
	}
	if board.Table.Commitment == first.Commitment || board.Table.Seats[0].Player != c.ana {
		t.Errorf("rematch: %+v", board.Table)
	}
	leave.Idem = "leave again"
	_, err = c.Play(ctx, leave) // from the page of the match that is over
	var illegal *engine.Illegal
	if !errors.As(err, &illegal) && !errors.Is(err, db.ErrStale) {
		t.Errorf("a move in the first match: %v", err)
	}
}

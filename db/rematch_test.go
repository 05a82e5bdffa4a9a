package db_test

import (
	"errors"
	"testing"

	"carteado/db"
	"carteado/engine"
)

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

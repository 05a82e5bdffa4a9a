package db_test

import (
	"fmt"
	"testing"

	"carteado/db"
	"carteado/engine"
)

// Where nobody watches, the rounds of a match are no way round that, nor is the board
// for a host of the club; both are to be seen when the match is over.
func TestClosedToWatchers(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, engine.Options{"turns": "1"})
	match := c.board(t, table, c.ana).Table.Match
	for i := 0; len(c.board(t, table, c.ana).View.Rounds) == 0; i++ {
		_, err := c.Play(ctx, c.input(t, table, c.mover(t, table), fmt.Sprint(i)))
		must(t, err)
	}
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, "owner"))
	admission, err := c.Admit(ctx, c.id, table, c.celia)
	must(t, err)
	looks := map[string]func() error{
		"board": func() error { _, err := c.Board(ctx, c.id, table, c.celia); return err },
		"round": func() error { _, err := c.RoundEnd(ctx, c.id, match, 1, c.celia); return err },
		"whole": func() error {
			w, err := c.Whole(ctx, c.board(t, table, c.ana).Table.ID)
			if err == nil {
				_, err = w.For(admission)
			}
			return err
		},
	}
	all := func(want error) {
		t.Helper()
		for what, look := range looks {
			if err := look(); want == nil {
				must(t, err)
			} else {
				refused(t, fmt.Errorf("%s: %w", what, err), want)
			}
		}
	}
	all(nil)
	refused(t, c.SetWatchable(ctx, c.id, table, c.celia, false), db.ErrForbidden)
	must(t, c.SetWatchable(ctx, c.id, table, c.ana, false))
	all(db.ErrUnwatched)
	_, err = c.RoundEnd(ctx, c.id, match, 1, c.bento)
	must(t, err)
	c.givesUp(t, table, c.bento)
	all(nil)
}

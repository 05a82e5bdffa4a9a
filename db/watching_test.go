package db_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/db/base"
	"carteado/engine"
)

// Where nobody watches, the rounds of a match are no way round that, nor is the board
// for a host of the club; both are to be seen when the match is over.
func TestClosedToWatchers(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, engine.Options{"turns": "1"})
	for i := 0; len(c.board(t, table, c.ana).View.Rounds) == 0; i++ {
		_, err := c.Play(ctx, c.input(t, table, c.mover(t, table), fmt.Sprint(table, i)))
		must(t, err)
		if c.board(t, table, c.ana).View.Outcome != nil { // by the cards of the first round
			table = c.table(t, engine.Options{"turns": "1"})
		}
	}
	match := c.board(t, table, c.ana).Table.Match
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, "owner"))
	admission, err := c.Admit(ctx, c.id, table, c.celia)
	must(t, err)
	looks := map[string]func() error{
		"board": func() error { _, err := c.Board(ctx, c.id, table, c.celia); return err },
		"round": func() error { _, err := c.RoundEnd(ctx, c.id, match, 1, c.celia); return err },
		"whole": func() error {
			c.Waiters.Redraw(admission.Table()) // no listener tells that it is old
			w, err := c.See(ctx, admission)
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
	refused(t, c.SetWatchable(ctx, c.id, table, c.celia, false), base.ErrForbidden)
	must(t, c.SetWatchable(ctx, c.id, table, c.ana, false))
	all(base.ErrUnwatched)
	_, err = c.RoundEnd(ctx, c.id, match, 1, c.bento)
	must(t, err)
	c.givesUp(t, table, c.bento)
	all(nil)
}

// Everybody who sees a table reads who watches it: a member who has looked lately and may
// look. Nobody else is named, and a player who sits there is not.
func TestWatchers(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, nil)
	at := func() string { return c.board(t, table, c.ana).Table.At }
	look := func(player int64, want bool) {
		t.Helper()
		before := at()
		came, err := c.Watch(ctx, c.id, table, player)
		must(t, err)
		if came != want || came != (at() != before) {
			t.Errorf("player %d came: %v, and the position changed: %v; want %v", player, came, at() != before, want)
		}
	}
	watchers := func(want ...string) {
		t.Helper()
		for _, viewer := range []int64{c.ana, c.bento, c.celia} {
			b, err := c.Board(ctx, c.id, table, viewer)
			must(t, err)
			var names []string
			for _, p := range b.Watchers {
				names = append(names, p.Name)
			}
			if !slices.Equal(names, want) {
				t.Errorf("player %d reads that %v watch, want %v", viewer, names, want)
			}
		}
	}
	watchers()
	look(c.ana, false)
	watchers()
	look(c.celia, true)
	look(c.celia, false)
	watchers("Célia")
	must(t, c.EndWatches(ctx))
	watchers("Célia")

	// A watcher who looks again in time stays, and one who does not is gone.
	later := func() { must(t, c.exec(t, `UPDATE watches SET at = at - interval '60 seconds'`)) }
	later()
	must(t, c.EndWatches(ctx))
	look(c.celia, false)
	later()
	before := at()
	must(t, c.EndWatches(ctx))
	if at() != before {
		t.Error("a table has another position though nobody left")
	}
	later()
	must(t, c.EndWatches(ctx))
	if at() == before {
		t.Error("the players are not told that nobody watches")
	}
	watchers()

	look(c.celia, true)
	must(t, c.SetWatchable(ctx, c.id, table, c.ana, false))
	if n := c.count(t, `SELECT count(*) FROM watches WHERE here`); n != 0 {
		t.Error("who was shown out still watches")
	}
	look(c.celia, false)
	must(t, c.SetWatchable(ctx, c.id, table, c.ana, true))
	look(c.celia, true)
	must(t, c.Remove(ctx, c.id, c.ana, c.celia))
	look(c.celia, false)
	if b := c.board(t, table, c.bento); len(b.Watchers) > 0 {
		t.Errorf("who is no member any more watches: %v", b.Watchers)
	}

	// A position that was shown once never comes back for another table.
	counted := func() (n int) {
		t.Helper()
		var match, version int
		_, err := fmt.Sscanf(at(), "%d.%d.%d", &match, &n, &version)
		must(t, err)
		return n
	}
	shown := counted()
	must(t, c.DeleteAccount(ctx, c.celia))
	if n := counted(); n <= shown {
		t.Errorf("the table's position went from %d to %d with the account of who watched", shown, n)
	}
}

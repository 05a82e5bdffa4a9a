package db_test

import (
	"testing"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// A match that was begun under other rules than the program plays is refused
// whenever it would be opened, and stands in nobody's way.
func TestMatchesOfOtherRules(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(c club) error{
		"closed":  func(c club) error { return c.CloseTable(t.Context(), c.id, 1, c.ana, "other rules") },
		"removed": func(c club) error { return c.Remove(t.Context(), c.id, c.ana, c.bento) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			table := c.table(t, nil)
			over := c.table(t, nil)
			last := c.board(t, over, c.ana).Table.Match
			for c.board(t, over, c.ana).View.Outcome == nil { // several rounds
				_, err := c.Play(ctx, c.input(t, over, c.mover(t, over), c.board(t, over, c.ana).Table.At))
				must(t, err)
			}
			_, err := c.RoundEnd(ctx, c.id, last, 1, c.ana)
			must(t, err)
			in := c.input(t, table, c.mover(t, table), "key")
			must(t, c.exec(t, `UPDATE matches SET rules_version = rules_version + 1`))

			_, err = c.Play(ctx, in)
			refused(t, err, base.ErrOtherRules)
			board, err := c.Board(ctx, c.id, table, c.ana)
			refused(t, err, base.ErrOtherRules)
			if board.Table.Number != table || board.Dealt {
				t.Errorf("board %+v", board)
			}
			_, err = c.RoundEnd(ctx, c.id, last, 1, c.ana)
			refused(t, err, base.ErrOtherRules)
			_, err = c.Replay(ctx, c.id, last, 1, c.ana)
			refused(t, err, base.ErrOtherRules)
			must(t, c.PlayBot(ctx, live.DueMove{Match: in.Match, Version: in.Version},
				func(string, string, bot.Sight) engine.Move {
					t.Error("a bot chooses")
					return engine.Move{}
				}))
			_, err = c.homeOf(t, c.ana)
			must(t, err)

			must(t, c.exec(t, `UPDATE matches SET clock = '{}' WHERE id = $1`, in.Match))
			must(t, c.Suspend(ctx, c.id, c.ana, c.bento, pause)) // the match stands still anyway
			must(t, c.Restore(ctx, c.id, c.ana, c.bento))
			must(t, end(c))
			sheet, err := c.Match(ctx, c.id, in.Match, c.ana)
			must(t, err)
			if o := sheet.Outcome; o == nil || o.How != engine.ByClose || len(o.Placing) != 2 ||
				o.Placing[0] != o.Placing[1] {
				t.Errorf("outcome %+v", o)
			}
			if n := c.count(t, `SELECT count(*) FROM moves v JOIN matches m ON m.id = v.match_id
				AND m.version = v.version WHERE m.id = $1 AND v.move = 'close'`, in.Match); n != 1 {
				t.Error("the log does not say so")
			}
		})
	}
}

package db_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// practice opens a table of practice against a bot.
func (c club) practice(t *testing.T) (table int, match int64) {
	t.Helper()
	opened, err := c.OpenTable(t.Context(), c.id, c.ana, live.NewTable{Game: c.game.Info().Key, Practice: true,
		Seats: []live.SeatChoice{{Kind: live.SeatBot, Level: bot.Club}}})
	must(t, err)
	return opened.Number, c.board(t, opened.Number, c.ana).Table.Match
}

// botsMove makes the moves of bots until it is somebody else's turn.
func (c club) botsMove(t *testing.T, table int) live.Board {
	t.Helper()
	for {
		board := c.board(t, table, c.ana)
		if board.View.Outcome != nil || board.View.Between || slices.Contains(board.View.ToMove, board.Table.Mine) {
			return board
		}
		due := live.DueMove{Match: board.Table.Match, Version: board.View.Version, Seat: board.View.ToMove[0]}
		must(t, c.PlayBot(t.Context(), due, func(_, _ string, s bot.Sight) engine.Move { return s.Legal[0] }))
	}
}

// Practice is with bots alone and counts nowhere, and everything that lists it says so.
func TestPracticeCountsNowhere(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Practice: true,
		Seats: []live.SeatChoice{{Kind: live.SeatBot, Level: bot.Club}, {Kind: live.SeatOpen}}})
	refused(t, err, base.ErrPractice)
	table, match := c.practice(t)
	if home, err := c.homeOf(t, c.ana); err != nil || len(slices.Concat(home.MyTurn, home.Waiting)) != 1 ||
		!slices.Concat(home.MyTurn, home.Waiting)[0].Practice {
		t.Errorf("at home: %+v %v", home, err)
	}
	leave := c.input(t, table, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err)
	if n := c.count(t, `SELECT count(*) FROM results WHERE open OR placed IS NOT NULL OR place IS NOT NULL`); n != 0 {
		t.Errorf("%d results count", n)
	}
	if n := c.count(t, `SELECT sum(matches + wins) FROM tallies`); n != 0 {
		t.Errorf("%d matches are on record", n)
	}
	if level, err := c.LevelFor(ctx, c.id, c.ana, "toy"); err != nil || level != bot.Novice {
		t.Errorf("the level becomes %s, %v", level, err)
	}
	if sheet, err := c.Match(ctx, c.id, match, c.ana); err != nil || !sheet.Practice {
		t.Errorf("the sheet: %+v, %v", sheet, err)
	}
	var rows [][]string
	must(t, c.ExportMatches(ctx, c.id, c.ana, func(fields []string) error {
		rows = append(rows, slices.Clone(fields))
		return nil
	}, nil))
	if last := len(rows[0]) - 1; rows[0][last] != "practice" || rows[1][last] != "true" || rows[1][11] != "" {
		t.Errorf("exported as %v", rows)
	}
}

// In practice a player takes the last move back, with what bots have answered, as often as they like; the match can be
// played again from its moves.
func TestTakingBackIsFreeInPractice(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table, match := c.practice(t)
	undo := func() error { return c.Propose(ctx, c.id, table, c.ana, match, live.OfferUndo) }
	before := []live.Board{c.botsMove(t, table)}
	if before[0].Undo {
		t.Error("offered before the first move")
	}
	refused(t, undo(), base.ErrStale)
	for n := range 3 {
		_, err := c.Play(ctx, c.input(t, table, c.ana, fmt.Sprint("move ", n)))
		must(t, err)
		before = append(before, c.botsMove(t, table))
	}
	for n := 2; n >= 0; n-- {
		if !c.board(t, table, c.ana).Undo {
			t.Fatalf("not offered after %d moves", n+1)
		}
		must(t, undo())
		now := c.board(t, table, c.ana)
		if diff := cmp.Diff(before[n].View.Round, now.View.Round); diff != "" || !slices.Equal(before[n].Legal, now.Legal) {
			t.Fatalf("back before move %d: %s", n, diff)
		}
	}
	refused(t, undo(), base.ErrStale)
	_, err := c.Play(ctx, c.input(t, table, c.ana, "another way"))
	must(t, err)
	c.botsMove(t, table)
	leave := c.input(t, table, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err)
	sheet, err := c.Match(ctx, c.id, match, c.ana)
	must(t, err)
	for step := range sheet.Moves + 1 {
		_, err := c.Replay(ctx, c.id, match, step, c.ana)
		must(t, err)
	}
}

// Advice is for the player whose turn it is, in practice, and is given what that player sees.
func TestAdviceIsAskedFor(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	counts := c.board(t, 1, c.ana).Table.Match
	_, err := c.PositionForAdvice(ctx, c.id, 1, c.ana, counts)
	refused(t, err, base.ErrCounts)
	table, match := c.practice(t)
	board := c.botsMove(t, table)
	q, err := c.PositionForAdvice(ctx, c.id, table, c.ana, match)
	must(t, err)
	if diff := cmp.Diff(board.View, q.Sight.View); diff != "" || !slices.Equal(board.Legal, q.Sight.Legal) {
		t.Errorf("asked about something else: %s", diff)
	}
	_, err = c.PositionForAdvice(ctx, c.id, table, c.bento, match)
	refused(t, err, base.ErrNotFound)
	_, err = c.PositionForAdvice(ctx, c.id, table, c.ana, counts)
	refused(t, err, base.ErrNotFound)
	_, err = c.Play(ctx, c.input(t, table, c.ana, "move"))
	must(t, err)
	if !slices.Contains(c.board(t, table, c.ana).View.ToMove, 0) {
		_, err = c.PositionForAdvice(ctx, c.id, table, c.ana, match)
		refused(t, err, base.ErrStale)
	}
	must(t, c.exec(t, `UPDATE matches SET rules_version = rules_version + 1`))
	_, err = c.PositionForAdvice(ctx, c.id, table, c.ana, match)
	refused(t, err, base.ErrOtherRules)
}

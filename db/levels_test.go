package db_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// toTheEnd plays on against bots until the match is between two rounds, or over.
func (c club) toTheEnd(t *testing.T, table int, choose func(string, string, bot.Sight) engine.Move) live.Board {
	t.Helper()
	for {
		board := c.board(t, table, c.ana)
		switch v := board.View; {
		case v.Between || v.Outcome != nil:
			return board
		case len(board.Legal) > 0:
			_, err := c.Play(t.Context(), c.input(t, table, c.ana, fmt.Sprint(v.Version)))
			must(t, err)
		default:
			due := live.DueMove{Match: board.Table.Match, Version: v.Version, Seat: v.ToMove[0]}
			must(t, c.PlayBot(t.Context(), due, choose))
		}
	}
}

// The host changes how well a bot plays between two rounds, and at no other time. The next round is played by the new
// level; the match, its lists, its sheet and the exports say so.
func TestTheHostChangesALevelBetweenRounds(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table, before, levels := 0, live.Board{}, []string(nil)
	for before.View.Outcome != nil || table == 0 { // a match of one round says nothing
		opened, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{
			Game: "toy", Options: engine.Options{"turns": "1"},
			Seats: []live.SeatChoice{{Kind: live.SeatOpen}, {Kind: live.SeatBot, Level: bot.Club}},
		})
		must(t, err)
		table, levels = opened.Number, nil
		must(t, c.AddBot(ctx, c.id, table, c.ana, 2, bot.Novice)) // in the waiting room
		must(t, c.AddBot(ctx, c.id, table, c.ana, 1, bot.Strong)) // the last seat: it is dealt
		refused(t, c.AddBot(ctx, c.id, table, c.ana, 2, bot.Master), base.ErrStale)
		before = c.toTheEnd(t, table, func(_, level string, sight bot.Sight) engine.Move {
			if sight.View.Seat == 2 {
				levels = append(levels, level)
				refused(t, c.AddBot(ctx, c.id, table, c.ana, 2, bot.Master), base.ErrStale) // while it thinks
			}
			return sight.Legal[0]
		})
	}
	refused(t, c.AddBot(ctx, c.id, table, c.bento, 2, bot.Master), base.ErrForbidden)
	refused(t, c.AddBot(ctx, c.id, table, c.ana, 0, bot.Master), base.ErrFull)
	refused(t, c.AddBot(ctx, c.id, table, c.ana, 3, bot.Master), base.ErrNotFound)
	// While the bot is about to go on to the next round: both are done, and once.
	due := live.DueMove{Match: before.Table.Match, Version: before.View.Version, Seat: 2}
	must(t, c.PlayBot(ctx, due, func(_, _ string, sight bot.Sight) engine.Move {
		must(t, c.AddBot(ctx, c.id, table, c.ana, 2, bot.Strong))
		must(t, c.AddBot(ctx, c.id, table, c.ana, 2, bot.Master))
		must(t, c.AddBot(ctx, c.id, table, c.ana, 2, bot.Master)) // pressed twice
		return sight.Legal[0]
	}))
	after := c.board(t, table, c.ana)
	if after.Table.Seats[2].Bot != bot.Master || after.Table.At == before.Table.At || after.View.Version !=
		before.View.Version+1 || len(after.Asides) != len(before.Asides)+2 {
		t.Errorf("after the change: %+v", after.Table)
	}
	must(t, c.PlayBot(ctx, live.DueMove{Match: due.Match, Version: after.View.Version, Seat: 1}, first))
	_, err := c.Play(ctx, c.input(t, table, c.ana, "next"))
	must(t, err)
	c.toTheEnd(t, table, func(_, level string, sight bot.Sight) engine.Move {
		if sight.View.Seat == 2 {
			levels = append(levels, level)
		}
		return sight.Legal[0]
	})
	if n := len(levels); n < 2 || levels[0] != bot.Novice || levels[n-1] != bot.Master {
		t.Errorf("the bot played as %v", levels)
	}
	c.toldOfLevels(t, due.Match)
}

// toldOfLevels looks where a match's change of level is told.
func (c club) toldOfLevels(t *testing.T, match int64) {
	t.Helper()
	sheet, err := c.Results.Match(t.Context(), c.id, match, c.ana)
	must(t, err)
	if n := len(sheet.Levels); n != 2 || sheet.Seats[2].Bot != bot.Master || sheet.Levels[0].Before != bot.Novice ||
		sheet.Levels[1].Before != bot.Strong || sheet.Levels[1].Level != bot.Master || sheet.Levels[1].Round != 2 {
		t.Errorf("the sheet tells of %+v", sheet.Levels)
	}
	must(t, c.exec(t, `UPDATE matches SET status = 'over', state = NULL, ended_at = now(), outcome =
		'{"how": "closed", "placing": [1, 1, 1]}' WHERE status = 'playing' AND id = $1`, match))
	var rows [][]string
	must(t, c.ExportMatches(context.Background(), c.id, c.ana, func(fields []string) error {
		rows = append(rows, slices.Clone(fields))
		return nil
	}, nil))
	if last := rows[len(rows)-1]; last[0] != fmt.Sprint(match) || last[9] != bot.Master || last[19] != "1:novice 2:strong 2:master" {
		t.Errorf("the export tells of %q", last)
	}
}

package db_test

import (
	"testing"
	"time"

	"carteado/db"
	"carteado/db/base"
)

// Who has not finished a deal is told how many have, and nothing of what they made; a play is kept move by move, and
// once it is over it stays.
func TestNobodyLooksAheadAtTheDealOfTheDay(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	today := time.Date(2026, time.March, 14, 0, 0, 0, 0, time.UTC)
	deal := db.Deal{Club: c.id, Day: today, Game: "toy"}
	save := func(player int64, before int, score *int, moves ...string) error {
		play := db.DailyPlay{Rules: 1, Moves: moves, Score: score, Own: len(moves)}
		return c.SaveDailyPlay(ctx, deal, player, before, play)
	}
	sees := func(player int64, on time.Time, want, played int) {
		t.Helper()
		plays, n, err := c.DailyPlaysOf(ctx, deal, player, on)
		must(t, err)
		if len(plays) != want || n != played {
			t.Errorf("%d plays are seen of %d, want %d of %d", len(plays), n, want, played)
		}
	}
	won, lost := 7, -3
	must(t, save(c.ana, 0, nil, "0 a"))
	refused(t, save(c.ana, 0, nil, "0 b"), base.ErrStale) // another form was faster
	must(t, save(c.ana, 1, &won, "0 a", "1 b"))
	refused(t, save(c.ana, 2, &lost, "0 a", "1 b", "0 c"), base.ErrStale)
	sees(c.bento, today, 0, 1)
	sees(c.ana, today, 1, 1)
	must(t, save(c.bento, 0, nil, "0 b"))
	sees(c.bento, today, 0, 1)
	must(t, save(c.bento, 1, &lost, "0 b", "1 b"))
	sees(c.bento, today, 2, 2)
	sees(c.celia, today, 0, 2)
	sees(c.celia, today.AddDate(0, 0, 1), 2, 2)
	best, err := c.DailyBestOf(ctx, c.id, today.AddDate(0, 0, 1))
	if must(t, err); len(best) != 1 || best[0].Player != c.ana || best[0].Score != won {
		t.Errorf("the best are %+v", best)
	}
	stands := func(player int64, want db.DailyStand) {
		t.Helper()
		list, err := c.DailyStandsOf(ctx, c.id, today, player)
		must(t, err)
		if len(list) != 1 || list[0].Game != "toy" || list[0].Played != want.Played || list[0].Begun != want.Begun ||
			(list[0].Score == nil) != (want.Score == nil) {
			t.Errorf("the deal stands at %+v, want %+v", list, want)
		}
	}
	stands(c.ana, db.DailyStand{Played: 2, Begun: true, Score: &won})
	stands(c.celia, db.DailyStand{Played: 2})
	for day, want := range map[int]int{0: 1, 1: 1, 2: 0} {
		if got, err := c.DailyStreak(ctx, c.id, c.ana, today.AddDate(0, 0, day)); err != nil || got != want {
			t.Errorf("after %d days the streak is %d, %v, want %d", day, got, err, want)
		}
	}
}

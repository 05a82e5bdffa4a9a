package db_test

import (
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/results"
	"carteado/engine/standing"
)

// A record says who holds it since which match and who held it before; a correction takes it away and gives it back.
func TestBests(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	season := results.Season{Name: "S", StartsAt: time.Now().Add(-time.Hour), EndsAt: time.Now().Add(time.Hour),
		Charter: standing.Standard()}
	_, err := c.FoundSeason(ctx, c.id, c.ana, season)
	must(t, err)
	var matches []int64
	for _, loser := range []int64{c.bento, c.bento, c.ana, c.ana, c.ana} {
		matches = append(matches, c.wins(t, loser))
	}
	holds := func(player, match int64, value, before int) {
		t.Helper()
		c.numbersHold(t)
		b, err := c.BestsOf(ctx, c.id, c.celia)
		must(t, err)
		if len(b.List) != 2 {
			t.Fatalf("%d records: %+v", len(b.List), b.List)
		}
		for _, best := range b.List {
			had := 0
			if best.Before != nil {
				had = best.Before.Value
			}
			if best.Name != results.BestStreak || best.By.ID != player || best.Match != match || best.Value != value ||
				had != before {
				t.Errorf("record %+v, before %+v", best, best.Before)
			}
		}
	}
	holds(c.bento, matches[4], 3, 2)
	must(t, c.Correct(ctx, c.id, c.ana, matches[4], results.Correction{Kind: results.CorrectVoid, Reason: "x"}))
	holds(c.ana, matches[1], 2, 0)
	must(t, c.Correct(ctx, c.id, c.ana, matches[4], results.Correction{Kind: results.CorrectRestore, Reason: "x"}))
	holds(c.bento, matches[4], 3, 2)

	_, err = c.BestsOf(ctx, c.id, c.davi)
	refused(t, err, base.ErrNotFound)
	b, err := c.BestsOf(ctx, c.id, c.ana)
	must(t, err)
	if len(b.Champions) != 0 {
		t.Errorf("a season that goes on has champions %+v", b.Champions)
	}
	season.Name, season.StartsAt, season.EndsAt = "Old", time.Now().Add(-time.Hour), time.Now().Add(-time.Millisecond)
	_, err = c.FoundSeason(ctx, c.id, c.ana, season, c.seasons(t)...)
	must(t, err)
	if b, err = c.BestsOf(ctx, c.id, c.ana); err != nil || len(b.Champions) == 0 || b.Champions[0].By.ID != c.bento {
		t.Errorf("champions %+v, %v", b.Champions, err)
	}
}

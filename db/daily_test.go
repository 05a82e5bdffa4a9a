package db_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine"
)

// A player who has not finished a deal is told how many have, and nothing of what they made; a play is kept move by
// move, and once it is over it stays.
func TestNobodyLooksAheadAtTheDealOfTheDay(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	today := time.Date(2026, time.March, 14, 0, 0, 0, 0, time.UTC)
	deal, err := c.OpenDaily(ctx, db.DailyDeal{Club: c.id, Day: today, Game: "toy"}, today, engine.Seed{})
	must(t, err)
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

// A copy of the database shows neither the secret of a deal nor what was made of it; another key shows the same, and
// when it is lost who has begun begins anew, and a score that was made stays.
func TestACopyShowsNoDealOfTheDay(t *testing.T) {
	t.Parallel()
	old, ctx := found(t), t.Context()
	dir := t.TempDir()
	c := old.elsewhere(t, dir)
	must(t, c.exec(t, `DELETE FROM seals`))
	today := time.Date(2026, time.March, 14, 0, 0, 0, 0, time.UTC)
	named, before := db.DailyDeal{Club: c.id, Day: today, Game: "toy"}, engine.Seed{1}
	dealt := func(c club, d db.DailyDeal) db.OpenedDeal {
		t.Helper()
		deal, err := c.OpenDaily(ctx, d, today, before)
		must(t, err)
		return deal
	}
	deal, score := dealt(c, named), 3
	moves := []string{"0 discard X", "1 discard Y"}
	must(t, c.SaveDailyPlay(ctx, deal, c.ana, 0, db.DailyPlay{Rules: 1, Moves: moves, Score: &score, Own: 1}))
	must(t, c.SaveDailyPlay(ctx, deal, c.bento, 0, db.DailyPlay{Rules: 1, Moves: moves, Own: 1}))
	if n := c.count(t, `SELECT count(*) FROM daily_plays WHERE moves::text LIKE '%discard%'`); n != 0 {
		t.Errorf("a copy of the database shows %d plays", n)
	}
	if again := dealt(c, named); again.Seed() != deal.Seed() || again.Seed() == before {
		t.Errorf("the secret is %s, and was %s", again.Seed(), deal.Seed())
	}
	resealed, err := c.RotateKey(ctx)
	must(t, err)
	play, err := c.DailyPlayOf(ctx, dealt(c, named), c.ana)
	must(t, err)
	if resealed != 1 || !slices.Equal(play.Moves, moves) {
		t.Errorf("by another key, which %d have: %q", resealed, play.Moves)
	}
	var out strings.Builder
	must(t, c.ExportOf(ctx, c.ana, &out, nil))
	if !strings.Contains(out.String(), `"moves":["0 discard X","1 discard Y"]`) {
		t.Errorf("the export says\n%s", out.String())
	}
	// What was begun before secrets were kept goes on with its own; a day on which nobody played gets none.
	must(t, c.exec(t, `INSERT INTO daily_plays (club_id, day, game, player_id, rules, moves)
		SELECT id, '2026-03-13', 'toy', $1, 1, '{0 a}' FROM clubs`, c.ana))
	yesterday := db.DailyDeal{Club: c.id, Day: today.AddDate(0, 0, -1), Game: "toy"}
	begun := dealt(c, yesterday)
	if play, err := c.DailyPlayOf(ctx, begun, c.ana); err != nil || begun.Seed() != before || play.Moves[0] != "0 a" {
		t.Errorf("begun before: %s, %+v, %v", begun.Seed(), play, err)
	}
	dealt(c, db.DailyDeal{Club: c.id, Day: today.AddDate(0, 0, -2), Game: "toy"})
	if n := c.count(t, `SELECT count(*) FROM daily_deals`); n != 2 {
		t.Errorf("%d secrets, want 2", n)
	}

	must(t, os.Remove(filepath.Join(dir, "matches.keys")))
	anew := old.elsewhere(t, dir)
	_, err = anew.OpenDaily(ctx, named, today, before)
	refused(t, err, base.ErrKeyLost)
	_, err = anew.DealAnew(ctx)
	must(t, err)
	for player, want := range map[int64]bool{c.ana: true, c.bento: false} {
		play, err := anew.DailyPlayOf(ctx, dealt(anew, named), player)
		if must(t, err); play.Done() != want || len(play.Moves) > 0 {
			t.Errorf("with keys lost player %d has %+v", player, play)
		}
	}
}

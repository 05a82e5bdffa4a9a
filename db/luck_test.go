package db_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/role"
)

// The luck of a match is asked for in the transaction that ends it, of its own deals, and kept once; a correction leads
// to the same numbers as if it had been so from the start.
func TestLuckIsKeptOnce(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	running := c.board(t, c.table(t, nil), c.ana).Table.Match
	for range 2 {
		c.playOut(t, c.table(t, engine.Options{"target": "15"}))
	}
	jobs := taken[db.LuckJob](t, c, "luck")
	if len(jobs) != 2 {
		t.Fatalf("%d jobs for two matches", len(jobs))
	}
	_, err := c.Deals(ctx, db.LuckJob{Match: running})
	refused(t, err, base.ErrNotFound)
	sum := 0
	for _, job := range jobs {
		dealt, err := c.Deals(ctx, job)
		must(t, err)
		if n := c.count(t, `SELECT count(*) FROM rounds WHERE match_id = $1`, job.Match); n == 0 ||
			n != len(dealt.Deals) {
			t.Errorf("%d deals of %d rounds", len(dealt.Deals), n)
		}
		replay, err := c.Replay(ctx, c.id, job.Match, 0, c.ana)
		must(t, err)
		deal := dealt.Deals[0]
		round, err := dealt.Game.Deal(deal)
		must(t, err)
		if diff := gocmp.Diff(replay.Views[0].Round, round.View(0)); diff != "" ||
			deal.Dealer != replay.Views[0].Dealer {
			t.Errorf("the first deal is another one: %s", diff)
		}
		var rounds []results.RoundLuck
		for i, n := range dealt.Rounds {
			points := int(job.Match)*100 + i
			rounds = append(rounds, results.RoundLuck{Round: n, Points: []int{points, -points}, Errors: []int{1, 1}})
			sum += points
		}
		must(t, c.KeepLuck(ctx, c.id, job.Match, rounds))
		must(t, c.KeepLuck(ctx, c.id, job.Match, rounds)) // a job may run twice
	}
	luck := func(times, sum int) {
		t.Helper()
		n, err := c.NumbersOf(ctx, c.id, c.celia, c.ana, "toy")
		must(t, err)
		if n.Luck.Times != times || n.Luck.Sum != sum {
			t.Errorf("Ana's luck is %+v, want %d matches and %d", n.Luck, times, sum)
		}
	}
	luck(2, sum)
	before, first := c.numbered(t), jobs[0].Match
	sheet, err := c.Match(ctx, c.id, first, c.celia)
	must(t, err)
	of := 0
	for _, r := range sheet.Luck {
		of += r.Points[0]
	}
	if of == 0 || len(sheet.Luck) != len(sheet.Scores) {
		t.Errorf("the sheet tells %+v", sheet.Luck)
	}
	correct := func(kind string) {
		t.Helper()
		must(t, c.Correct(ctx, c.id, c.ana, first, results.Correction{Kind: kind, Reason: "x"}))
		c.counts(t)
	}
	correct(results.CorrectVoid)
	luck(1, sum-of)
	correct(results.CorrectRestore)
	if diff := gocmp.Diff(before, c.numbered(t)); diff != "" {
		t.Errorf("a result that was restored leads to other numbers:\n%s", diff)
	}
	// One that is void when its luck is found brings it along when it counts again.
	must(t, c.exec(t, `DELETE FROM luck WHERE match_id = $1`, first))
	if old, _, err := c.WithoutLuck(ctx, 0); err != nil || old != first {
		t.Errorf("without luck is match %d, want %d: %v", old, first, err)
	}
	must(t, c.QueueOldLuck(ctx))
	must(t, c.QueueOldLuck(ctx))
	if n := len(taken[db.OldLuckJob](t, c, "old_luck")); n != 1 {
		t.Errorf("%d jobs are queued for old matches", n)
	}
	correct(results.CorrectVoid)
	must(t, c.KeepLuck(ctx, c.id, first, sheet.Luck))
	luck(1, sum-of)
	correct(results.CorrectRestore)
	luck(2, sum)
	if old, below, err := c.WithoutLuck(ctx, 0); err != nil || old != 0 || below == 0 {
		t.Errorf("with luck everywhere, match %d has none, below %d: %v", old, below, err)
	}
}

// No luck is asked for of a match that counts for nobody, and none is told of rounds after somebody left.
func TestLuckOfWhatDoesNotCount(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	dealt, err := c.Deals(ctx, db.LuckJob{Match: c.over(t, c.table(t, nil))})
	must(t, err)
	if len(dealt.Deals) > 0 {
		t.Errorf("a round that was left has deals %v", dealt.Rounds)
	}
	taken[db.LuckJob](t, c, "luck")
	host := c.joins(t, "Dora")
	must(t, c.SetRole(ctx, c.id, c.ana, host, role.Host))
	must(t, c.CloseTable(ctx, c.id, c.table(t, nil), host, "x"))
	if jobs := taken[db.LuckJob](t, c, "luck"); len(jobs) > 0 {
		t.Errorf("a closed match is asked for: %+v", jobs)
	}
}

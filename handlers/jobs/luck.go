package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/results"
	"carteado/engine/bot"
)

// luckLimit ends a luck that waits for the core for long; the work itself takes a few seconds.
const luckLimit = 10 * time.Minute

// luck works out what the cards of a match gave. The core is lent to it, as to a review.
type luck struct {
	river.WorkerDefaults[db.LuckJob]
	store     *db.Store
	thinkTime *thinkTime
	stopping  <-chan struct{} // when the program ends
}

// Timeout implements river.Worker.
func (*luck) Timeout(*river.Job[db.LuckJob]) time.Duration { return luckLimit }

// Work implements river.Worker. What it finds follows from the deals, and is kept once.
func (w *luck) Work(ctx context.Context, job *river.Job[db.LuckJob]) error {
	_, err := w.workOut(ctx, job.Args)
	return err
}

// workOut returns how many rounds it has kept the luck of: none where the deals cannot be had any more.
func (w *luck) workOut(ctx context.Context, job db.LuckJob) (kept int, err error) {
	dealt, err := w.store.Deals(ctx, job)
	switch {
	case errors.Is(err, base.ErrNotFound), errors.Is(err, base.ErrOtherRules), errors.Is(err, base.ErrKeyLost):
		return 0, nil
	case err != nil:
		return 0, err
	}
	ended := func() error {
		select {
		case <-w.stopping:
			return river.JobSnooze(time.Second) // it begins anew when the program is back
		default:
			return ctx.Err()
		}
	}
	var rounds []results.RoundLuck
	for i, deal := range dealt.Deals {
		var found bot.Luck
		var played bool
		w.thinkTime.behind(luckLimit, func() bool { return ended() != nil }, func(b bot.Budget) {
			found, played, err = bot.LuckOf(dealt.Game, deal, bot.PlaysOf(len(dealt.Deals)), b.Stop)
		})
		if err = errors.Join(err, ended()); err != nil || !played {
			return 0, err
		}
		rounds = append(rounds, results.RoundLuck{Round: dealt.Rounds[i], Points: found.Points, Errors: found.Errors})
	}
	return len(rounds), w.store.KeepLuck(ctx, dealt.Club, job.Match, rounds)
}

// oldLuck works out the luck of one old match after the other, the last first. It is given a quarter of a core at most,
// and in its pauses a review, or the luck of a match of today, has their worker.
type oldLuck struct {
	river.WorkerDefaults[db.OldLuckJob]
	luck  *luck
	below int64 // the match that it has come to; it begins with the last when the program is back
}

const (
	pauses    = 3   // as long as the work each
	maxPassed = 100 // matches without deals, and hundreds that have luck
)

// Timeout implements river.Worker.
func (*oldLuck) Timeout(*river.Job[db.OldLuckJob]) time.Duration { return luckLimit }

// Work implements river.Worker. Matches without deals are passed by, some at a time.
func (w *oldLuck) Work(ctx context.Context, _ *river.Job[db.OldLuckJob]) error {
	began := time.Now()
	for range maxPassed {
		match, below, err := w.luck.store.WithoutLuck(ctx, w.below)
		if err != nil || below == 0 {
			return err
		}
		w.below = below // also where it fails: one match keeps no other from its turn
		if match == 0 {
			continue
		}
		kept, err := w.luck.workOut(ctx, db.LuckJob{Match: match})
		if err != nil {
			return err
		}
		if kept > 0 {
			break
		}
	}
	return river.JobSnooze(max(pauses*time.Since(began), breath))
}

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
	store    *db.Store
	minds    *minds
	stopping <-chan struct{} // when the program ends
}

// Timeout implements river.Worker.
func (*luck) Timeout(*river.Job[db.LuckJob]) time.Duration { return luckLimit }

// Work implements river.Worker. What it finds follows from the deals, and is kept once.
func (w *luck) Work(ctx context.Context, job *river.Job[db.LuckJob]) error {
	dealt, err := w.store.Deals(ctx, job.Args)
	switch {
	case errors.Is(err, base.ErrNotFound), errors.Is(err, base.ErrOtherRules), errors.Is(err, base.ErrKeyLost):
		return nil
	case err != nil:
		return err
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
		w.minds.behind(luckLimit, func() bool { return ended() != nil }, func(b bot.Budget) {
			found, played, err = bot.LuckOf(dealt.Game, deal, bot.PlaysOf(len(dealt.Deals)), b.Stop)
		})
		if err = errors.Join(err, ended()); err != nil || !played {
			return err
		}
		rounds = append(rounds, results.RoundLuck{Round: dealt.Rounds[i], Points: found.Points, Errors: found.Errors})
	}
	return w.store.KeepLuck(ctx, dealt.Club, job.Args.Match, rounds)
}

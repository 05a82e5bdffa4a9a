package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine/bot"
)

// A review takes a minute of one core at most: all first looks together a good half of it, and then decisions are
// played out anew for as long as it lasts.
const (
	firstLooks = 35 * time.Second
	maxLook    = 500 * time.Millisecond
	secondLook = time.Second
	maxReview  = time.Minute

	// reviewLimit ends a review that waits for the core for long. River has its own idea of jobs that are stuck, and
	// takes none over that may still be worked.
	reviewLimit = 10 * time.Minute

	noteEvery = time.Second
)

// review looks at a player's moves in a match.
type review struct {
	river.WorkerDefaults[db.ReviewJob]
	store     *db.Store
	thinkTime *thinkTime
	stopping  <-chan struct{} // when the program ends
}

// errStopping ends a review that begins anew when the program is back.
var errStopping = errors.New("the program ends")

// Timeout implements river.Worker.
func (w *review) Timeout(*river.Job[db.ReviewJob]) time.Duration { return reviewLimit }

// Work implements river.Worker. What it finds is kept once, so that it has one effect however often it runs.
func (w *review) Work(ctx context.Context, job *river.Job[db.ReviewJob]) error {
	game, past, err := w.store.Decisions(ctx, job.Args)
	switch {
	case errors.Is(err, base.ErrNotFound):
		return nil
	case errors.Is(err, base.ErrOtherRules), errors.Is(err, base.ErrKeyLost):
		return w.store.DropReview(ctx, job.Args)
	case err == nil:
		var found bot.Review
		if found, err = bot.ReviewOf(game, past, w.search(ctx, len(past), func(looked int) error {
			return w.store.NoteReview(ctx, job.Args, looked, len(past))
		})); err == nil {
			return w.store.SaveReview(ctx, job.Args, found)
		}
	}
	switch {
	case errors.Is(err, errStopping):
		return river.JobSnooze(time.Second) // which counts as no attempt
	case job.Attempt >= job.MaxAttempts:
		return errors.Join(err, w.store.DropReview(ctx, job.Args))
	}
	return err
}

// search lends a review its time, and has noted how far it is.
func (w *review) search(ctx context.Context, decisions int, note func(looked int) error) bot.Search {
	look := min(maxLook, firstLooks/time.Duration(max(decisions, 1)))
	looked, spent, noted := 0, time.Duration(0), time.Time{}
	ended := func() error {
		select {
		case <-w.stopping:
			return errStopping
		default:
			return ctx.Err()
		}
	}
	return func(second bool, do func(bot.Budget)) error {
		if time.Since(noted) > noteEvery {
			noted = time.Now()
			if err := note(looked); err != nil {
				return err
			}
		}
		limit := min(secondLook, maxReview-spent)
		if !second {
			limit = min(look, firstLooks-spent) // a guess may take longer than its look
			looked++
		}
		if limit <= 0 {
			return nil // what was not looked at is not told
		}
		spent += w.thinkTime.behind(limit, func() bool { return ended() != nil }, do)
		return ended()
	}
}

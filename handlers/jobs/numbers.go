package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/results"
)

// countMatches counts the matches of a club.
type countMatches struct {
	river.WorkerDefaults[results.CountJob]
	store    *db.Store
	stopping <-chan struct{} // when the program ends
}

// A count of old matches stops after a while and goes on after a breath, so that no other program takes it for stuck.
const (
	countLimit = time.Minute
	breath     = 100 * time.Millisecond
)

// Work implements river.Worker.
func (w *countMatches) Work(ctx context.Context, job *river.Job[results.CountJob]) error {
	began := time.Now()
	more, err := w.store.CountMatches(ctx, job.Args, func() bool {
		select {
		case <-w.stopping:
			return true
		default:
			return time.Since(began) > countLimit
		}
	})
	if err == nil && more {
		return river.JobSnooze(breath)
	}
	return err
}

// Timeout implements river.Worker: a club with 100,000 matches takes longer than other jobs may.
func (*countMatches) Timeout(*river.Job[results.CountJob]) time.Duration { return rescue - grace }

package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/live"
)

// releaseRound shows the tables of a round that all play the same deals, once all have.
type releaseRound struct {
	river.WorkerDefaults[live.ReleaseJob]
	store *db.Store
}

// Work implements river.Worker.
func (w *releaseRound) Work(ctx context.Context, job *river.Job[live.ReleaseJob]) error {
	return w.store.ReleaseRound(ctx, job.Args)
}

package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"carteado/db"
)

// releaseRound shows the tables of a round that all play the same deals, once all have.
type releaseRound struct {
	river.WorkerDefaults[db.ReleaseJob]
	store *db.Store
}

// Work implements river.Worker.
func (w *releaseRound) Work(ctx context.Context, job *river.Job[db.ReleaseJob]) error {
	return w.store.ReleaseRound(ctx, job.Args)
}

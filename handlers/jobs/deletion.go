package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
)

// deleteClub deletes a club that is due, in steps that each stand by themselves: a worker that takes the job over
// goes on.
type deleteClub struct {
	river.WorkerDefaults[db.ClubDeletion]
	store *db.Store
}

// tablesAtOnce are how many tables of a club a step deletes, with all that was played there: some thousand rows.
const tablesAtOnce = 50

// Timeout implements river.Worker: what is left then is queued again.
func (*deleteClub) Timeout(*river.Job[db.ClubDeletion]) time.Duration { return takeInLimit }

// Work implements river.Worker.
func (w *deleteClub) Work(ctx context.Context, job *river.Job[db.ClubDeletion]) error {
	for {
		if more, err := w.store.DeleteClubPart(ctx, job.Args.Club, tablesAtOnce); err != nil || !more {
			return err
		}
	}
}

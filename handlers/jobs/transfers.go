package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/backup"
)

// writeClubFile writes all of a club into a file.
type writeClubFile struct {
	river.WorkerDefaults[db.ClubFileJob]
	store   *db.Store
	version string // of the program
}

// Timeout implements river.Worker.
func (w *writeClubFile) Timeout(*river.Job[db.ClubFileJob]) time.Duration { return yearbookLimit }

// Work implements river.Worker.
func (w *writeClubFile) Work(ctx context.Context, job *river.Job[db.ClubFileJob]) error {
	err := w.store.WriteClubFile(ctx, job.Args.File, backup.ClubWriter(w.version))
	if err != nil && job.Attempt >= job.MaxAttempts {
		return errors.Join(err, w.store.GiveClubFileUp(context.WithoutCancel(ctx), job.Args.File))
	}
	return err
}

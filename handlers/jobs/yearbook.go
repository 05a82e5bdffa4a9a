package jobs

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/results"
	"carteado/handlers/yearbook"
	"carteado/views/table"
)

// yearbookLimit ends a yearbook that hangs. A program that was killed while it wrote one is succeeded after it.
const yearbookLimit = 10 * time.Minute

// writeYearbook writes a yearbook.
type writeYearbook struct {
	river.WorkerDefaults[db.YearbookJob]
	store *db.Store
	games table.Games
}

// Timeout implements river.Worker.
func (w *writeYearbook) Timeout(*river.Job[db.YearbookJob]) time.Duration { return yearbookLimit }

// Work implements river.Worker.
func (w *writeYearbook) Work(ctx context.Context, job *river.Job[db.YearbookJob]) error {
	err := w.store.WriteYearbook(ctx, job.Args.Yearbook, func(ctx context.Context, of results.ChronicleOf,
		out io.Writer, note func(done, total int) error) error {
		return yearbook.Write(ctx, w.store, w.games, of, out, note)
	})
	if err != nil && job.Attempt >= job.MaxAttempts {
		return errors.Join(err, w.store.GiveYearbookUp(context.WithoutCancel(ctx), job.Args.Yearbook))
	}
	return err
}

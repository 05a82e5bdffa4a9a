package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

// A job is worked when it is due by the database's clock, whatever the clock says of the program that leads the queue:
// neither before nor long after.
func TestJobsAreDueByTheDatabasesClock(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]time.Duration{"ahead": 5 * time.Minute, "behind": -5 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, err := db.Open(t.Context(), db.Config{
				URL: dbtest.New(t), Games: []engine.Game{toy.Game{}}, Timeout: dbtest.Timeout,
				Now: func() time.Time { return time.Now().Add(ahead) },
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(store.Close)
			defer run(t, store, 0)()
			dbtest.Await(t, "the program to know that its clock is wrong", store.ClockIsWrong)
			if got := (store.Ahead() - ahead).Abs(); got > time.Second {
				t.Errorf("its clock is said to be %s ahead, and is %s", store.Ahead(), ahead)
			}
			err = store.InTx(t.Context(), "queue", func(ctx context.Context, tx *pg.Tx) error {
				var due time.Time
				if err := tx.QueryRow(ctx, `SELECT clock_timestamp() + interval '1 second'`).Scan(&due); err != nil {
					return err
				}
				return tx.AddJobs(ctx, river.InsertManyParams{Args: live.Tick{}, InsertOpts: &river.InsertOpts{
					Queue: live.TickQueue, ScheduledAt: due}})
			})
			if err != nil {
				t.Fatal(err)
			}
			var early bool
			dbtest.Await(t, "the job to be done", func() bool {
				return store.Pool().QueryRow(t.Context(), `
					SELECT attempted_at < scheduled_at - interval '10 milliseconds' FROM river_job WHERE kind = 'tick'
						AND finalized_at IS NOT NULL`).Scan(&early) == nil
			})
			if early {
				t.Error("it was worked before it was due")
			}
		})
	}
}

// A job without a time is due at once, and soon again when it has failed, although the program's clock is minutes ahead
// of the database's or behind it.
func TestJobsOfAProgramWithAWrongClock(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]time.Duration{"ahead": 5 * time.Minute, "behind": -5 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := dbtest.New(t)
			dbtest.NewClock(t, url, time.Now().Add(-ahead)).Run()
			store, err := db.Open(t.Context(), db.Config{URL: url, Games: []engine.Game{toy.Game{}},
				Timeout: dbtest.Timeout})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(store.Close)
			dbtest.Await(t, "the program finds its clock wrong", func() bool { // an answer that was slow tells nothing
				return store.Beat(t.Context()) == nil && store.ClockIsWrong()
			})
			failsOnce(t, store)
		})
	}
}

// failsOnce queues a job that fails.
func failsOnce(t *testing.T, store *db.Store) {
	t.Helper()
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(context.Context, *river.Job[live.Tick]) error {
		return errors.New("planted")
	}))
	const queue = "fails"
	client, err := store.StartWorkers(t.Context(), &river.Config{
		Queues: map[string]river.QueueConfig{queue: {MaxWorkers: 1}}, Workers: workers,
		Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Stop(context.WithoutCancel(t.Context())) }()
	var due bool
	err = store.InTx(t.Context(), "queue", func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.AddJobs(ctx, river.InsertManyParams{Args: live.Tick{}, InsertOpts: &river.InsertOpts{
			Queue: queue}}); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `SELECT scheduled_at <= clock_timestamp() FROM river_job WHERE queue = $1`, queue).
			Scan(&due)
	})
	if err != nil || !due {
		t.Fatalf("a job without a time is due: %v, %v", due, err)
	}
	var soon bool
	dbtest.Await(t, "the job to fail", func() bool {
		return store.Pool().QueryRow(t.Context(), `SELECT abs(extract(epoch FROM scheduled_at - attempted_at)) < 60
			FROM river_job WHERE queue = $1 AND errors IS NOT NULL`, queue).Scan(&soon) == nil
	})
	if !soon {
		t.Error("a job that has failed is tried again by the program's clock")
	}
}

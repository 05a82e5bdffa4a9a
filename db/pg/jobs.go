package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// OnceInQueue lets no job into the queue beside one that does the same.
var OnceInQueue = river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning,
	rivertype.JobStateScheduled,
}}

// errWorkers is that of workers that did not start. River has no name for the error of a
// start that took it too long.
var errWorkers = errors.New("start workers")

// AddJobs queues jobs that are worked once the transaction is committed.
func (tx *Tx) AddJobs(ctx context.Context, jobs ...river.InsertManyParams) error {
	if len(jobs) == 0 {
		return nil
	}
	queue, err := tx.queueTx(ctx)
	if err == nil {
		_, err = tx.jobs.InsertManyFastTx(ctx, queue, jobs)
	}
	return err
}

// AddJobs queues jobs in a transaction outside of a DB.
func AddJobs(ctx context.Context, tx pgx.Tx, jobs ...river.InsertManyParams) error {
	client, err := river.NewClient(riverpgxv5.New(nil), &river.Config{}) // which only inserts
	if err == nil {
		_, err = client.InsertManyFastTx(ctx, tx, jobs)
	}
	return err
}

// AddJobsOnce is AddJobs for jobs with UniqueOpts.
func (tx *Tx) AddJobsOnce(ctx context.Context, jobs ...river.InsertManyParams) error {
	if len(jobs) == 0 {
		return nil
	}
	queue, err := tx.queueTx(ctx)
	if err == nil {
		_, err = tx.jobs.InsertManyTx(ctx, queue, jobs)
	}
	return err
}

// RetryJob lets a job run again that was set aside.
func (tx *Tx) RetryJob(ctx context.Context, job int64) error {
	queue, err := tx.queueTx(ctx)
	if err == nil {
		_, err = tx.jobs.JobRetryTx(ctx, queue, job)
	}
	return err
}

// queueTx is the transaction as River wants it: pgx makes one by a statement
// that begins it, and here any other does.
func (tx *Tx) queueTx(ctx context.Context) (pgx.Tx, error) {
	return tx.BeginTx(ctx, pgx.TxOptions{BeginQuery: "SELECT"})
}

// StartWorkers returns a River client that works the queue on this DB's
// connections until it is stopped; the context bounds the start alone. It waits for the
// database as Retry does.
func (d *DB) StartWorkers(ctx context.Context, c *river.Config) (client *river.Client[pgx.Tx], err error) {
	c.ID, c.Test.Time = d.name, d
	// River rescues by the program's own clock: one that is ahead would take every job for stuck.
	c.RescueStuckJobsAfter += max(0, d.Ahead())
	err = Retry(ctx, c.Logger, func() error {
		if client, err = d.workers(c); err != nil {
			return err
		}
		// The workers outlive ctx, but a start that hangs ends with it.
		running, end := context.WithCancel(context.WithoutCancel(ctx))
		defer context.AfterFunc(ctx, end)()
		if err := client.Start(running); err != nil {
			end()
			return Because(errWorkers, err)
		}
		return nil
	})
	return client, err
}

// TakeOver puts jobs back into the queue that were begun by a program which is gone,
// seconds after it, where River by itself waits for longer than any job may take. A
// program is gone when the database knows no connection of it.
func (d *DB) TakeOver(ctx context.Context) error {
	return d.InTx(ctx, "take over", func(ctx context.Context, tx *Tx) error {
		tx.Do(ctx, `UPDATE river_job SET state = 'available', scheduled_at = now()
			WHERE state = 'running' AND attempted_at < now() - interval '5 seconds' AND NOT EXISTS (
				SELECT FROM pg_stat_activity WHERE application_name = attempted_by[array_upper(attempted_by, 1)])`)
		return nil
	})
}

// workers returns a River client; with neither queues nor workers it only inserts.
func (d *DB) workers(c *river.Config) (*river.Client[pgx.Tx], error) {
	return river.NewClient(queueDriver{riverpgxv5.New(d.pool)}, c)
}

// A queueDriver is River's own, but for the errors of a start. River takes one whose text
// ends in "conn closed" for the client's own end: Start returns nil, and nobody works the
// queue. So those errors are given another end.
type queueDriver struct{ *riverpgxv5.Driver }

func (d queueDriver) GetListener(params *riverdriver.GetListenenerParams) riverdriver.Listener {
	return queueListener{d.Driver.GetListener(params)}
}

func (d queueDriver) GetExecutor() riverdriver.Executor { return queueExecutor{d.Driver.GetExecutor()} }

type queueListener struct{ riverdriver.Listener }

// Listen has a limit of its own. River gives up after five seconds with an error that
// cannot be told from others; a shorter limit ends with one that can.
func (l queueListener) Listen(ctx context.Context, topic string) error {
	ctx, cancel := context.WithTimeout(ctx, ConnectTimeout)
	defer cancel()
	return startError(l.Listener.Listen(ctx, topic))
}

type queueExecutor struct{ riverdriver.Executor }

// QueueCreateOrSetUpdatedAt is the first statement of a queue's start.
func (e queueExecutor) QueueCreateOrSetUpdatedAt(ctx context.Context,
	params *riverdriver.QueueCreateOrSetUpdatedAtParams) (*rivertype.Queue, error) {
	queue, err := e.Executor.QueueCreateOrSetUpdatedAt(ctx, params)
	return queue, startError(err)
}

func startError(err error) error {
	if err != nil {
		err = fmt.Errorf("%w (at the start of the queue)", err)
	}
	return err
}

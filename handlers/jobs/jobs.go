// Package jobs does the work that arrives from the queue instead of from a
// browser. A job names the version of what it is about and has one effect however
// often it runs; nobody waits for its answer, so an error is logged and the job
// tried again.
//
// # Players who leave
//
// Jobs play on for a player who leaves a match of three or more, with the automatic move, each a row of its own; the
// seat wins nothing.
//
// # Delivery
//
// Turns are notices only for players who are away, so that a move writes none. Every five seconds the programs look for
// players who have not been seen for two minutes and have a device or an address, and queue deliveries; a delivery
// reads what is true when it is made. Quiet hours hold deliveries back: nothing rings and no mail comes in them, and
// what waited comes in one piece afterwards. A letter or push may be sent twice if the program is killed between
// sending it and noting that, because a lost one would be worse. Both have the same Message-ID, and on a device the
// second replaces the first.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"carteado/db"
	"carteado/db/delivery"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/views/table"
)

const (
	// timeout ends a job that hangs. After rescue another program takes over
	// the job of one that is gone.
	timeout = 30 * time.Second
	rescue  = 2 * time.Minute

	// atOnce is the number of bots that may be about to move: nearly all of
	// that time they only wait.
	atOnce = 50

	// grace is how long a stop waits for jobs that have begun.
	grace = 10 * time.Second
)

// A Config holds what the workers need.
type Config struct {
	Store    *db.Store
	Games    []engine.Game
	Faces    table.Games   // the same games as pages show them
	Pause    time.Duration // before each move of a bot, the same whatever it holds
	House    func(context.Context) (*House, error)
	Logger   *slog.Logger
	TakeClub TakeClub      // into the house; nil: files are not taken in
	Version  string        // of the program, for the files that it writes
	Halved   *atomic.Int32 // is told how often the time of bots to think is halved; nil tells nobody
}

// Run works the queue until ctx ends and the jobs that have begun are done.
func Run(ctx context.Context, c Config) error {
	bots := newBots(c)
	c.Store.OnBotMove(bots.due)
	c.Store.OnTurn(bots.turn)
	defer bots.stop()
	// before the first tick, or it finds all deadlines over
	if err := c.Store.Beat(ctx); err != nil && ctx.Err() == nil {
		c.Logger.LogAttrs(ctx, slog.LevelWarn, "heartbeat", slog.String("error", err.Error()))
	}
	out := &senders{house: c.House, store: c.Store, log: c.Logger, now: c.Store.Now}
	workers := workersOf(ctx, c, bots, out)
	client, err := c.Store.StartWorkers(ctx, &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: atOnce},
			live.TickQueue: ticks, db.ReviewQueue: {MaxWorkers: 1}, db.YearbookQueue: {MaxWorkers: 1},
			delivery.WebhookQueue: {MaxWorkers: 4}},
		Workers:              workers,
		JobTimeout:           timeout,
		RescueStuckJobsAfter: rescue,
		ErrorHandler:         &reporter{c.Logger},
		ReindexerSchedule:    never{}, // only the owner of an index may make it anew
		Logger:               slog.New(onlyWarnings{c.Logger.Handler()}),
	})
	if err != nil && ctx.Err() != nil {
		return nil // told to stop while the database was away
	}
	if err != nil {
		return err
	}
	queueOld(ctx, c)
	var watching sync.WaitGroup
	watching.Go(func() { out.watch(ctx) })
	watching.Go(func() { every(ctx, c, sign, "heads of the audit log", c.signHeads) })
	watching.Go(func() { every(ctx, c, sweep, "files that are too old", c.Store.DropOldFiles) })
	watching.Go(func() { every(ctx, c, sweep, "attempts and events that are too old", c.Store.ForgetOld) })
	defer watching.Wait()
	bots.watch(ctx, c.Store) // the client goes on: jobs are stopped in order
	bots.stop()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := client.Stop(stop); err == nil {
		return nil
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := client.StopAndCancel(last); err != nil {
		return fmt.Errorf("stop workers: %w", err)
	}
	return nil
}

// workersOf are what does each kind of job.
func workersOf(ctx context.Context, c Config, bots *bots, out *senders) *river.Workers {
	workers := river.NewWorkers()
	river.AddWorker(workers, &botMove{bots: bots})
	river.AddWorker(workers, &seasonCompute{store: c.Store})
	river.AddWorker(workers, &ratingCompute{store: c.Store})
	river.AddWorker(workers, &countMatches{store: c.Store, stopping: ctx.Done()})
	river.AddWorker(workers, &deliver{sender[delivery.Delivery]{senders: out}})
	river.AddWorker(workers, &askAddress{sender[delivery.AskAddress]{senders: out}})
	river.AddWorker(workers, &sendPassword{sender[delivery.SendPassword]{senders: out}})
	river.AddWorker(workers, &sendInvitation{sender[delivery.SendInvitation]{senders: out}})
	river.AddWorker(workers, &callWebhook{sender[delivery.WebhookCall]{senders: out}})
	river.AddWorker(workers, &tick{store: c.Store})
	river.AddWorker(workers, &releaseRound{store: c.Store})
	river.AddWorker(workers, &writeYearbook{store: c.Store, games: c.Faces})
	river.AddWorker(workers, &writeClubFile{store: c.Store, version: c.Version})
	river.AddWorker(workers, &deleteClub{store: c.Store})
	river.AddWorker(workers, &takeIn{store: c.Store, take: c.TakeClub})
	river.AddWorker(workers, &review{store: c.Store, thinkTime: bots.thinkTime, stopping: ctx.Done()})
	cards := &luck{store: c.Store, thinkTime: bots.thinkTime, stopping: ctx.Done()}
	river.AddWorker(workers, cards)
	river.AddWorker(workers, &oldLuck{luck: cards})
	return workers
}

// queueOld queues what an earlier version of the program, or one that was killed, has left to do.
func queueOld(ctx context.Context, c Config) {
	for what, queue := range map[string]func(context.Context) error{"matches to count": c.Store.QueueUncounted,
		"luck of old matches": c.Store.QueueOldLuck} {
		if err := queue(ctx); err != nil && ctx.Err() == nil {
			c.Logger.LogAttrs(ctx, slog.LevelWarn, what, slog.String("error", err.Error()))
		}
	}
}

const (
	// sign is how often the heads of the audit log are signed, if there is something new.
	sign = time.Minute
	// sweep is how often files are deleted that nobody can fetch any more.
	sweep = time.Hour
)

func (c Config) signHeads(ctx context.Context) error {
	_, err := c.Store.SignHeads(ctx)
	return err
}

// every does something at once and again after each pause.
func every(ctx context.Context, c Config, pause time.Duration, what string, do func(context.Context) error) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			c.Logger.LogAttrs(ctx, slog.LevelError, what, slog.String("error", err.Error()))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// seasonCompute computes anew the standings for which a match counts.
type seasonCompute struct {
	river.WorkerDefaults[results.SeasonCompute]
	store *db.Store
}

// Work implements river.Worker.
func (w *seasonCompute) Work(ctx context.Context, job *river.Job[results.SeasonCompute]) error {
	if err := w.store.ComputeSeasons(ctx, job.Args); err != nil {
		return err
	}
	return w.store.ComputeCompetitions(ctx, job.Args.Club, job.Args.Match)
}

// ratingCompute rates the matches of a club anew.
type ratingCompute struct {
	river.WorkerDefaults[results.RatingCompute]
	store *db.Store
}

// Work implements river.Worker.
func (w *ratingCompute) Work(ctx context.Context, job *river.Job[results.RatingCompute]) error {
	return w.store.ComputeRatings(ctx, job.Args)
}

// Timeout implements river.Worker: a club with 100,000 matches takes longer than other jobs may.
func (*ratingCompute) Timeout(*river.Job[results.RatingCompute]) time.Duration { return rescue - grace }

// tick does what is due at a match by its clock.
type tick struct {
	river.WorkerDefaults[live.Tick]
	store *db.Store
}

// ticks are few at a time, which leaves most of the store's connections to people. So
// the queue is asked often: by River's own rhythm, once a second and never twice within
// a tenth, twenty deadlines a second are more than it keeps up with.
var ticks = river.QueueConfig{MaxWorkers: 4, FetchCooldown: 10 * time.Millisecond,
	FetchPollInterval: 200 * time.Millisecond}

// Work implements river.Worker.
func (w *tick) Work(ctx context.Context, job *river.Job[live.Tick]) error {
	return w.store.KeepTime(ctx, job.Args)
}

// never is a schedule.
type never struct{}

// Next implements river.PeriodicSchedule.
func (never) Next(now time.Time) time.Time { return now.AddDate(100, 0, 0) }

// reporter logs the jobs that fail. Their arguments are ids; errors of ours
// hold no cards.
type reporter struct{ log *slog.Logger }

// HandleError implements river.ErrorHandler.
func (r *reporter) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	r.report(ctx, job, err.Error())
	return nil
}

// HandlePanic implements river.ErrorHandler.
func (r *reporter) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any,
	trace string) *river.ErrorHandlerResult {
	r.report(ctx, job, fmt.Sprintf("panic: %v", value), slog.String("stack", trace))
	return nil
}

func (r *reporter) report(ctx context.Context, job *rivertype.JobRow, text string, more ...slog.Attr) {
	r.log.LogAttrs(ctx, slog.LevelError, "job", append([]slog.Attr{
		slog.Int64("job", job.ID), slog.String("kind", job.Kind), slog.Int("attempt", job.Attempt),
		slog.String("error", text),
	}, more...)...)
}

// onlyWarnings keeps the queue's own chatter out of the log: only warnings pass.
type onlyWarnings struct{ slog.Handler }

// Enabled implements slog.Handler.
func (o onlyWarnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && o.Handler.Enabled(ctx, level)
}

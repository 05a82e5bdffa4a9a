// Package jobs does the work that arrives from the queue instead of from a
// browser. A job names the version of what it is about and has one effect however
// often it runs; nobody waits for its answer, so an error is logged and the job
// tried again.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/bot"
)

const (
	// timeout ends a job that hangs. After rescue another program takes over
	// the job of one that is gone.
	timeout = 30 * time.Second
	rescue  = 2 * time.Minute

	// atOnce is the number of bots that may be about to move: nearly all of
	// that time they only wait.
	atOnce = 50

	// fetch is the least time between two looks at the queue: the pause, and not
	// the queue, says when a bot moves.
	fetch = 20 * time.Millisecond

	// grace is how long a stop waits for jobs that have begun.
	grace = 10 * time.Second
)

// A Config holds what the workers need.
type Config struct {
	Store  *db.Store
	Games  []engine.Game
	Pause  time.Duration // before each move of a bot, the same whatever it holds
	Logger *slog.Logger
}

// Run works the queue until ctx ends and the jobs that have begun are done.
func Run(ctx context.Context, c Config) error {
	workers := river.NewWorkers()
	river.AddWorker(workers, newBotMove(c))
	river.AddWorker(workers, &seasonCompute{store: c.Store})
	client, err := c.Store.StartWorkers(ctx, &river.Config{
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: atOnce}},
		Workers:              workers,
		FetchCooldown:        fetch,
		JobTimeout:           timeout,
		RescueStuckJobsAfter: rescue,
		ErrorHandler:         &reporter{c.Logger},
		Logger:               slog.New(quiet{c.Logger.Handler()}),
	})
	if errors.Is(err, context.Canceled) {
		return nil // told to stop while the database was away
	}
	if err != nil {
		return fmt.Errorf("start workers: %w", err)
	}
	<-ctx.Done() // the client goes on: jobs are stopped in order
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

// seats are what a bot needs of the store.
type seats interface {
	BotLevel(ctx context.Context, match int64, seat engine.Seat) (game, level string, err error)
	PlayBot(ctx context.Context, match int64, version int, seat engine.Seat, choose func(bot.Sight) engine.Move) error
}

// botMove makes a bot's move.
type botMove struct {
	river.WorkerDefaults[db.BotMove]
	store seats
	games map[string]engine.Game
	pause time.Duration
}

func newBotMove(c Config) *botMove {
	games := map[string]engine.Game{}
	for _, g := range c.Games {
		games[g.Info().Key] = g
	}
	return &botMove{store: c.Store, games: games, pause: c.Pause}
}

// Work implements river.Worker.
func (w *botMove) Work(ctx context.Context, job *river.Job[db.BotMove]) error {
	select {
	case <-time.After(w.pause):
	case <-ctx.Done():
		return ctx.Err()
	}
	game, level, err := w.store.BotLevel(ctx, job.Args.Match, job.Args.Seat)
	if errors.Is(err, db.ErrNotFound) {
		return nil // the seat is nobody's to play any more
	}
	if err != nil {
		return err
	}
	player := bot.For(w.games[game], level)
	return w.store.PlayBot(ctx, job.Args.Match, job.Args.Version, job.Args.Seat, player.Choose)
}

// seasonCompute computes anew the standings for which a match counts.
type seasonCompute struct {
	river.WorkerDefaults[db.SeasonCompute]
	store *db.Store
}

// Work implements river.Worker.
func (w *seasonCompute) Work(ctx context.Context, job *river.Job[db.SeasonCompute]) error {
	return w.store.ComputeStandingsFor(ctx, job.Args.Match)
}

// reporter logs the jobs that fail. Their arguments are ids; errors of ours
// hold no cards.
type reporter struct{ log *slog.Logger }

// HandleError implements river.ErrorHandler.
func (r *reporter) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	r.report(ctx, job, err.Error())
	return nil
}

// HandlePanic implements river.ErrorHandler.
func (r *reporter) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	r.report(ctx, job, fmt.Sprintf("panic: %v", value), slog.String("stack", trace))
	return nil
}

func (r *reporter) report(ctx context.Context, job *rivertype.JobRow, text string, more ...slog.Attr) {
	r.log.LogAttrs(ctx, slog.LevelError, "job", append([]slog.Attr{
		slog.Int64("job", job.ID), slog.String("kind", job.Kind), slog.Int("attempt", job.Attempt),
		slog.String("error", text),
	}, more...)...)
}

// quiet keeps the queue's own chatter out of the log: only warnings pass.
type quiet struct{ slog.Handler }

// Enabled implements slog.Handler.
func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && q.Handler.Enabled(ctx, level)
}

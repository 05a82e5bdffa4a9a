package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// The net below the moves that this program knows to be due: every few seconds it queues those that are overdue,
// because the program that knew has ended or could not reach the database.
const (
	lookEvery    = 5 * time.Second
	overdueAfter = 5 * time.Second // on top of a bot's pause

	// maxDue bounds the moves that are kept in mind. Others wait for the net.
	maxDue = 10_000

	// gather is how long turns of players are collected before the program asks which of them are planned: one question
	// for all of a moment, since hardly any is.
	gather = 50 * time.Millisecond
)

// seats are what a bot needs of the store.
type seats interface {
	PlayBot(ctx context.Context, due live.DueMove, choose func(game, level string, sight bot.Sight) engine.Move) error
	Planned(ctx context.Context, turns []live.DueMove) ([]live.DueMove, error)
}

// bots makes the moves of seats that have no player, and those that players have planned: at once, but for the pause,
// those that this program made due, and those of the queue.
type bots struct {
	store     seats
	games     map[string]engine.Game
	pause     time.Duration
	log       *slog.Logger
	slots     chan struct{} // one for each bot that reads or writes at the same time
	thinkTime *thinkTime

	mu      sync.Mutex
	stopped bool
	waiting int
	turns   []live.DueMove // of players, to be asked about
	begun   sync.WaitGroup
}

func newBots(c Config) *bots {
	b := &bots{store: c.Store, games: map[string]engine.Game{}, pause: c.Pause, log: c.Logger,
		slots: make(chan struct{}, movesAtOnce), thinkTime: newThinkTime(c)}
	for _, g := range c.Games {
		b.games[g.Info().Key] = g
	}
	return b
}

// movesAtOnce leaves most of the store's connections to people.
const movesAtOnce = 4

// due makes a move that is due now, without waiting for it.
func (b *bots) due(move live.DueMove) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped || b.waiting >= maxDue {
		return
	}
	b.waiting++
	b.begun.Go(func() {
		defer func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.waiting--
		}()
		b.begins(move)
		ctx, cancel := context.WithTimeout(context.Background(), timeout+2*b.pause)
		defer cancel()
		if err := b.play(ctx, move); err != nil { // the net makes the move later
			b.log.LogAttrs(ctx, slog.LevelError, "bot", slog.Int64("match", move.Match),
				slog.Int("version", move.Version),
				slog.String("error", err.Error()))
		}
	})
}

// turn has a player's turn that begins now played if it is planned, without waiting for it.
func (b *bots) turn(move live.DueMove) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped || len(b.turns) >= maxDue {
		return
	}
	if b.turns = append(b.turns, move); len(b.turns) == 1 {
		b.begun.Go(b.playPlanned)
	}
}

// playPlanned asks which of the turns that begin now are planned, and plays those. The net finds those it misses.
func (b *bots) playPlanned() {
	time.Sleep(gather)
	b.mu.Lock()
	turns := b.turns
	b.turns = nil
	b.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	planned, err := b.store.Planned(ctx, turns)
	if err != nil {
		b.log.LogAttrs(ctx, slog.LevelWarn, "planned turns", slog.String("error", err.Error()))
	}
	for _, move := range planned {
		b.due(move)
	}
}

func (b *bots) begins(move live.DueMove) {
	b.log.LogAttrs(context.Background(), slog.LevelDebug, "bot", slog.Int64("match", move.Match),
		slog.Int("version", move.Version))
}

// stop waits for the moves that have begun, and begins no more.
func (b *bots) stop() {
	b.mu.Lock()
	b.stopped = true
	b.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.begun.Wait()
	}()
	select {
	case <-done:
	case <-time.After(grace):
	}
}

// play makes a move. The bot chooses at once, and the rest of its pause passes before the move
// is made: how long it thought tells nobody anything.
func (b *bots) play(ctx context.Context, move live.DueMove) error {
	b.slots <- struct{}{}
	defer func() { <-b.slots }()
	return b.store.PlayBot(ctx, move, func(game, level string, sight bot.Sight) engine.Move {
		<-b.slots
		defer func() { b.slots <- struct{}{} }() // also after a panic: the place is given back once
		began := time.Now()
		chosen := b.thinkTime.choose(b.games[game], level, sight)
		select {
		case <-time.After(pauseBefore(b.pause, sight) - time.Since(began)):
		case <-ctx.Done():
		}
		return chosen
	})
}

// pauseBefore is how long a bot seems to think: more or less than the usual, by its seed and the
// number of the move, and half of it where everybody sees that there is nothing to choose. It
// does not depend on cards.
func pauseBefore(usual time.Duration, sight bot.Sight) time.Duration {
	if sight.View.Between {
		return usual / 2
	}
	const least, spread = 70, 60 // per cent of the usual
	by := sight.Seed.Derive("pause", sight.View.Version)
	return usual * time.Duration(least+int(by[0])*spread/255) / 100
}

// watch queues the moves that nobody has made, until ctx ends: at once those that
// were due before this program began, and then now and again. With them it takes over
// the other jobs of programs that are gone, and notices who watches no more.
func (b *bots) watch(ctx context.Context, store *db.Store) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	since := time.Duration(0)
	for {
		err := store.Beat(ctx)
		var due []live.DueMove
		if err == nil {
			due, err = store.OverdueMoves(ctx, since)
		}
		if err == nil {
			err = store.QueueBots(ctx, due)
		}
		if err == nil {
			err = store.TakeOver(ctx)
		}
		if err == nil {
			err = store.EndWatches(ctx)
		}
		if err != nil && ctx.Err() == nil {
			b.log.LogAttrs(ctx, slog.LevelWarn, "work that waits", slog.String("error", err.Error()))
		}
		since = b.pause + overdueAfter
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// botMove makes a move of the queue.
type botMove struct {
	river.WorkerDefaults[live.DueMove]
	bots *bots
}

// Work implements river.Worker.
func (w *botMove) Work(ctx context.Context, job *river.Job[live.DueMove]) error {
	w.bots.begins(job.Args)
	return w.bots.play(ctx, job.Args)
}

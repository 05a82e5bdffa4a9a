package jobs

import (
	"cmp"
	"context"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"carteado/engine"
	"carteado/engine/bot"
)

// A thinkTime shares out the cores on which bots think. One is left to people.
type thinkTime struct {
	cores   chan struct{}
	waiting atomic.Int32
	step    *atomic.Int32 // how often the time to think is halved
	log     *slog.Logger

	mu   sync.Mutex
	last time.Time     // of the decisions
	gap  time.Duration // from one to the next, of late
}

// thinking is how long a bot may search where the machine is quiet.
var thinking = map[string]time.Duration{bot.Strong: 20 * time.Millisecond, bot.Master: 150 * time.Millisecond}

const (
	maxSteps = 6       // then a Master has two milliseconds
	maxPlays = 200_000 // playouts, whatever the clock says

	// Bots think for half of their cores' time at most. Were it all of it, pages would wait: for a decision that asks
	// for a core there are a person's move, its board, and the database's work for both.
	share  = 2
	maxGap = time.Second
	lately = 16 // decisions
)

func newThinkTime(c Config) *thinkTime {
	return &thinkTime{
		cores: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), log: c.Logger,
		step: cmp.Or(c.Halved, new(atomic.Int32)), gap: maxGap,
	}
}

// choose has a bot choose a move. The more bots wait for a core, and the sooner one decision follows another, the less
// time each has: what a bot may know stays the same.
func (t *thinkTime) choose(game engine.Game, level string, sight bot.Sight) engine.Move {
	gap := t.decides(time.Now())
	t.waiting.Add(1)
	t.cores <- struct{}{}
	defer func() { <-t.cores }()
	limit := thinking[level]
	step := t.loaded(t.waiting.Add(-1), limit, gap)
	budget := bot.Budget{Playouts: maxPlays}
	if limit > 0 {
		until := time.Now().Add(limit >> step)
		budget.Stop = func() bool {
			runtime.Gosched() // a search that is interrupted by force keeps others waiting for 10 ms
			return time.Now().After(until)
		}
	}
	return bot.For(game, level, budget).Choose(sight)
}

// decides notes that a decision is asked for, and returns the mean time between two of late.
func (t *thinkTime) decides(now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.gap += (min(now.Sub(t.last), maxGap) - t.gap) / lately
	t.last = now
	return t.gap
}

// loaded is the step for so many bots that wait, and for a limit and a gap between decisions, and says so in the log
// when it changes.
func (t *thinkTime) loaded(waiting int32, limit, gap time.Duration) (step int32) {
	cores := int32(cap(t.cores))
	for step < maxSteps && (waiting > cores<<step || limit>>step > gap*time.Duration(cores)/share) {
		step++
	}
	if before := t.step.Swap(step); before != step {
		t.log.LogAttrs(context.Background(), slog.LevelInfo, "bots have less or more time to think",
			slog.Int("halved", int(step)), slog.Int("waiting", int(waiting)))
	}
	return step
}

// behind lends the core to a search that nobody waits for, for so long: it gives the core back to every bot that wants
// it. It returns how long the search had it.
func (t *thinkTime) behind(limit time.Duration, ended func() bool, search func(bot.Budget)) time.Duration {
	t.cores <- struct{}{}
	defer func() { <-t.cores }()
	began := time.Now()
	var lent time.Duration
	search(bot.Budget{Playouts: maxPlays, Stop: func() bool {
		if t.waiting.Load() > 0 {
			since := time.Now()
			<-t.cores
			t.cores <- struct{}{}
			lent += time.Since(since)
		}
		return ended() || time.Since(began)-lent > limit
	}})
	return time.Since(began) - lent
}

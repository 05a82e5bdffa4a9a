package jobs

import (
	"cmp"
	"context"
	"log/slog"
	"runtime"
	"sync/atomic"
	"time"

	"carteado/engine"
	"carteado/engine/bot"
)

// minds are the cores on which bots think. One is left to people.
type minds struct {
	cores   chan struct{}
	waiting atomic.Int32
	step    *atomic.Int32 // how often the time to think is halved
	log     *slog.Logger
}

// thinking is how long a bot may search where the machine is quiet.
var thinking = map[string]time.Duration{bot.Strong: 20 * time.Millisecond, bot.Master: 150 * time.Millisecond}

const (
	maxSteps = 6       // then a Master has two milliseconds
	maxPlays = 200_000 // playouts, whatever the clock says
)

func newMinds(c Config) *minds {
	return &minds{
		cores: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)), log: c.Logger,
		step: cmp.Or(c.Halved, new(atomic.Int32)),
	}
}

// choose has a bot choose a move. The more bots wait for a core, the less time each has: what a
// bot may know stays the same.
func (m *minds) choose(game engine.Game, level string, sight bot.Sight) engine.Move {
	m.waiting.Add(1)
	m.cores <- struct{}{}
	defer func() { <-m.cores }()
	step := m.loaded(m.waiting.Add(-1))
	budget := bot.Budget{Playouts: maxPlays}
	if limit := thinking[level]; limit > 0 {
		until := time.Now().Add(limit >> step)
		budget.Stop = func() bool { return time.Now().After(until) }
	}
	return bot.For(game, level, budget).Choose(sight)
}

// loaded is the step for so many bots that wait, and says so in the log when it changes.
func (m *minds) loaded(waiting int32) (step int32) {
	for limit := int32(cap(m.cores)); waiting > limit && step < maxSteps; limit *= 2 {
		step++
	}
	if before := m.step.Swap(step); before != step {
		m.log.LogAttrs(context.Background(), slog.LevelInfo, "bots have less or more time to think",
			slog.Int("halved", int(step)), slog.Int("waiting", int(waiting)))
	}
	return step
}

// behind lends the core to a search that nobody waits for, for so long: it gives the core back to every bot that wants
// it. It returns how long the search had it.
func (m *minds) behind(limit time.Duration, ended func() bool, search func(bot.Budget)) time.Duration {
	m.cores <- struct{}{}
	defer func() { <-m.cores }()
	began := time.Now()
	var lent time.Duration
	search(bot.Budget{Playouts: maxPlays, Stop: func() bool {
		if m.waiting.Load() > 0 {
			since := time.Now()
			<-m.cores
			m.cores <- struct{}{}
			lent += time.Since(since)
		}
		return ended() || time.Since(began)-lent > limit
	}})
	return time.Since(began) - lent
}

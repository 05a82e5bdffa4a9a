package jobs

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// crowd are matches in memory, one for each table, all of whose seats are Masters.
type crowd struct {
	tables []*botTable
	bots   *bots
	left   atomic.Int64 // moves to make
	done   chan struct{}

	mu   sync.Mutex
	took []time.Duration // from the moment when a move was due until it was made
}

type botTable struct {
	*engine.Match
	courses []engine.Course
	since   time.Time
}

// begin deals a match at a table.
func (c *crowd) begin(b *testing.B, n int) {
	game := games.Rules()[n%len(games.Rules())]
	m, err := engine.NewMatch(game, game.Info().MinSeats, nil, engine.Seed{}.Derive("crowd", n))
	if err != nil {
		b.Fatal(err)
	}
	t := &botTable{Match: m, courses: make([]engine.Course, m.Seats())}
	t.dealt()
	c.tables = append(c.tables, t)
}

func (t *botTable) dealt() {
	for s := range t.courses {
		t.courses[s] = engine.Course{Dealt: t.View(engine.Seat(s)).Round}
	}
}

// Planned implements seats: bots plan nothing.
func (*crowd) Planned(context.Context, []live.DueMove) ([]live.DueMove, error) { return nil, nil }

// PlayBot makes the move of a table and has the next one made, for as long as any are wanted.
func (c *crowd) PlayBot(_ context.Context, due live.DueMove, choose func(string, string, bot.Sight) engine.Move) error {
	t := c.tables[due.Match]
	move := choose(t.Game().Info().Key, bot.Master, bot.Sight{View: t.View(due.Seat), Course: t.courses[due.Seat],
		Legal: t.Legal(due.Seat, nil), Seed: engine.Seed{}.Derive("bot", int(due.Match))})
	events, err := t.Play(due.Seat, move)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.took = append(c.took, time.Since(t.since))
	c.mu.Unlock()
	if slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "dealt" }) {
		t.dealt()
	} else {
		for viewer := range t.courses {
			t.courses[viewer].See(events, engine.Seat(viewer))
		}
	}
	switch n := c.left.Add(-1); {
	case n == 0:
		close(c.done)
	case n > 0:
		c.next(due.Match)
	}
	return nil
}

// next has the next move of a table made. A table whose match is over stays empty.
func (c *crowd) next(n int64) {
	if t := c.tables[n]; len(t.ToMove()) > 0 {
		t.since = time.Now()
		c.bots.due(live.DueMove{Match: n, Version: t.Version(), Seat: t.ToMove()[0]})
	}
}

// BenchmarkBotTables plays at 200 tables at once, at which only Masters sit, and times each move from the moment when
// it is due until it is made, its pause included. Each operation is a move; there must be fewer than end the matches
// of all tables.
func BenchmarkBotTables(b *testing.B) {
	const tables = 200
	c := &crowd{done: make(chan struct{})}
	c.bots = newBots(Config{Games: games.Rules(), Pause: usual, Logger: slog.New(slog.DiscardHandler)})
	c.bots.store = c
	for n := range tables {
		c.begin(b, n)
	}
	c.left.Store(int64(b.N))
	b.ResetTimer()
	for n := range c.tables {
		c.next(int64(n))
	}
	<-c.done
	b.StopTimer()
	c.bots.stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.took)
	b.ReportMetric(float64(c.took[len(c.took)/2].Milliseconds()), "p50-ms")
	b.ReportMetric(float64(c.took[len(c.took)*99/100].Milliseconds()), "p99-ms")
}

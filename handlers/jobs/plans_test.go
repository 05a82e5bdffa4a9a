package jobs

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// turns are a store that knows of which turns there is a plan.
type turns struct {
	planned map[int64]bool
	asked   [][]live.DueMove
	played  map[int64]time.Duration // how long after the turn began
	began   time.Time
}

func (s *turns) Planned(_ context.Context, list []live.DueMove) (due []live.DueMove, err error) {
	s.asked = append(s.asked, list)
	for _, turn := range list {
		if s.planned[turn.Match] {
			due = append(due, turn)
		}
	}
	return due, nil
}

func (s *turns) PlayBot(_ context.Context, due live.DueMove, _ func(string, string, bot.Sight) engine.Move) error {
	s.played[due.Match] = time.Since(s.began)
	return nil
}

// A planned turn is played in a moment; the turns of that moment are asked about together, and nothing is asked while
// there are none. The clock is the test's own.
func TestPlannedTurnsArePlayedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &turns{planned: map[int64]bool{7: true, 40: true}, played: map[int64]time.Duration{},
			began: time.Now()}
		players := newBots(Config{Logger: slog.New(slog.DiscardHandler)})
		players.store = store
		for match := range int64(20) {
			players.turn(live.DueMove{Match: match})
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(store.asked) != 1 || len(store.played) != 1 || store.played[7] != gather {
			t.Errorf("%d questions, played %v", len(store.asked), store.played)
		}
		players.stop()
		players.turn(live.DueMove{Match: 7})
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(store.asked) != 1 {
			t.Error("a program that has stopped asks on")
		}
	})
}

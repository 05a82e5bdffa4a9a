package jobs

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/huangdi"
	"carteado/engine/knock"
	"carteado/engine/palace"
	"carteado/engine/rummy"
)

// A match in memory, all of whose seats are bots.
type match struct {
	*engine.Match
	game    string
	choices map[int]bool // how many legal moves bots had
}

func (m match) BotLevel(context.Context, int64, engine.Seat) (game, level string, err error) {
	return m.game, bot.Steady, nil
}

func (m match) PlayBot(_ context.Context, _ int64, _ int, seat engine.Seat, choose func(bot.Sight) engine.Move) error {
	sight := bot.Sight{View: m.View(seat), Legal: m.Legal(seat, nil)}
	m.choices[len(sight.Legal)] = true
	_, err := m.Play(seat, choose(sight))
	return err
}

// A bot takes the same time for every move, whatever it holds and however many moves
// it has: otherwise its pause tells of its hand. The clock is the test's own.
func TestPauseTellsNothing(t *testing.T) {
	const pause, moves = 700 * time.Millisecond, 60
	for _, game := range []engine.Game{knock.Game{}, palace.Game{}, rummy.Game{}, huangdi.Game{}} {
		info := game.Info()
		synctest.Test(t, func(t *testing.T) {
			dealt, err := engine.NewMatch(game, info.MinSeats, nil, engine.Seed{})
			if err != nil {
				t.Fatal(err)
			}
			m := match{dealt, info.Key, map[int]bool{}}
			worker := newBotMove(Config{Games: []engine.Game{game}, Pause: pause})
			worker.store = m
			for n := range moves {
				began := time.Now()
				err := worker.Work(t.Context(), &river.Job[db.BotMove]{Args: db.BotMove{Seat: m.ToMove()[0]}})
				if err != nil {
					t.Fatal(err)
				}
				if took := time.Since(began); took != pause {
					t.Errorf("%s, move %d: the bot took %v, want %v", info.Key, n+1, took, pause)
				}
			}
			if len(m.choices) < 3 {
				t.Errorf("%s: the bots had %v legal moves: too few numbers to see a difference", info.Key, m.choices)
			}
		})
	}
}

package jobs

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riverqueue/river"

	"carteado/cmd/carteado/games"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// A match in memory, all of whose seats are bots.
type match struct {
	*engine.Match
	game    string
	choices map[int]bool // how many legal moves bots had
	want    *time.Duration
}

func (m match) PlayBot(_ context.Context, due live.DueMove, choose func(string, string, bot.Sight) engine.Move) error {
	sight := bot.Sight{View: m.View(due.Seat), Legal: m.Legal(due.Seat, nil)}
	m.choices[len(sight.Legal)] = true
	*m.want = pauseBefore(usual, bot.Sight{View: engine.MatchView{Version: sight.View.Version, Between: m.Between()}})
	_, err := m.Play(due.Seat, choose(m.game, bot.Club, sight))
	return err
}

func (m match) Planned(context.Context, []live.DueMove) ([]live.DueMove, error) { return nil, nil }

const usual = 700 * time.Millisecond

// How long a bot takes follows from its seed, the number of the move and whether there is anything
// to choose, whatever it holds and however many moves it has: otherwise its pause tells of its hand. The clock is the
// test's own.
func TestPauseTellsNothing(t *testing.T) {
	const moves = 60
	for _, game := range games.Rules() {
		info := game.Info()
		synctest.Test(t, func(t *testing.T) {
			dealt, err := engine.NewMatch(game, info.MinSeats, nil, engine.Seed{})
			if err != nil {
				t.Fatal(err)
			}
			m := match{dealt, info.Key, map[int]bool{}, new(time.Duration)}
			players := newBots(Config{Games: []engine.Game{game}, Pause: usual, Logger: slog.New(slog.DiscardHandler)})
			players.store = m
			for n := range moves {
				began, due := time.Now(), live.DueMove{Seat: m.ToMove()[0]}
				if n%2 == 0 {
					players.due(due)
					players.begun.Wait()
				} else if err := (&botMove{bots: players}).
					Work(t.Context(), &river.Job[live.DueMove]{Args: due}); err != nil {
					t.Fatal(err)
				}
				if m.Version() != n+1 {
					t.Fatalf("%s: %d moves were made of %d", info.Key, m.Version(), n+1)
				}
				if took := time.Since(began); took != *m.want || took < usual/2 || took > 2*usual {
					t.Errorf("%s, move %d: the bot took %v, want %v", info.Key, n+1, took, *m.want)
				}
			}
			if len(m.choices) < 3 {
				t.Errorf("%s: the bots had %v legal moves: too few numbers to see a difference", info.Key, m.choices)
			}
		})
	}
}

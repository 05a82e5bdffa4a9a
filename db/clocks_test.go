package db_test

import (
	"testing"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/dbtest"
	"carteado/engine/competition"
	"carteado/engine/knock"
)

// A league's round ends at midnight by the clock on the club's wall, also where a week has an hour more or less;
// those who have not played are told a day before, and the round is closed at its end and not an hour off.
func TestALeagueOverAChangeOfTheClocks(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]struct{ drawn, due string }{
		"autumn": {"2026-10-20T12:00:00+01:00", "2026-10-28T00:00:00Z"},
		"spring": {"2027-03-23T12:00:00Z", "2027-03-31T00:00:00+01:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			drawn, err := time.Parse(time.RFC3339, at.drawn)
			must(t, err)
			due, err := time.Parse(time.RFC3339, at.due)
			must(t, err)
			url := dbtest.New(t)
			clock := dbtest.NewClock(t, url, drawn)
			store, err := db.Open(t.Context(), db.Config{URL: url, Games: games.Rules(), Timeout: dbtest.Timeout,
				Unlimited: true})
			must(t, err)
			t.Cleanup(store.Close)
			c := foundOn(t, store, knock.Game{})
			ctx := t.Context()
			must(t, c.exec(t, `UPDATE clubs SET time_zone = 'Europe/Lisbon'`))
			id := c.compete(t, func(charter *competition.Charter) {
				charter.Format, charter.Game, charter.Days = competition.League, "knock", 7
			})
			must(t, c.DrawRound(ctx, c.id, c.ana, id, 0))
			if got := c.competition(t, id).Rounds[0].Due; !got.Equal(due) {
				t.Fatalf("the round is due at %v, want %v", got.UTC(), due.UTC())
			}
			told := func() int {
				return c.count(t, `SELECT count(*) FROM notices WHERE kind = 'competition' AND what = 'due'`)
			}
			for _, step := range []struct {
				before time.Duration
				told   int
				closed bool
			}{{25 * time.Hour, 0, false}, {24 * time.Hour, 2, false}, {time.Minute, 2, false}, {0, 2, true}} {
				clock.Advance(due.Add(-step.before).Sub(clock.Now))
				must(t, c.RemindRounds(ctx))
				must(t, c.CloseRounds(ctx))
				closed := c.competition(t, id).Rounds[0].Tables[0].Placing != nil
				if got := told(); got != step.told || closed != step.closed {
					t.Errorf("%v before the end: %d told, closed %t", step.before, got, closed)
				}
			}
		})
	}
}

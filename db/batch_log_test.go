package db_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"testing"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

// Each move that is not batched is counted and logged with its reason. A panic and an SQL error in a batch are logged
// as errors, and their moves are made all the same.
func TestMovesAloneAreSeen(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	store, err := db.Open(t.Context(), db.Config{
		URL: dbtest.New(t), Games: []engine.Game{toy.Game{}}, Timeout: dbtest.Timeout,
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	must(t, err)
	t.Cleanup(store.Close)
	c, ctx := foundOn(t, store, toy.Game{}), t.Context()
	options := engine.Options{"swap": "off", "turns": "40"}
	table := c.table(t, options)
	n := 0
	plays := func() (again bool) {
		t.Helper()
		n++
		played, err := c.Play(ctx, c.input(t, table, c.mover(t, table), fmt.Sprint(n)))
		must(t, err)
		return played.Again
	}
	want := map[string]int64{}
	for _, why := range []string{"not_cached", "not_newest", "clock", "refused", "round_ends", "player_left",
		"row_changed", "batch_failed"} {
		want[why] = 0
	}
	seen := func(name, level, line string, why ...string) {
		t.Helper()
		for _, why := range why {
			want[why]++
			if line := `level=DEBUG msg="move made alone" why=` + why + ` `; !strings.Contains(log.String(), line) {
				t.Errorf("%s: no line %s", name, line)
			}
		}
		if got := c.Vitals().Alone; !maps.Equal(got, want) {
			t.Errorf("%s: moves alone %v, want %v", name, got, want)
		}
		if at := strings.Index(log.String(), "level="+level); line != "" &&
			(at < 0 || !strings.Contains(log.String()[at:], line)) {
			t.Errorf("%s: no %s %s in the log:\n%s", name, level, line, &log)
		} else if line == "" && strings.Contains(log.String(), "level=ERROR") {
			t.Errorf("%s: an error is logged:\n%s", name, &log)
		}
		log.Reset()
	}

	plays()
	seen("the first move", "DEBUG", "", "not_cached")
	plays()
	seen("a batched move", "DEBUG", "")
	_, err = c.Pool().Exec(ctx, `UPDATE matches SET asides = asides`)
	must(t, err)
	plays()
	seen("a changed row", "DEBUG", "", "row_changed")
	refusedMove := c.input(t, table, c.mover(t, table), "refused")
	refusedMove.Move = engine.Move{Verb: "fly"}
	if _, err := c.Play(ctx, refusedMove); err == nil {
		t.Error("an illegal move was made")
	}
	seen("a refused move", "DEBUG", "", "refused")

	table, match := c.againstBot(t, options)
	botTurn := func() {
		for c.mover(t, table) != c.ana {
			must(t, c.PlayBot(ctx, live.DueMove{Match: match, Seat: 1, Version: c.board(t, table, c.ana).View.Version},
				first))
		}
	}
	if c.mover(t, table) == c.ana { // else the bot's move leaves the position in memory
		plays()
		seen("the first move against a bot", "DEBUG", "", "not_cached")
	}
	botTurn()
	c.OnBotMove(func(live.DueMove) { panic("planted") })
	for !plays() { // until the turn has passed to the bot
	}
	seen("a panic", "ERROR", `msg="panic in a batch of moves" moves=1 panic=planted stack=`, "batch_failed")
	c.OnBotMove(c.due.tell)
	botTurn()

	_, err = c.Pool().Exec(ctx, `
		CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'planted'; END $$;
		CREATE TRIGGER planted BEFORE INSERT ON moves FOR EACH ROW EXECUTE FUNCTION planted()`)
	must(t, err)
	if _, err := c.Play(ctx, c.input(t, table, c.ana, "sql")); err == nil {
		t.Error("a move was made that could not be written")
	}
	seen("an SQL error", "ERROR", `msg="batch of moves failed" moves=1 error="play: ERROR: planted`, "batch_failed")
}

package db_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// againstBot opens a table of Ana and a bot, which deals at once.
func (c club) againstBot(t testing.TB, options engine.Options) (table int, match int64) {
	t.Helper()
	opened, err := c.OpenTable(t.Context(), c.id, c.ana, live.NewTable{
		Game: "toy", Options: options, Seats: []live.SeatChoice{{Kind: live.SeatBot, Level: "club"}},
	})
	must(t, err)
	return opened.Number, c.board(t, opened.Number, c.ana).Table.Match
}

func first(_, _ string, sight bot.Sight) engine.Move { return sight.Legal[0] }

// TestBotsAreTold: every turn of a bot is told exactly once, by the move that made
// it due, and is found in the database for as long as it lasts.
func TestBotsAreTold(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table, match := c.againstBot(t, engine.Options{"turns": "1", "target": "15"})
	for done := 0; ; {
		board := c.board(t, table, c.ana)
		told, turn := c.due.all(), slices.Contains(board.View.ToMove, 1)
		if due := len(told) > done; due != turn {
			t.Fatalf("version %d: %d of %d moves made, bot to move: %t", board.View.Version, done, len(told), turn)
		}
		overdue, err := c.OverdueMoves(ctx, 0)
		must(t, err)
		if turn != slices.ContainsFunc(overdue, func(m live.DueMove) bool { return m.Match == match && m.Seat == 1 }) ||
			len(overdue) > 1 {
			t.Errorf("version %d, bot to move: %t, but overdue are %v", board.View.Version, turn, overdue)
		}
		if later, err := c.OverdueMoves(ctx, time.Hour); err != nil || len(later) > 0 {
			t.Errorf("overdue for an hour: %v, %v", later, err)
		}
		switch {
		case board.View.Outcome != nil:
			return
		case len(board.Legal) > 0: // Ana first, also where both may move
			_, err := c.Play(ctx, c.input(t, table, c.ana, fmt.Sprint(board.View.Version)))
			must(t, err)
		default:
			must(t, c.PlayBot(ctx, told[done], first))
			done++
		}
	}
}

// Nobody is told of a move that is not committed.
func TestBotsAreToldOnlyOfWhatIsKept(t *testing.T) {
	t.Parallel()
	c := found(t)
	table, _ := c.againstBot(t, nil)
	in, before := c.input(t, table, c.ana, "a"), len(c.due.all())
	in.Move = engine.Move{Verb: "fly"}
	if _, err := c.Play(t.Context(), in); err == nil {
		t.Fatal("an illegal move was made")
	}
	if told := c.due.all(); len(told) != before {
		t.Errorf("told of %v", told[before:])
	}
}

// A move that nobody made becomes one job, however often it is found.
func TestOverdueBotsAreQueuedOnce(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.againstBot(t, nil)
	due, err := c.OverdueMoves(ctx, 0)
	must(t, err)
	for range 3 {
		must(t, c.QueueBots(ctx, due))
	}
	if n := c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'bot_move'`); n != len(due) || n != 1 {
		t.Errorf("%d jobs of %d moves", n, len(due))
	}
}

func TestPlayBotOnce(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, match := c.againstBot(t, nil)
	job := c.due.all()[0]
	results := make(chan error)
	for range 4 {
		go func() { results <- c.PlayBot(ctx, job, first) }()
	}
	for range 4 {
		must(t, ended(t, results))
	}
	if n := c.count(t, `SELECT count(*) FROM moves`); n != 1 {
		t.Errorf("%d moves, want 1", n)
	}
	never := func(string, string, bot.Sight) engine.Move { t.Error("asked for a move"); return engine.Move{} }
	for name, job := range map[string]live.DueMove{
		"obsolete":      {Match: match, Version: 0, Seat: 1},
		"a player's":    {Match: match, Version: 1, Seat: 0},
		"no such match": {Match: match + 1, Version: 0, Seat: 1},
		"the future":    {Match: match, Version: 9, Seat: 1},
	} {
		if err := c.PlayBot(ctx, job, never); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := c.count(t, `SELECT count(*) FROM moves`); n != 1 {
		t.Errorf("%d moves, want 1", n)
	}
}

// TestSight: a bot sees the view and the moves of its seat.
func TestSight(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table, match := c.againstBot(t, nil)
	_, err := c.Play(ctx, c.input(t, table, c.ana, "swap"))
	must(t, err)
	var seeds []string
	for range 2 {
		err = c.PlayBot(ctx, live.DueMove{Match: match, Seat: 1}, func(
			game, level string, sight bot.Sight) engine.Move {
			if game != "toy" || level != "club" || sight.View.Seat != 1 || len(sight.Legal) == 0 {
				t.Errorf("the bot %s of %s sees %+v", level, game, sight)
			}
			if sight.Course.Dealt == nil || len(sight.Course.Seen) == 0 {
				t.Errorf("the bot was not told how the round went: %+v", sight.Course)
			}
			seeds = append(seeds, sight.Seed.Hex())
			return engine.Move{Verb: "fly"}
		})
		if err == nil {
			t.Error("an illegal move of a bot was accepted")
		}
	}
	if seeds[0] != seeds[1] {
		t.Error("the same position gave the bot another seed")
	}
	if dbtest.Key(t, c.Pool(), match).Secret.Hex() == seeds[0] {
		t.Error("the bot was given the seed of the deal")
	}
}

// A player who leaves a match of three is played on by jobs until it is over.
func TestLeaversArePlayedOn(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	opened, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{
		Game: "toy", Options: engine.Options{"turns": "1", "target": "15"},
		Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.bento}, {Kind: live.SeatBot, Level: "club"}},
	})
	must(t, err)
	must(t, c.JoinTable(ctx, c.id, opened.Number, c.bento))
	leave := c.input(t, opened.Number, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err)
	for done := 0; ; {
		board := c.board(t, opened.Number, c.ana)
		if slices.Contains(board.View.ToMove, 0) || len(board.Legal) > 0 {
			t.Fatalf("who left is awaited: %v, %v", board.View.ToMove, board.Legal)
		}
		if outcome := board.View.Outcome; outcome != nil {
			if outcome.Placing[0] != 3 {
				t.Errorf("who left is placed %v", outcome.Placing)
			}
			return
		}
		if bento := c.board(t, opened.Number, c.bento); len(bento.Legal) > 0 {
			_, err := c.Play(ctx, c.input(t, opened.Number, c.bento, fmt.Sprint(board.View.Version)))
			must(t, err)
			continue
		}
		jobs := c.due.all()
		if done == len(jobs) {
			t.Fatalf("version %d waits for nobody: %+v", board.View.Version, board.View)
		}
		must(t, c.PlayBot(ctx, jobs[done], first))
		done++
	}
}

// Jobs that a program had begun which is gone are done by another; those of one that is
// there are its own.
func TestJobsOfAProgramThatIsGone(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	insert := func(by string, ago time.Duration) (id int64) {
		must(t, c.Pool().QueryRow(ctx, `INSERT INTO river_job (args, kind, max_attempts, attempt, state, attempted_by,
			attempted_at)
			VALUES ('{}', 'tick', 25, 1, 'running', ARRAY['before', $1], now() - $2::interval)
				RETURNING id`, by, ago).Scan(&id))
		return id
	}
	var here string
	must(t, c.Pool().QueryRow(ctx, `SHOW application_name`).Scan(&here))
	want := map[int64]string{
		insert("gone", time.Minute): "available", insert("gone", -time.Minute): "running",
		insert(here, time.Minute): "running",
	}
	must(t, c.TakeOver(ctx))
	for id, state := range want {
		if n := c.count(t, `SELECT count(*) FROM river_job WHERE id = $1 AND state::text = $2`, id, state); n != 1 {
			t.Errorf("job %d of %v is not %s", id, want, state)
		}
	}
}

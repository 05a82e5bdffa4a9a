package db_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/bot"
)

// againstBot opens a table of Ana and a bot, which deals at once.
func (c club) againstBot(t testing.TB, options engine.Options) (table int, match int64) {
	t.Helper()
	opened, err := c.OpenTable(t.Context(), c.id, c.ana, db.NewTable{
		Game: "toy", Options: options, Seats: []db.SeatChoice{{Kind: db.SeatBot, Level: "steady"}},
	})
	must(t, err)
	return opened.Number, c.board(t, opened.Number, c.ana).Table.Match
}

// jobs are the bot moves in the queue, oldest first.
func (c club) jobs(t testing.TB) (jobs []db.BotMove) {
	t.Helper()
	rows, err := c.Pool().Query(t.Context(), `SELECT args FROM river_job WHERE kind = 'bot_move' ORDER BY id`)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var job db.BotMove
		must(t, rows.Scan(&job))
		jobs = append(jobs, job)
	}
	must(t, rows.Err())
	return jobs
}

func first(sight bot.Sight) engine.Move { return sight.Legal[0] }

// TestBotJobs: every turn of a bot has exactly one job, queued by the move that
// made it due.
func TestBotJobs(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table, match := c.againstBot(t, engine.Options{"turns": "1", "target": "15"})
	game, level, err := c.BotLevel(ctx, match, 1)
	must(t, err)
	if game != "toy" || level != "steady" {
		t.Errorf("bot of %s, level %s", game, level)
	}
	_, _, err = c.BotLevel(ctx, match, 2)
	refused(t, err, db.ErrNotFound)
	for done := 0; ; {
		board := c.board(t, table, c.ana)
		jobs := c.jobs(t)
		turn := slices.Contains(board.View.ToMove, 1)
		if due := len(jobs) > done; due != turn {
			t.Fatalf("version %d: %d of %d jobs done, bot to move: %t", board.View.Version, done, len(jobs), turn)
		}
		switch {
		case board.View.Outcome != nil:
			// The same transaction wrote a move and the job that it made due.
			with := c.count(t, `SELECT count(*) FROM river_job j JOIN moves m ON m.xmin = j.xmin WHERE j.kind = 'bot_move'`)
			if dealt := 1; with != len(jobs)-dealt {
				t.Errorf("%d of %d jobs were queued by a move", with, len(jobs))
			}
			return
		case len(board.Legal) > 0: // Ana first, also where both may move
			_, err := c.Play(ctx, c.input(t, table, c.ana, fmt.Sprint(board.View.Version)))
			must(t, err)
		default:
			must(t, c.PlayBot(ctx, match, jobs[done].Version, 1, first))
			done++
		}
	}
}

func TestPlayBotOnce(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, match := c.againstBot(t, nil)
	job := c.jobs(t)[0]
	results := make(chan error)
	for range 4 {
		go func() { results <- c.PlayBot(ctx, match, job.Version, 1, first) }()
	}
	for range 4 {
		must(t, <-results)
	}
	if n := c.count(t, `SELECT count(*) FROM moves`); n != 1 {
		t.Errorf("%d moves, want 1", n)
	}
	never := func(bot.Sight) engine.Move { t.Error("asked for a move"); return engine.Move{} }
	for name, job := range map[string]db.BotMove{
		"obsolete":      {Match: match, Version: 0, Seat: 1},
		"a player's":    {Match: match, Version: 1, Seat: 0},
		"no such match": {Match: match + 1, Version: 0, Seat: 1},
		"the future":    {Match: match, Version: 9, Seat: 1},
	} {
		if err := c.PlayBot(ctx, job.Match, job.Version, job.Seat, never); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := c.count(t, `SELECT count(*) FROM moves`); n != 1 {
		t.Errorf("%d moves, want 1", n)
	}
}

// TestSight: a bot sees the view, the events and the moves of its seat.
func TestSight(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table, match := c.againstBot(t, nil)
	_, err := c.Play(ctx, c.input(t, table, c.ana, "swap"))
	must(t, err)
	var seeds []string
	for range 2 {
		err = c.PlayBot(ctx, match, 0, 1, func(sight bot.Sight) engine.Move {
			if sight.View.Seat != 1 || len(sight.Legal) == 0 || len(sight.Events) != 1 || len(sight.Events[0].Secret) != 0 {
				t.Errorf("the bot sees %+v", sight)
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
	if n := c.count(t, `SELECT count(*) FROM matches WHERE encode(seed, 'hex') = $1`, seeds[0]); n != 0 {
		t.Error("the bot was given the seed of the deal")
	}
}

// Who leaves a match of three is played on by jobs until it is over.
func TestLeaversArePlayedOn(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	opened, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{
		Game: "toy", Options: engine.Options{"turns": "1", "target": "15"},
		Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: c.bento}, {Kind: db.SeatBot, Level: "steady"}},
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
		jobs := c.jobs(t)
		if done == len(jobs) {
			t.Fatalf("version %d waits for nobody: %+v", board.View.Version, board.View)
		}
		must(t, c.PlayBot(ctx, jobs[done].Match, jobs[done].Version, jobs[done].Seat, first))
		done++
	}
}

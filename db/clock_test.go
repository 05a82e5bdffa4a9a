package db_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/clock"
)

// timed opens table 1 for Ana and Bento with a pace, and deals.
func (c club) timed(t *testing.T, pace string) {
	t.Helper()
	_, err := c.OpenTable(t.Context(), c.id, c.ana, live.NewTable{Game: "toy", Pace: pace, Options: engine.Options{
		"swap": "off", "turns": "40"}, Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.bento}}})
	must(t, err)
	must(t, c.JoinTable(t.Context(), c.id, 1, c.bento))
}

// ticks are the looks that are queued for the position as it is now.
func (c club) ticks(t *testing.T) (list []live.Tick) {
	t.Helper()
	rows, err := c.Pool().Query(t.Context(), `
		SELECT j.args FROM river_job j JOIN matches m ON m.id = (j.args->>'match')::bigint
			AND m.version = (j.args->>'version')::int
		WHERE j.kind = 'tick' AND m.status = 'playing' ORDER BY j.id`)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var text []byte
		must(t, rows.Scan(&text))
		var tick live.Tick
		must(t, json.Unmarshal(text, &tick))
		list = append(list, tick)
	}
	must(t, rows.Err())
	return list
}

// lapse lets the time of all seats run out that are waited for.
func (c club) lapse(t *testing.T) {
	t.Helper()
	must(t, c.Beat(t.Context()))
	must(t, c.exec(t, `
		UPDATE matches SET clock = jsonb_set(clock, '{seats}', (
			SELECT jsonb_agg(CASE WHEN s ? 'due' THEN s || '{"due": "2020-01-01T00:00:00Z", "since": "2019-12-31T00:00:00Z"}' ELSE s END ORDER BY n)
			FROM jsonb_array_elements(clock->'seats') WITH ORDINALITY AS x (s, n)))
		WHERE clock IS NOT NULL`))
}

// keep does what is due at table 1.
func (c club) keep(t *testing.T) live.Board {
	t.Helper()
	ticks := c.ticks(t)
	if len(ticks) == 0 {
		t.Fatal("no look is queued for this position")
	}
	must(t, c.KeepTime(t.Context(), ticks[len(ticks)-1]))
	return c.board(t, 1, c.ana)
}

func TestClockRunsForTheMover(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.Beat(ctx))
	c.timed(t, "live 30+60")
	for range 3 {
		board := c.board(t, 1, c.ana)
		for seat, at := range board.Table.Clock.Seats {
			if running := !at.Since.IsZero(); running != (engine.Seat(seat) == board.View.ToMove[0]) {
				t.Errorf("seat %d runs: %v, to move %v", seat, running, board.View.ToMove)
			}
		}
		if left := board.Table.Clock.Left(int(board.View.ToMove[0]), board.Table.Now); left > 90*time.Second ||
			left < 60*time.Second {
			t.Errorf("%v are left of 90 s", left)
		}
		if n := len(c.ticks(t)); n != 1 {
			t.Errorf("%d looks are queued", n)
		}
		before := c.ticks(t)[0]
		_, err := c.Play(ctx, c.input(t, 1, c.mover(t, 1), fmt.Sprint("move ", board.View.Version)))
		must(t, err)
		must(t, c.KeepTime(ctx, before)) // silent: the position has gone on
		if now := c.board(t, 1, c.ana); now.View.Version != board.View.Version+1 {
			t.Fatalf("version %d after one move from %d", now.View.Version, board.View.Version)
		}
	}
}

// An absent player's move is made by the table, marked as such; after three a bot keeps
// the seat; and one press gives it back.
func TestAbsence(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "live 30+60")
	gone := c.mover(t, 1)
	there, seat := c.ana, engine.Seat(1)
	if gone == c.ana {
		there, seat = c.bento, 0
	}
	for missed := 1; ; missed++ {
		c.lapse(t)
		before := c.board(t, 1, c.ana)
		after := c.keep(t)
		if after.Table.Clock.Seats[seat].Kept {
			if missed != 3 || after.View.Version != before.View.Version {
				t.Fatalf("kept after %d turns, version %d to %d", missed, before.View.Version, after.View.Version)
			}
			break
		}
		for c.mover(t, 1) == gone { // the rest of the turn
			if n := c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'tick' AND state = 'available'`); n == 0 {
				t.Error("the rest of a turn waits for the queue's scheduler")
			}
			after = c.keep(t)
			must(t, c.exec(t, `DELETE FROM river_job WHERE state = 'available'`))
		}
		if last := after.Log[len(after.Log)-1]; last.Made != live.MadeByClock || last.Seat != seat {
			t.Fatalf("the log says %+v", last)
		}
		for c.mover(t, 1) == there {
			_, err := c.Play(ctx, c.input(t, 1, there, fmt.Sprint("own ", c.board(t, 1, there).View.Version)))
			must(t, err)
		}
	}
	if n := c.count(t, `SELECT count(*) FROM asides WHERE kind = 'kept' AND seat = $1`, seat); n != 1 {
		t.Errorf("the log says %d times that the seat is kept", n)
	}
	overdue, err := c.OverdueMoves(ctx, 0)
	must(t, err)
	if len(overdue) != 1 || overdue[0].Seat != seat {
		t.Fatalf("moves that are due: %+v", overdue)
	}
	must(t, c.PlayBot(ctx, overdue[0], func(_, _ string, sight bot.Sight) engine.Move { return sight.Legal[0] }))
	board := c.board(t, 1, c.ana)
	if last := board.Log[len(board.Log)-1]; last.Made != live.MadeByBot {
		t.Errorf("the bot's move is %+v", last)
	}
	must(t, c.RetakeSeat(ctx, c.id, 1, gone))
	must(t, c.RetakeSeat(ctx, c.id, 1, gone))
	board = c.board(t, 1, c.ana)
	if board.Table.Clock.Seats[seat].Kept || board.Asides[len(board.Asides)-1].Events[0].N != 1 {
		t.Errorf("not back: %+v, %+v", board.Table.Clock, board.Asides)
	}
	// Neither the move of before nor one of the position as it is now: the turn still lasts.
	for _, due := range []live.DueMove{overdue[0], {Match: overdue[0].Match, Version: board.View.Version, Seat: seat}} {
		must(t, c.PlayBot(ctx, due, func(_, _ string, sight bot.Sight) engine.Move { return sight.Legal[0] }))
	}
	overdue, err = c.OverdueMoves(ctx, 0)
	must(t, err)
	if now := c.board(t, 1, c.ana); now.View.Version != board.View.Version || c.mover(t, 1) != gone ||
		len(overdue) > 0 {
		t.Errorf("the bot plays on for a player who is back: version %d to %d, due %+v", board.View.Version,
			now.View.Version, overdue)
	}
	refused(t, c.RetakeSeat(ctx, c.id, 1, c.celia), base.ErrNotFound)
}

// The transaction that acts judges: a move that comes too late is not made, whether or
// not a job was there before it.
func TestLateMove(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "live 30+60")
	player := c.mover(t, 1)
	in := c.input(t, 1, player, "late")
	c.lapse(t)
	_, err := c.Play(ctx, in)
	refused(t, err, base.ErrLate)
	board := c.board(t, 1, c.ana)
	if last := board.Log[len(board.Log)-1]; board.View.Version != 1 || last.Made != live.MadeByClock {
		t.Errorf("version %d, %+v", board.View.Version, last)
	}
	if n := c.count(t, `SELECT count(*) FROM moves WHERE idem = 'late'`); n != 0 {
		t.Error("the late move was made as well")
	}
	c.lapse(t)
	leave := c.input(t, 1, player, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err) // one may always give up
}

// An hour in which no program lived, or the database was away, takes nothing from
// anybody, also if the player is the first to come back.
func TestHouseAway(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "live 30+60")
	must(t, c.Beat(ctx))
	must(t, c.exec(t, `UPDATE matches SET clock = jsonb_set(clock, '{seats}', (
			SELECT jsonb_agg(CASE WHEN s ? 'due' THEN s || jsonb_build_object('due', now() - interval '59 minutes',
				'since', now() - interval '1 hour') ELSE s END ORDER BY n)
			FROM jsonb_array_elements(clock->'seats') WITH ORDINALITY AS x (s, n)))`))
	must(t, c.exec(t, `UPDATE heartbeat SET at = now() - interval '1 hour'`))
	if board := c.keep(t); board.View.Version != 0 {
		t.Fatal("an hour away cost a move")
	}
	board := c.board(t, 1, c.ana)
	if left := board.Table.Clock.Left(int(board.View.ToMove[0]), board.Table.Now); left <= 0 || left > 90*time.Second {
		t.Errorf("%v are left", left)
	}
	if n := len(c.ticks(t)); n != 2 {
		t.Errorf("%d looks are queued", n)
	}
	_, err := c.Play(ctx, c.input(t, 1, c.mover(t, 1), "in time"))
	must(t, err)
	must(t, c.Beat(ctx)) // the test may have been slow
	before := c.count(t, `SELECT extract(epoch FROM away)::int FROM heartbeat`)
	must(t, c.Beat(ctx))
	if after := c.count(t, `SELECT extract(epoch FROM away)::int FROM heartbeat`); after != before || before < 3590 {
		t.Errorf("away for %d s, and then %d s", before, after)
	}
}

// Quiet hours and holidays of a player stop the clock of a table by days, also those
// that were set while it ran.
func TestSlowClockRests(t *testing.T) {
	t.Parallel()
	c := found(t)
	c.timed(t, "slow 86400")
	board := c.board(t, 1, c.ana)
	due := func(b live.Board) time.Time { return b.Table.Clock.Seats[b.View.ToMove[0]].Due }
	if left := due(board).Sub(board.Table.Now); left > 24*time.Hour || left < 23*time.Hour {
		t.Errorf("%v are left of a day without rest", left)
	}
	must(t, c.exec(t, `INSERT INTO holidays (player_id, begins, ends) SELECT $1, now()::date - 1,
		now()::date + 6`, c.mover(t, 1)))
	must(t, c.Beat(t.Context()))
	must(t, c.exec(t, `UPDATE matches
		SET clock = jsonb_set(clock, ARRAY['seats', $1, 'due'], to_jsonb('2020-01-01T00:00:00Z'::text))`,
		fmt.Sprint(board.View.ToMove[0])))
	after := c.keep(t)
	if after.View.Version != 0 || due(after).Sub(after.Table.Now) < 6*24*time.Hour {
		t.Errorf("version %d, due %v", after.View.Version, due(after))
	}
	// A player who is back from a holiday is not late, whether or not a job has looked before.
	must(t, c.exec(t, `UPDATE matches
		SET clock = jsonb_set(clock, ARRAY['seats', $1, 'due'], to_jsonb('2020-01-01T00:00:00Z'::text))`,
		fmt.Sprint(board.View.ToMove[0])))
	_, err := c.Play(t.Context(), c.input(t, 1, c.mover(t, 1), "on a holiday"))
	must(t, err)
	must(t, c.exec(t, `UPDATE players SET zone = 'Nowhere/Land', quiet_from = 1380, quiet_till = 480`))
	_, err = c.Play(t.Context(), c.input(t, 1, c.mover(t, 1), "own"))
	must(t, err) // a zone that was renamed stops nobody
}

// An agreed pause stops clocks and moves, and ends by itself.
func TestPause(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "relaxed 1200")
	match := c.board(t, 1, c.ana).Table.Match
	must(t, c.Propose(ctx, c.id, 1, c.ana, match, live.OfferPause))
	must(t, c.AnswerOffer(ctx, c.id, 1, c.bento, match, c.offer(t).ID, live.AnswerYes))
	_, err := c.Play(ctx, c.input(t, 1, c.mover(t, 1), "paused"))
	refused(t, err, base.ErrPaused)
	must(t, c.Propose(ctx, c.id, 1, c.bento, match, live.OfferResume))
	must(t, c.exec(t, `UPDATE matches SET clock = clock || jsonb_build_object('till', now() - interval '1 minute',
		'paused', now() - interval '1 day')`))
	board := c.keep(t)
	if !board.Table.Clock.Paused.IsZero() || board.Offer.Open() || board.View.Version != 0 {
		t.Errorf("%+v, %+v", board.Table.Clock, board.Offer)
	}
	_, err = c.Play(ctx, c.input(t, 1, c.mover(t, 1), "going on"))
	must(t, err)
}

func TestNudge(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "slow 86400")
	waits, waited := c.ana, c.mover(t, 1)
	if waited == c.ana {
		waits = c.bento
	}
	nudge := func(player int64) error { return c.Nudge(ctx, c.id, 1, player) }
	refused(t, nudge(waits), base.ErrEarly)
	must(t, c.Beat(ctx))
	must(t, c.exec(t, `UPDATE matches SET clock = jsonb_set(clock, '{seats}', (
			SELECT jsonb_agg(CASE WHEN s ? 'due' THEN s || jsonb_build_object('due', now() + interval '3 hours',
				'since', now() - interval '4 hours') ELSE s END ORDER BY n)
			FROM jsonb_array_elements(clock->'seats') WITH ORDINALITY AS x (s, n)))`))
	refused(t, nudge(waited), base.ErrStale) // oneself
	refused(t, nudge(c.celia), base.ErrNotFound)
	must(t, nudge(waits))
	refused(t, nudge(waits), base.ErrEarly)
	if board := c.board(t, 1, c.ana); len(board.Asides) != 1 || board.Asides[0].Events[0].Kind != "aside.nudge" {
		t.Errorf("asides: %+v", board.Asides)
	}
}

func TestPaceOfATableIsRefused(t *testing.T) {
	t.Parallel()
	c := found(t)
	for _, pace := range []string{"live 0", "slow 31536000", "soon"} {
		_, err := c.OpenTable(t.Context(), c.id, c.ana, live.NewTable{Game: "toy", Pace: pace, Seats: []live.SeatChoice{
			{Kind: live.SeatOpen}}})
		if !errors.As(err, new(*clock.ErrPace)) {
			t.Errorf("%q: %v", pace, err)
		}
	}
}

// Bots finish no match of sleepers: once a bot keeps the seat of each player, the match waits for a week, in which any
// of them may play on. Then it ends and counts for nobody.
func TestMatchOfSleepersWaits(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "slow 86400")
	sleep := func() live.Board {
		t.Helper()
		for range 40 {
			if board := c.board(t, 1, c.ana); board.Table.Clock.Halted(clock.HaltAlone) {
				return board
			}
			due, err := c.OverdueMoves(ctx, 0)
			must(t, err)
			if len(due) > 0 {
				must(t, c.PlayBot(ctx, due[0], func(_, _ string, sight bot.Sight) engine.Move {
					return sight.Legal[0]
				}))
				continue
			}
			c.lapse(t)
			c.keep(t)
		}
		t.Fatal("two sleepers, and the match goes on")
		return live.Board{}
	}
	const week = 7 * 24 * time.Hour // at first
	board := sleep()
	waits := func() {
		t.Helper()
		due, err := c.OverdueMoves(ctx, 0)
		must(t, err)
		for seat := range engine.Seat(2) {
			due = append(due, live.DueMove{Match: board.Table.Match, Version: board.View.Version, Seat: seat})
			must(t, c.PlayBot(ctx, due[len(due)-1], func(_, _ string, sight bot.Sight) engine.Move {
				return sight.Legal[0]
			}))
		}
		if now := c.board(t, 1, c.ana); len(due) != 2 || now.View.Version != board.View.Version ||
			now.View.Outcome != nil {
			t.Fatalf("bots play on for nobody: version %d to %d, %d moves due", board.View.Version, now.View.Version,
				len(due))
		}
	}
	waits()
	if left := board.Table.Clock.Next().Sub(board.Table.Now); left < week-time.Minute || left > week {
		t.Errorf("it waits for %v", left)
	}
	mover := c.mover(t, 1)
	must(t, c.RetakeSeat(ctx, c.id, 1, mover))
	if now := c.board(t, 1, mover); now.Table.Clock.Stands() || now.Table.Clock.Next().IsZero() || len(now.Legal) == 0 {
		t.Fatalf("one is back, and the match waits: %+v", now.Table.Clock)
	}
	board = sleep()
	waits()
	must(t, c.Beat(ctx))
	must(t, c.exec(t, `UPDATE matches SET clock = clock || jsonb_build_object('till', now() - interval '1 minute')`))
	c.season(t, -time.Hour, time.Hour)
	over := c.keep(t)
	if over.View.Outcome == nil || over.View.Outcome.How != engine.ByClose {
		t.Fatalf("after a week the outcome is %+v", over.View.Outcome)
	}
	must(t, c.ComputeStandingsFor(ctx, board.Table.Match))
	if got := c.places(t, 0); got != "" {
		t.Errorf("a match that nobody has played counts: %s", got)
	}
}

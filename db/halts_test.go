package db_test

import (
	"slices"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/clock"
)

// While a player is suspended, their match with a clock stands still: no time runs out, nobody moves, and no bot. It
// goes on when the suspension ends by itself or is lifted, with the time that was left.
func TestSuspensionStopsTheClock(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, club){
		"ends by itself": func(t *testing.T, c club) {
			t.Helper()
			must(t, c.exec(t, `UPDATE memberships SET suspended_until = now() WHERE suspended_until IS NOT NULL`))
			must(t, c.exec(t, `UPDATE matches SET clock = clock || jsonb_build_object('till', now())`))
			c.keep(t)
		},
		"lifted": func(t *testing.T, c club) {
			t.Helper()
			must(t, c.Restore(t.Context(), c.id, c.ana, c.bento))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			c.timed(t, "live 30+60")
			before := c.board(t, 1, c.ana)
			must(t, c.Suspend(ctx, c.id, c.ana, c.bento, pause))
			must(t, c.Suspend(ctx, c.id, c.ana, c.bento, pause)) // again, as by a second press
			board := c.board(t, 1, c.ana)
			at := board.Table.Clock
			if !at.Halted(clock.HaltSuspended) || len(at.For) != 1 || time.Until(at.Till) < 6*24*time.Hour ||
				!at.Next().Equal(at.Till) {
				t.Fatalf("the clock: %+v", at)
			}
			must(t, c.exec(t, `
				UPDATE matches SET clock = clock || jsonb_build_object('paused', now() - interval '1 hour', 'seats', (
					SELECT jsonb_agg(CASE WHEN s ? 'due' THEN s || jsonb_build_object('since',
						now() - interval '1 hour', 'due', now() - interval '59 minutes') ELSE s END ORDER BY n)
					FROM jsonb_array_elements(clock->'seats') WITH ORDINALITY AS x (s, n)))`))
			if after := c.keep(t); after.View.Version != before.View.Version || after.Table.Clock.Kept() != nil {
				t.Errorf("the table plays on: %+v", after.Table.Clock)
			}
			if c.mover(t, 1) == c.ana {
				_, err := c.Play(ctx, c.input(t, 1, c.ana, "meanwhile"))
				refused(t, err, base.ErrPaused)
			}
			refused(t, c.Propose(ctx, c.id, 1, c.ana, board.Table.Match, live.OfferResume), base.ErrStale)
			end(t, c)
			after := c.board(t, 1, c.ana)
			if after.Table.Clock.Stands() || after.View.Version != before.View.Version {
				t.Fatalf("afterwards: %+v", after.Table.Clock)
			}
			if left := after.Table.Clock.Left(int(after.View.ToMove[0]), after.Table.Now); left > time.Minute ||
				left < 30*time.Second {
				t.Errorf("a minute was left, and now %v", left)
			}
			_, err := c.Play(ctx, c.input(t, 1, c.mover(t, 1), "after it"))
			must(t, err)
		})
	}
}

// The matches of one who is suspended after them go on, and those who wait for a suspended player may end the match.
func TestSuspendedPlayersHoldNobody(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "live 30+60")
	after := pause
	after.After = true
	must(t, c.Suspend(ctx, c.id, c.ana, c.bento, after))
	if board := c.board(t, 1, c.ana); board.Table.Clock.Stands() {
		t.Fatalf("it waits for one who may play: %+v", board.Table.Clock)
	}
	must(t, c.Suspend(ctx, c.id, c.ana, c.bento, pause))
	must(t, c.Propose(ctx, c.id, 1, c.ana, c.board(t, 1, c.ana).Table.Match, live.OfferEnd))
	if o := c.board(t, 1, c.ana).View.Outcome; o == nil || o.How != engine.ByClose {
		t.Errorf("the outcome is %+v", o)
	}
}

// Where a bot keeps a seat the others may agree to wait for its player. Then no bot moves, until the player is back, or
// the others agree to go on, or the time of the club is over.
func TestWaitingForOneWhoIsAbsent(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.exec(t, `UPDATE clubs SET absence_days = 3`))
	c.timed(t, "slow 86400")
	match := c.board(t, 1, c.ana).Table.Match
	there, gone, seat := c.ana, c.bento, engine.Seat(1)
	refused(t, c.Propose(ctx, c.id, 1, there, match, live.OfferWait), base.ErrStale) // nobody is absent
	sleep := func() {
		t.Helper()
		for !c.board(t, 1, there).Table.Clock.Seats[seat].Kept {
			if c.mover(t, 1) == there {
				_, err := c.Play(ctx, c.input(t, 1, there, c.board(t, 1, there).Table.Moved.String()))
				must(t, err)
				continue
			}
			c.lapse(t)
			c.keep(t)
		}
	}
	due := func() (moves []live.DueMove) {
		t.Helper()
		moves, err := c.OverdueMoves(ctx, 0)
		must(t, err)
		return moves
	}
	sleep()
	for c.mover(t, 1) == there {
		_, err := c.Play(ctx, c.input(t, 1, there, c.board(t, 1, there).Table.Moved.String()))
		must(t, err)
	}
	if len(due()) != 1 {
		t.Fatal("no bot plays for the absent")
	}
	must(t, c.Propose(ctx, c.id, 1, there, match, live.OfferWait)) // there is nobody else to be asked
	board := c.board(t, 1, there)
	if at := board.Table.Clock; !at.Halted(clock.HaltAbsent) || at.Till.Sub(at.Paused) != 3*24*time.Hour {
		t.Fatalf("the clock: %+v", at)
	}
	home, err := c.homeOf(t, gone)
	must(t, err)
	if lines := append(home.MyTurn, home.Waiting...); len(lines) != 1 || !lines[0].Kept || !lines[0].Stands ||
		lines[0].Why != clock.HaltAbsent {
		t.Errorf("their home says %+v", lines)
	}
	move := live.DueMove{Match: match, Version: board.View.Version, Seat: seat}
	must(t, c.PlayBot(ctx, move, func(_, _ string, sight bot.Sight) engine.Move { return sight.Legal[0] }))
	if len(due()) != 0 || c.board(t, 1, there).View.Version != board.View.Version {
		t.Fatal("the bot plays on")
	}
	told := make(chan live.DueMove, 10)
	c.OnBotMove(func(due live.DueMove) { told <- due })
	must(t, c.Propose(ctx, c.id, 1, there, match, live.OfferResume))
	if len(due()) != 1 || len(told) != 1 {
		t.Error("nobody goes on for the absent")
	}
	must(t, c.Propose(ctx, c.id, 1, there, match, live.OfferWait))
	_, err = c.Play(ctx, c.input(t, 1, gone, "back"))
	must(t, err)
	if at := c.board(t, 1, there).Table.Clock; at.Stands() || at.Kept() != nil {
		t.Errorf("back, and the clock is %+v", at)
	}
}

// One who does not answer within two days does not prevent the end of a match that has stood still for a week: it ends
// by itself, by the database's clock, and not before.
func TestSilenceEndsByItself(t *testing.T) {
	t.Parallel()
	// Where a bot has played for somebody the match has a clock, by which no time runs.
	for name, has := range map[string]string{"no clock": `NULL`, "no time": `'{"seats": [{}, {}]}'`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := found(t)
			c.table(t, nil)
			must(t, c.exec(t, `UPDATE matches SET clock = `+has))
			c.endsInSilence(t)
		})
	}
}

func (c club) endsInSilence(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	board := c.board(t, 1, c.ana)
	asks := c.ana
	if board.View.MyTurn() {
		asks = c.bento
	}
	must(t, c.exec(t, `UPDATE matches SET changed_at = now() - interval '8 days'`))
	must(t, c.Propose(ctx, c.id, 1, asks, board.Table.Match, live.OfferEnd))
	tick := live.Tick{Match: board.Table.Match, Offer: c.offer(t).ID}
	if n := c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'tick' AND (args->>'offer')::bigint = $1
		AND scheduled_at - now() BETWEEN '47 hours' AND '48 hours'`, tick.Offer); n != 1 {
		t.Errorf("%d looks are queued for in two days", n)
	}
	must(t, c.KeepTime(ctx, tick))
	if !c.offer(t).Open() {
		t.Fatal("it ended before two days were over")
	}
	if n := c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'tick'
		AND (args->>'offer')::bigint = $1`, tick.Offer); n != 2 {
		t.Errorf("a look that comes early is not followed by another: %d", n)
	}
	must(t, c.exec(t, `UPDATE offers SET asked_at = now() - interval '48 hours'`))
	must(t, c.KeepTime(ctx, tick))
	if o := c.board(t, 1, c.ana).View.Outcome; o == nil || o.How != engine.ByClose {
		t.Fatalf("the outcome is %+v", o)
	}
	must(t, c.KeepTime(ctx, tick)) // once more does nothing
}

// Where the one who asked has left, it is the offer of the others who agreed.
func TestSilenceWithoutTheOneWhoAsked(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Seats: []live.SeatChoice{
		{Kind: live.SeatMember, Player: c.bento}, {Kind: live.SeatMember, Player: c.celia}}})
	must(t, err)
	must(t, c.JoinTable(ctx, c.id, 1, c.bento))
	must(t, c.JoinTable(ctx, c.id, 1, c.celia))
	players := slices.DeleteFunc([]int64{c.ana, c.bento, c.celia}, func(p int64) bool { return p == c.mover(t, 1) })
	match := c.board(t, 1, c.ana).Table.Match
	silent := `UPDATE matches SET changed_at = now() - interval '8 days'`
	must(t, c.exec(t, silent))
	must(t, c.Propose(ctx, c.id, 1, players[0], match, live.OfferEnd))
	must(t, c.AnswerOffer(ctx, c.id, 1, players[1], match, c.offer(t).ID, live.AnswerYes))
	leave := c.input(t, 1, players[0], "gone")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err)
	must(t, c.exec(t, silent))
	must(t, c.exec(t, `UPDATE offers SET asked_at = now() - interval '48 hours'`))
	must(t, c.KeepTime(ctx, live.Tick{Match: match, Offer: c.offer(t).ID}))
	if o := c.board(t, 1, players[1]).View.Outcome; o == nil || o.How != engine.ByClose {
		t.Errorf("the outcome is %+v", o)
	}
}

// Those who are to move are told an hour before a pause ends, and it ends in nobody's night.
func TestPauseEndsWithNotice(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "relaxed 1200")
	must(t, c.exec(t, `UPDATE players SET zone = 'UTC', quiet_from = (minute + 1380) % 1440,
		quiet_till = (minute + 180) % 1440
		FROM (SELECT extract(hour FROM now() AT TIME ZONE 'UTC')::int * 60 AS minute) now`))
	match := c.board(t, 1, c.ana).Table.Match
	must(t, c.Propose(ctx, c.id, 1, c.ana, match, live.OfferPause))
	must(t, c.AnswerOffer(ctx, c.id, 1, c.bento, match, c.offer(t).ID, live.AnswerYes))
	at := c.board(t, 1, c.ana).Table.Clock
	if till := at.Till.Sub(at.Paused); till <= clock.MaxPause+time.Hour || till > clock.MaxPause+4*time.Hour {
		t.Errorf("a pause that would end in quiet hours lasts %v", till) // they are from an hour ago until in three
	}
	if !at.Next().Equal(at.Till.Add(-clock.Warning)) {
		t.Errorf("the next look is at %v, the pause ends at %v", at.Next(), at.Till)
	}
	must(t, c.exec(t, `UPDATE matches SET clock = clock || jsonb_build_object('till', now() + interval '50 minutes',
		'paused', now() - interval '1 day')`))
	if at = c.keep(t).Table.Clock; !at.Stands() || !at.Next().Equal(at.Till) {
		t.Errorf("after the notice: %+v", at)
	}
	if n := c.count(t, `SELECT count(*) FROM notices WHERE kind = 'turn' AND what = 'resumes'
		AND player_id = $1`, c.mover(t, 1)); n != 1 {
		t.Errorf("the one who is to move is told %d times", n)
	}
	if n := c.count(t, `SELECT count(*) FROM notices WHERE what = 'resumes'`); n != 1 {
		t.Errorf("%d are told", n)
	}
}

package db_test

import (
	"fmt"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/clock"
)

// A holiday counts from the press: the deadline that everybody reads moves at once, the table tells why, and a list
// says whose time rests.
func TestHolidayCountsFromThePress(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "slow 86400")
	before := c.board(t, 1, c.ana)
	mover, seat := c.mover(t, 1), int(before.View.ToMove[0])
	here := live.Rest{Zone: noon()} // where no day ends meanwhile
	must(t, c.SaveRest(ctx, mover, here))
	must(t, c.RestNow(ctx, mover, 7))
	after := c.board(t, 1, c.ana)
	if moved := after.Table.Clock.Seats[seat].Due.Sub(before.Table.Clock.Seats[seat].Due); moved < 6*24*time.Hour {
		t.Errorf("a holiday of a week moves the deadline by %v", moved)
	}
	if after.Table.At == before.Table.At || len(after.Asides) != 1 || after.Asides[0].Events[0].Kind != "aside."+
		string(live.AsideRests) {
		t.Errorf("the table at %s, then %s, tells %+v", before.Table.At, after.Table.At, after.Asides)
	}
	if ticks := c.ticks(t); len(ticks) != 2 {
		t.Errorf("%d looks are queued", len(ticks))
	}
	home, err := c.homeOf(t, c.ana+c.bento-mover)
	must(t, err)
	rest := home.Waiting[0].Seats[seat].Rest
	if rest == nil || rest.Calendar().HolidayTill(after.Table.Now).Before(after.Table.Now) {
		t.Errorf("the list says of the rests: %+v", rest)
	}
	must(t, c.RestNow(ctx, mover, 7)) // pressed twice
	if n := c.count(t, `SELECT count(*) FROM holidays`); n != 1 {
		t.Errorf("%d holidays", n)
	}
	must(t, c.SaveRest(ctx, mover, here)) // nothing moves, and nothing is told
	if again := c.board(t, 1, c.ana); again.Table.At != after.Table.At {
		t.Errorf("saving the same moves the table to %s", again.Table.At)
	}
}

// A match by minutes does not rest, and tells nobody's quiet hours.
func TestOnlyTablesByDaysTellRests(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "relaxed 1200")
	mover := c.mover(t, 1)
	before := c.board(t, 1, c.ana)
	must(t, c.RestNow(ctx, mover, 7))
	after := c.board(t, 1, c.ana)
	if after.Table.At != before.Table.At || after.Table.Seats[0].Rest != nil || after.Table.Seats[1].Rest != nil {
		t.Errorf("%s, then %s, seats %+v", before.Table.At, after.Table.At, after.Table.Seats)
	}
}

// Members who look after tables see which matches stand still or have been forgotten; others do not.
func TestHostsSeeMatchesThatStandStill(t *testing.T) {
	t.Parallel()
	c := found(t)
	see := func(player int64, want int) (lines []db.TableLine) {
		t.Helper()
		home, err := c.homeOf(t, player)
		must(t, err)
		if len(home.Halted) != want {
			t.Errorf("player %d sees %d matches that stand still, want %d", player, len(home.Halted), want)
		}
		return home.Halted
	}
	c.timed(t, "slow 86400")
	c.table(t, engine.Options{"swap": "off"}) // without a clock
	see(c.ana, 0)
	must(t, c.exec(t, `UPDATE matches SET clock = clock || jsonb_build_object('paused', now(), 'why', 'alone', 'till',
		now() + interval '1 day') WHERE clock IS NOT NULL`))
	must(t, c.exec(t, `UPDATE tables SET watchable = false`))
	if lines := see(c.ana, 1); len(lines) == 1 && (lines[0].Why != clock.HaltAlone || lines[0].Idle) {
		t.Errorf("the line says %+v", lines[0])
	}
	must(t, c.exec(t, `UPDATE matches SET changed_at = now() - interval '8 days'`))
	if lines := see(c.ana, 2); len(lines) == 2 && lines[0].Idle == lines[1].Idle {
		t.Error("one of them has no clock")
	}
	see(c.bento, 0)
	// a pause by agreement
	must(t, c.exec(t, `UPDATE matches SET clock = clock || '{"why": ""}' WHERE clock IS NOT NULL`))
	see(c.ana, 1)
}

// Holidays go by the player's day, which may be another than that of the database. In the zones here no day is about to
// end.
func TestHolidaysGoByThePlayersDay(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	zone := "Pacific/Kiritimati" // where it is tomorrow
	if time.Now().UTC().Hour() < 11 {
		zone = "Etc/GMT+12" // where it is yesterday
	}
	today := clock.Calendar{Zone: zone}.Today(time.Now())
	rest := func(begins, ends int) live.Rest {
		return live.Rest{Zone: zone, Holidays: []live.Holiday{
			{Begins: today.AddDate(0, 0, begins), Ends: today.AddDate(0, 0, ends)},
		}}
	}
	refused(t, c.SaveRest(ctx, c.bento, rest(-1, 0)), base.ErrHolidays)
	must(t, c.SaveRest(ctx, c.bento, rest(0, 0)))
	must(t, c.SaveRest(ctx, c.bento, rest(1, 2)))
	must(t, c.SaveRest(ctx, c.bento, rest(1, 2))) // sent twice
	refused(t, c.SaveRest(ctx, c.bento, rest(1, 3)), base.ErrHolidays)
	listed := func(want int) {
		t.Helper()
		kept, err := c.RestOf(ctx, c.bento)
		must(t, err)
		if len(kept.Holidays) != want {
			t.Errorf("%d holidays, want %d: %+v", len(kept.Holidays), want, kept)
		}
	}
	listed(2)
	must(t, c.RemoveHoliday(ctx, c.bento, today.AddDate(0, 0, 1)))
	must(t, c.RemoveHoliday(ctx, c.bento, today)) // that has begun
	listed(1)
}

// noon is a zone in which it is noon, so that no day ends while a test runs.
func noon() string { return fmt.Sprintf("Etc/GMT%+d", time.Now().UTC().Hour()-12) }

// A holiday that begins with a press ends before the next one.
func TestAHolidayFromTodayEndsBeforeTheNext(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SaveRest(ctx, c.bento, live.Rest{Zone: noon()}))
	rest, err := c.RestOf(ctx, c.bento)
	must(t, err)
	free := func(want int) {
		t.Helper()
		rest, err := c.RestOf(ctx, c.bento)
		must(t, err)
		if free := rest.FreeDays(); free != want {
			t.Errorf("%d days are free, want %d: %+v", free, want, rest)
		}
	}
	free(14)
	rest.Holidays = []live.Holiday{{Begins: rest.Today.AddDate(0, 0, 3), Ends: rest.Today.AddDate(0, 0, 4)}}
	must(t, c.SaveRest(ctx, c.bento, rest))
	free(3)
	must(t, c.RestNow(ctx, c.bento, 7))
	if rest, err = c.RestOf(ctx, c.bento); err != nil || !rest.Holidays[0].Ends.Equal(rest.Today.AddDate(0, 0, 2)) {
		t.Errorf("the holiday is %+v, %v", rest.Holidays, err)
	}
	free(0)
	must(t, c.RestNow(ctx, c.bento, 7)) // pressed twice
	if n := c.count(t, `SELECT count(*) FROM holidays`); n != 2 {
		t.Errorf("%d holidays", n)
	}
}

// A holiday that is taken back before it begins gives its days back, and the time that it gave for a turn.
func TestAHolidayTakenBackGivesNoTime(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "slow 172800")
	due := func() time.Time {
		b := c.board(t, 1, c.ana)
		return b.Table.Clock.Seats[b.View.ToMove[0]].Due
	}
	mover, before := c.mover(t, 1), due()
	rest := live.Rest{Zone: noon()}
	tomorrow := clock.Calendar{Zone: rest.Zone}.Today(time.Now()).AddDate(0, 0, 1)
	rest.Holidays = []live.Holiday{{Begins: tomorrow, Ends: tomorrow.AddDate(0, 0, 6)}}
	must(t, c.SaveRest(ctx, mover, rest))
	if moved := due().Sub(before); moved != 7*24*time.Hour {
		t.Errorf("a holiday of a week moves the deadline by %v", moved)
	}
	must(t, c.RemoveHoliday(ctx, mover, tomorrow))
	must(t, c.RemoveHoliday(ctx, mover, tomorrow)) // pressed twice
	if moved := due().Sub(before); moved != 0 {
		t.Errorf("taken back, it has moved the deadline by %v", moved)
	}
}

// Nor does one that has begun, and by the time of another zone has not.
func TestAHolidayOfAnotherZoneGivesNoTime(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "slow 86400")
	mover := c.mover(t, 1)
	must(t, c.exec(t, `UPDATE matches SET clock = jsonb_set(clock, '{seats}', (
			SELECT jsonb_agg(CASE WHEN s ? 'due' THEN s || jsonb_build_object('since', now() - interval '2 days',
				'due', now() + interval '10 days') ELSE s END ORDER BY n)
			FROM jsonb_array_elements(clock->'seats') WITH ORDINALITY AS x (s, n)))`))
	zone := noon()
	tomorrow := clock.Calendar{Zone: zone}.Today(time.Now()).AddDate(0, 0, 1)
	must(t, c.exec(t, `INSERT INTO holidays (player_id, begins, ends) VALUES ($1, $2, $2::date + 9)`, mover, tomorrow))
	must(t, c.exec(t, `UPDATE players SET zone = $2 WHERE id = $1`, mover, zone))
	must(t, c.RemoveHoliday(ctx, mover, tomorrow))
	b := c.board(t, 1, c.ana)
	if left := b.Table.Clock.Seats[b.View.ToMove[0]].Due.Sub(b.Table.Now); left > 24*time.Hour || left < 23*time.Hour {
		t.Errorf("%v are left", left)
	}
}

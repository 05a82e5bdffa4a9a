package db_test

import (
	"testing"
	"time"

	"carteado/db/nights"
	"carteado/engine/clock"
)

// A series goes on at the same hour, whatever the clocks do, and as it was meant, whatever is done to one night.
func TestSeries(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.exec(t, `UPDATE clubs SET time_zone = 'Europe/Lisbon'`))
	lisbon, err := time.LoadLocation("Europe/Lisbon")
	must(t, err)
	now := time.Now().In(lisbon)
	first := time.Date(now.Year(), now.Month(), now.Day()+1, 20, 0, 0, 0, lisbon)
	_, err = c.PlanNight(ctx, c.id, c.ana, nightPlan(first), clock.Weekly, "")
	must(t, err)
	list := func() (all []nights.Night) {
		t.Helper()
		must(t, c.PlanNights(ctx))
		all, _, err := c.NightsOf(ctx, c.id, c.bento)
		must(t, err)
		return all
	}
	all := list()
	if len(all) != 4 || len(c.toldOfNights(t, c.bento)) != 1 {
		t.Fatalf("%d nights, told %v", len(all), c.toldOfNights(t, c.bento))
	}
	plan := all[1].Plan
	plan.Starts, plan.Ends, plan.Place = plan.Starts.AddDate(0, 0, 1), plan.Ends.AddDate(0, 0, 1), "Only this time"
	must(t, c.ChangeNight(ctx, c.id, c.ana, all[1].ID, plan, false))
	earlier := func(column string) string { // by the clock on the wall
		return column + ` = (` + column + ` AT TIME ZONE 'Europe/Lisbon' - interval '21 days') AT TIME ZONE 'Europe/Lisbon'`
	}
	must(t, c.exec(t, `UPDATE nights SET `+earlier("planned_at")+`, `+earlier("starts_at")+`, `+earlier("ends_at")+`, `+
		earlier("answers_until")))
	all = list()
	if len(all) != 4 {
		t.Fatalf("%d nights later", len(all))
	}
	for i, n := range all[1:] {
		at := n.Starts.In(lisbon)
		if at.Hour() != 20 || at.Weekday() != first.Weekday() || n.Place != "Casa da Clara" ||
			n.Starts.Sub(n.AnswersUntil) != 2*time.Hour {
			t.Errorf("night %d is %+v", i+1, n)
		}
	}
	plan = all[1].Plan
	plan.Starts, plan.Ends = plan.Starts.Add(30*time.Minute), plan.Ends.Add(30*time.Minute)
	must(t, c.ChangeNight(ctx, c.id, c.ana, all[1].ID, plan, true))
	for _, n := range list()[1:] {
		if at := n.Starts.In(lisbon); at.Format("15:04") != "20:30" {
			t.Errorf("a night that follows begins at %s", at)
		}
	}
	c.answers(t, all[3].ID, c.bento, nights.Yes)
	c.answers(t, all[2].ID, c.celia, nights.Maybe)
	must(t, c.CallOff(ctx, c.id, c.ana, all[0].ID, "Fim", true))
	if told := c.toldOfNights(t, c.celia); told[len(told)-1] != nights.ToldOff {
		t.Errorf("who may come to a night that is called off with its series is told %v", told)
	}
	stands := 0
	for _, n := range list() {
		if n.Off.IsZero() {
			stands++
		}
	}
	if stands != 1 {
		t.Errorf("%d nights stand after the series has ended", stands)
	}
}

// A monthly series that moves to another week comes in that week from then on.
func TestMonthlyNightsMove(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	plan := nightPlan(time.Date(time.Now().Year()+1, time.January, 9, 20, 0, 0, 0, time.UTC))
	night, err := c.PlanNight(ctx, c.id, c.ana, plan, clock.Second, "")
	must(t, err)
	for _, following := range []bool{false, true} {
		plan.Starts, plan.Ends = plan.Starts.AddDate(0, 0, 7), plan.Ends.AddDate(0, 0, 7)
		must(t, c.ChangeNight(ctx, c.id, c.ana, night, plan, following))
		want := map[bool]clock.Recurrence{false: clock.Second, true: clock.Fourth}[following]
		if n := c.count(t, `SELECT count(*) FROM night_series WHERE recurs = $1`, want); n != 1 {
			t.Errorf("with those that follow %v, it is not %s", following, want)
		}
	}
}

// A night that was moved alone takes nothing of that along when it is changed with those that follow.
func TestANightOfItsOwnLeavesItsSeries(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	plan := nightPlan(time.Date(time.Now().Year()+1, time.January, 9, 20, 0, 0, 0, time.UTC))
	night, err := c.PlanNight(ctx, c.id, c.ana, plan, clock.Second, "")
	must(t, err)
	plan.Starts, plan.Ends = plan.Starts.AddDate(0, 0, 7), plan.Ends.AddDate(0, 0, 7)
	must(t, c.ChangeNight(ctx, c.id, c.ana, night, plan, false))
	plan.Place = "Clube"
	must(t, c.ChangeNight(ctx, c.id, c.ana, night, plan, true))
	if n := c.count(t, `SELECT count(*) FROM night_series WHERE recurs = $1`, clock.Second); n != 1 {
		t.Error("the series recurs as the night that was moved alone")
	}
}

// Where the clocks leave out the hour in which a night ends, its series goes on, and those of other clubs, too.
func TestSeriesOverAGap(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	santiago, err := time.LoadLocation("America/Santiago")
	must(t, err)
	must(t, c.exec(t, `UPDATE clubs SET time_zone = 'America/Santiago'`))
	at := func(day, hour, minute int) time.Time {
		return time.Date(time.Now().Year()+1, time.September, day, hour, minute, 0, 0, santiago)
	}
	day := 1
	for day < 30 && at(day, 0, 0).Hour() == 0 { // until that which begins at one
		day++
	}
	plan := nightPlan(at(day-8, 23, 30))
	plan.Ends, plan.AnswersUntil = plan.Starts.Add(time.Hour), plan.Starts
	_, err = c.PlanNight(ctx, c.id, c.ana, plan, clock.Weekly, "")
	must(t, err)
	must(t, c.PlanNights(ctx))
	if n := c.count(t, `SELECT count(*) FROM nights WHERE ends_at > starts_at`); n != 4 {
		t.Errorf("%d nights are planned", n)
	}
}

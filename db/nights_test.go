package db_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/nights"
	"carteado/engine/clock"
	"carteado/engine/role"
)

// nightPlan is a night of two places that begins at a time.
func nightPlan(starts time.Time) nights.Plan {
	return nights.Plan{Name: "Noite de Rummy", Starts: starts, Ends: starts.Add(3 * time.Hour),
		AnswersUntil: starts.Add(-2 * time.Hour), Place: "Casa da Clara", Address: "Rua 1", Places: 2}
}

// planned is a night that Ana has planned for tomorrow.
func (c club) planned(t *testing.T) int64 {
	t.Helper()
	id, err := c.PlanNight(t.Context(), c.id, c.ana, nightPlan(time.Now().Add(24*time.Hour)), clock.Once, "")
	must(t, err)
	return id
}

func (c club) answers(t *testing.T, night, player int64, answer string) {
	t.Helper()
	must(t, c.AnswerNight(t.Context(), c.id, player, night, answer, time.Time{}))
}

// standing says who has a place and who waits, in order, as in "12 3".
func (c club) standing(t *testing.T, night int64) string {
	t.Helper()
	_, list, _, err := c.NightOf(t.Context(), c.id, c.ana, night)
	must(t, err)
	placed, waiting := "", ""
	for _, a := range list {
		switch {
		case a.Placed:
			placed += a.Name[:1]
		case a.Answer == nights.Yes || a.Answer == nights.Late:
			waiting += a.Name[:1]
		}
	}
	return placed + " " + waiting
}

func (c club) toldOfNights(t *testing.T, player int64) (list []string) {
	t.Helper()
	notices, err := c.Notices(t.Context(), player)
	must(t, err)
	for _, n := range notices {
		if n.Kind == "night" {
			list = append(list, n.What)
		}
	}
	slices.Reverse(list)
	return list
}

func TestTheWaitingListMovesUp(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.planned(t)
	c.answers(t, night, c.ana, nights.Yes)
	c.answers(t, night, c.bento, nights.Late)
	c.answers(t, night, c.celia, nights.Yes)
	for _, step := range []struct {
		player int64
		answer string
		want   string
	}{
		{c.ana, nights.Late, "AB C"},   // who comes later keeps the place
		{c.celia, nights.Late, "AB C"}, // and the turn
		{c.ana, nights.Maybe, "BC "},   // a maybe keeps none
		{c.ana, nights.Yes, "BC A"},
		{c.bento, nights.No, "CA "},
		{c.bento, nights.No, "CA "},
	} {
		c.answers(t, night, step.player, step.answer)
		if got := c.standing(t, night); got != step.want {
			t.Errorf("after %s of %d: %q, want %q", step.answer, step.player, got, step.want)
		}
	}
	if got := fmt.Sprint(c.toldOfNights(t, c.celia)); got != "[new place]" {
		t.Errorf("who moved up is told %s", got)
	}
	if got := fmt.Sprint(c.toldOfNights(t, c.bento)); got != "[new]" {
		t.Errorf("who did not is told %s", got)
	}
	// Afterwards a host decides.
	c.answers(t, night, c.bento, nights.Yes)
	must(t, c.exec(t, `UPDATE nights SET answers_until = now()`))
	c.answers(t, night, c.ana, nights.No)
	if got := c.standing(t, night); got != "C B" {
		t.Errorf("after the time for answers: %q", got)
	}
	refused(t, c.GivePlace(ctx, c.id, c.celia, night, c.bento), base.ErrForbidden)
	must(t, c.GivePlace(ctx, c.id, c.ana, night, c.bento))
	refused(t, c.GivePlace(ctx, c.id, c.ana, night, c.bento), base.ErrStale)
	if got := c.standing(t, night); got != "CB " {
		t.Errorf("after a host gave a place: %q", got)
	}
	must(t, c.exec(t, `UPDATE nights SET answers_until = now() + interval '1 hour', places = 1`))
	c.answers(t, night, c.ana, nights.Yes)
	must(t, c.LeaveClub(ctx, c.id, c.celia))
	if got := c.standing(t, night); got != "B A" { // fewer places send nobody away
		t.Errorf("after a member left: %q", got)
	}
	must(t, c.Suspend(ctx, c.id, c.ana, c.bento, pause))
	if got := c.standing(t, night); got != "A " {
		t.Errorf("after one was suspended: %q", got)
	}
	must(t, c.exec(t, `UPDATE nights SET starts_at = now() - interval '2 hours', ends_at = now(),
		answers_until = now() - interval '2 hours'`))
	refused(t, c.AnswerNight(ctx, c.id, c.ana, night, nights.No, time.Time{}), base.ErrStale)
}

// Of those who answer at once, as many have a place as there are.
func TestPlacesAreGivenOnce(t *testing.T) {
	t.Parallel()
	c := found(t)
	night := c.planned(t)
	done := make(chan error)
	for _, player := range []int64{c.ana, c.bento, c.celia} {
		go func() { done <- c.AnswerNight(t.Context(), c.id, player, night, nights.Yes, time.Time{}) }()
	}
	for range 3 {
		must(t, ended(t, done))
	}
	if n := c.count(t, `SELECT count(*) FROM night_answers WHERE placed`); n != 2 {
		t.Errorf("%d of two places are given", n)
	}
}

func TestWhoLooksAfterNights(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	plan := nightPlan(time.Now().Add(24 * time.Hour))
	_, err := c.PlanNight(ctx, c.id, c.bento, plan, clock.Once, "")
	refused(t, err, base.ErrForbidden)
	_, err = c.PlanNight(ctx, c.id, c.davi, plan, clock.Once, "")
	refused(t, err, base.ErrNotFound)
	night := c.planned(t)
	refused(t, c.ChangeNight(ctx, c.id, c.bento, night, plan, false), base.ErrForbidden)
	refused(t, c.CallOff(ctx, c.id, c.bento, night, "x", false), base.ErrForbidden)
	refused(t, c.RemindNight(ctx, c.id, c.bento, night), base.ErrForbidden)
	refused(t, c.AnswerNight(ctx, c.id, c.davi, night, nights.Yes, time.Time{}), base.ErrNotFound)
	refused(t, c.AnswerNight(ctx, c.id, c.bento, night+1, nights.Yes, time.Time{}), base.ErrNotFound)
	_, _, _, err = c.NightOf(ctx, c.id, c.davi, night)
	refused(t, err, base.ErrNotFound)
	c.answers(t, night, c.bento, nights.Yes)
	for player, knows := range map[int64]bool{c.ana: true, c.bento: true, c.celia: false} {
		n, _, silent, err := c.NightOf(ctx, c.id, player, night)
		must(t, err)
		if (n.Address != "") != knows || (len(silent) > 0) != (player == c.ana) {
			t.Errorf("%d reads %q and %v", player, n.Address, silent)
		}
	}
	must(t, c.RemindNight(ctx, c.id, c.ana, night))
	refused(t, c.RemindNight(ctx, c.id, c.ana, night), base.ErrStale)
	if got := fmt.Sprint(c.toldOfNights(t, c.celia), c.toldOfNights(t, c.bento)); got != "[new remind] [new]" {
		t.Errorf("reminded are %s", got)
	}
	c.answers(t, night, c.celia, nights.Maybe)
	plan.Starts = plan.Starts.Add(time.Hour)
	must(t, c.ChangeNight(ctx, c.id, c.ana, night, plan, false))
	must(t, c.CallOff(ctx, c.id, c.ana, night, "A Clara está doente", true))
	refused(t, c.CallOff(ctx, c.id, c.ana, night, "x", false), base.ErrStale)
	refused(t, c.ChangeNight(ctx, c.id, c.ana, night, plan, false), base.ErrStale)
	refused(t, c.AnswerNight(ctx, c.id, c.bento, night, nights.No, time.Time{}), base.ErrStale)
	if got := fmt.Sprint(c.toldOfNights(t, c.celia)); got != "[new remind moved off]" {
		t.Errorf("who may come is told %s", got)
	}
	n, _, _, err := c.NightOf(ctx, c.id, c.ana, night)
	must(t, err)
	if n.Revision != 2 || n.OffWhy == "" || !n.Starts.Equal(plan.Starts.Truncate(time.Microsecond)) {
		t.Errorf("the night is %+v", n)
	}
	for _, action := range []string{"night_planned", "night_reminded", "night_changed", "night_called_off"} {
		if c.count(t, `SELECT count(*) FROM audit WHERE action = $1 AND player_id = $2`, action, c.ana) != 1 {
			t.Errorf("%s is not in the log", action)
		}
	}
}

// A change that moves the nights that follow leaves them at one hour on both sides of a change of the clocks.
func TestNightsFollowByTheClockOnTheWall(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.exec(t, `UPDATE clubs SET time_zone = 'Europe/Lisbon'`))
	lisbon, err := time.LoadLocation("Europe/Lisbon")
	must(t, err)
	plan := nightPlan(time.Date(time.Now().Year()+1, time.March, 20, 20, 0, 0, 0, lisbon))
	night, err := c.PlanNight(ctx, c.id, c.ana, plan, clock.Weekly, "")
	must(t, err)
	must(t, c.PlanNights(ctx))
	all, _, err := c.NightsOf(ctx, c.id, c.ana)
	must(t, err)
	c.answers(t, all[2].ID, c.bento, nights.Yes)
	c.answers(t, all[3].ID, c.bento, nights.Maybe)
	plan.Starts, plan.Ends = plan.Starts.AddDate(0, 0, 14), plan.Ends.AddDate(0, 0, 14)
	must(t, c.ChangeNight(ctx, c.id, c.ana, night, plan, true))
	if n := c.count(t, `SELECT sum(subject) FROM notices WHERE what = 'moved' AND player_id = $1`, c.bento); n !=
		int(all[2].ID) {
		t.Errorf("who comes to night %d and may come to the next is told of %d", all[2].ID, n)
	}
	all, _, err = c.NightsOf(ctx, c.id, c.ana)
	must(t, err)
	for i, n := range all {
		at := n.Starts.In(lisbon)
		if at.Hour() != 20 || at.YearDay() != plan.Starts.In(lisbon).YearDay()+7*i ||
			n.Ends.Sub(n.Starts) != plan.Ends.Sub(plan.Starts) {
			t.Errorf("night %d begins at %s and ends at %s", i, at, n.Ends)
		}
	}
	if len(all) != 4 {
		t.Fatalf("%d nights", len(all))
	}
	plan = all[1].Plan
	plan.Starts, plan.Ends = plan.Starts.AddDate(0, 0, -7), plan.Ends.AddDate(0, 0, -7)
	refused(t, c.ChangeNight(ctx, c.id, c.ana, all[1].ID, plan, true), base.ErrTaken)
	plan.Starts, plan.Ends = all[0].Starts.AddDate(0, 0, -7), all[0].Ends.AddDate(0, 0, -7)
	must(t, c.ChangeNight(ctx, c.id, c.ana, all[0].ID, plan, true))
}

// The nights of a series end at one hour, too, whichever of them has an hour less.
func TestNightsEndByTheClockOnTheWall(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.exec(t, `UPDATE clubs SET time_zone = 'Europe/Lisbon'`))
	lisbon := clock.Zone("Europe/Lisbon")
	changed := time.Date(time.Now().Year()+1, time.March, 31, 0, 0, 0, 0, lisbon) // the last Sunday of March
	changed = changed.AddDate(0, 0, -int(changed.Weekday()))
	plan := nightPlan(changed.Add(-2 * time.Hour))
	plan.Ends = time.Date(changed.Year(), changed.Month(), changed.Day(), 3, 0, 0, 0, lisbon)
	night, err := c.PlanNight(ctx, c.id, c.ana, plan, clock.Weekly, "")
	must(t, err)
	at := func(hour, minute int) {
		t.Helper()
		all, _, err := c.NightsOf(ctx, c.id, c.ana)
		must(t, err)
		if len(all) != 4 {
			t.Fatalf("%d nights", len(all))
		}
		for i, n := range all {
			if h, m, _ := n.Ends.In(lisbon).Clock(); h != hour || m != minute {
				t.Errorf("night %d ends at %s", i, n.Ends.In(lisbon))
			}
		}
	}
	at(3, 0)
	plan.Ends = plan.Ends.Add(30 * time.Minute)
	must(t, c.ChangeNight(ctx, c.id, c.ana, night, plan, true))
	at(3, 30)
}

// A calendar's address shows the nights of its player's clubs to everybody who has it, and nothing once it was given
// up.
func TestCalendars(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.planned(t)
	address := func() base.Secret {
		t.Helper()
		token, err := c.CalendarAddress(ctx, c.bento)
		must(t, err)
		return token
	}
	if address() != "" {
		t.Error("an address that nobody has made")
	}
	must(t, c.MakeCalendar(ctx, c.bento))
	first := address()
	_, list, err := c.CalendarOf(ctx, first)
	must(t, err)
	if len(list) != 1 || list[0].ID != night || list[0].Address != "" || list[0].Club != c.slug {
		t.Errorf("the calendar shows %+v", list)
	}
	c.answers(t, night, c.bento, nights.Yes)
	if _, list, _ = c.CalendarOf(ctx, first); list[0].Address == "" {
		t.Error("who has a place is not told where")
	}
	must(t, c.MakeCalendar(ctx, c.bento))
	_, _, err = c.CalendarOf(ctx, first)
	refused(t, err, base.ErrNotFound)
	second := address()
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, role.Host))
	c.table(t, nil)
	must(t, c.Suspend(ctx, c.id, c.ana, c.bento, db.NewSuspension{Reason: "x", After: true})) // plays on
	if _, list, err = c.CalendarOf(ctx, second); err != nil || len(list) != 0 {
		t.Errorf("a suspended member's calendar shows %v, %v", list, err)
	}
	must(t, c.EndCalendar(ctx, c.bento))
	_, _, err = c.CalendarOf(ctx, second)
	refused(t, err, base.ErrNotFound)
	must(t, c.EndCalendar(ctx, c.bento))
	_, _, err = c.CalendarOf(ctx, "")
	refused(t, err, base.ErrNotFound)
}

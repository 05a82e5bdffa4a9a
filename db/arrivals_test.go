package db_test

import (
	"fmt"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/engine/clock"
)

// whoIsHere lists the names of those who are at a night, and in brackets of those who have gone.
func (c club) whoIsHere(t *testing.T, night int64) (names string) {
	t.Helper()
	list, err := c.ArrivalsOf(t.Context(), c.id, c.bento, night)
	must(t, err)
	for _, a := range list {
		if name := a.Name; a.Left.IsZero() {
			names += name + " "
		} else {
			names += "(" + name + ") "
		}
	}
	return names
}

func TestArrivals(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	far := c.planned(t)
	refused(t, c.SetArrived(ctx, c.id, c.bento, far, c.bento, true), base.ErrStale)
	night, err := c.PlanNight(ctx, c.id, c.ana, nightPlan(time.Now().Add(time.Hour)), clock.Once, "")
	must(t, err)
	must(t, c.SetArrived(ctx, c.id, c.bento, night, c.bento, true))
	refused(t, c.SetArrived(ctx, c.id, c.bento, night, c.celia, true), base.ErrForbidden)
	refused(t, c.SetArrived(ctx, c.id, c.ana, night, c.davi, true), base.ErrNotFound)
	refused(t, c.SetArrived(ctx, c.id, c.davi, night, c.davi, true), base.ErrNotFound)
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.celia, true))
	must(t, c.SetArrived(ctx, c.id, c.bento, night, c.bento, false))
	refused(t, c.AddGuest(ctx, c.id, c.bento, night, "Luís"), base.ErrForbidden)
	must(t, c.AddGuest(ctx, c.id, c.ana, night, "Luís"))
	refused(t, c.AddGuest(ctx, c.id, c.ana, night, "LUÍS"), base.ErrTaken)
	if got := c.whoIsHere(t, night); got != "(Bento) Célia Luís " {
		t.Errorf("here are %s", got)
	}
	guest := int64(c.count(t, `SELECT id FROM arrivals WHERE name = 'Luís'`))
	member := int64(c.count(t, `SELECT id FROM arrivals WHERE player_id = $1`, c.celia))
	must(t, c.SetGuest(ctx, c.id, c.ana, night, guest, false))
	refused(t, c.SetGuest(ctx, c.id, c.ana, night, member, false), base.ErrNotFound)
	refused(t, c.SetGuest(ctx, c.id, c.ana, far, guest, true), base.ErrStale)
	must(t, c.SetArrived(ctx, c.id, c.bento, night, c.bento, true))
	if got := c.whoIsHere(t, night); got != "Bento Célia (Luís) " {
		t.Errorf("after one has gone and one has come back: %s", got)
	}
}

// The code on the wall lets in members as themselves and others by a name, until it is void.
func TestTheCodeOnTheWall(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, err := c.PlanNight(ctx, c.id, c.ana, nightPlan(time.Now().Add(time.Hour)), clock.Once, "")
	must(t, err)
	_, err = c.DoorOfNight(ctx, "", 0)
	refused(t, err, base.ErrGone)
	refused(t, c.MakeCode(ctx, c.id, c.bento, night), base.ErrForbidden)
	must(t, c.MakeCode(ctx, c.id, c.ana, night))
	_, err = c.CodeOf(ctx, c.id, c.bento, night)
	refused(t, err, base.ErrForbidden)
	code, err := c.CodeOf(ctx, c.id, c.ana, night)
	must(t, err)
	for player, want := range map[int64]bool{0: false, c.davi: false, c.bento: true} {
		d, err := c.DoorOfNight(ctx, code, player)
		must(t, err)
		if d.Member != want || d.Night != night || d.Here {
			t.Errorf("%d sees %+v", player, d)
		}
	}
	_, err = c.ArriveByCode(ctx, code, c.bento, "")
	must(t, err)
	_, err = c.ArriveByCode(ctx, code, c.davi, "")
	refused(t, err, base.ErrForbidden)
	_, err = c.ArriveByCode(ctx, code, 0, "")
	refused(t, err, base.ErrForbidden)
	done := make(chan error)
	for range 3 {
		go func() { _, err := c.ArriveByCode(ctx, code, 0, "Luís"); done <- err }()
	}
	taken := 0
	for range 3 {
		if err := <-done; err != nil {
			refused(t, err, base.ErrTaken)
			taken++
		}
	}
	if got := c.whoIsHere(t, night); got != "Bento Luís " || taken != 2 {
		t.Errorf("here are %s, and %d names were taken", got, taken)
	}
	for i := range 59 {
		_, err = c.ArriveByCode(ctx, code, 0, fmt.Sprint("Guest ", i))
		must(t, err)
	}
	_, err = c.ArriveByCode(ctx, code, 0, "One more")
	refused(t, err, base.ErrFull)
	must(t, c.MakeCode(ctx, c.id, c.ana, night))
	_, err = c.ArriveByCode(ctx, code, c.celia, "")
	refused(t, err, base.ErrGone)
	code, err = c.CodeOf(ctx, c.id, c.ana, night)
	must(t, err)
	must(t, c.exec(t, `UPDATE nights SET starts_at = now() - interval '1 day', ends_at = now() - interval '7 hours',
		answers_until = now() - interval '1 day'`))
	_, err = c.ArriveByCode(ctx, code, c.celia, "")
	refused(t, err, base.ErrGone)
}

package db_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/delivery"
	"carteado/db/nights"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/knock"
	"carteado/engine/role"
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
	_, err = c.ArriveByCode(ctx, code, c.bento, "", nights.Phone{})
	must(t, err)
	_, err = c.ArriveByCode(ctx, code, c.davi, "", nights.Phone{})
	refused(t, err, base.ErrForbidden)
	must(t, c.Suspend(ctx, c.id, c.ana, c.celia, pause))
	for _, name := range []string{"", "Rui"} {
		_, err = c.ArriveByCode(ctx, code, c.celia, name, nights.Phone{})
		refused(t, err, base.ErrForbidden)
	}
	_, err = c.ArriveByCode(ctx, code, 0, "", nights.Phone{})
	refused(t, err, base.ErrForbidden)
	done := make(chan error)
	for range 3 {
		go func() { _, err := c.ArriveByCode(ctx, code, 0, "Luís", nights.Phone{}); done <- err }()
	}
	taken := 0
	for range 3 {
		if err := ended(t, done); err != nil {
			refused(t, err, base.ErrTaken)
			taken++
		}
	}
	if got := c.whoIsHere(t, night); got != "Bento Luís " || taken != 2 {
		t.Errorf("here are %s, and %d names were taken", got, taken)
	}
	for i := range 59 {
		_, err = c.ArriveByCode(ctx, code, 0, fmt.Sprint("Guest ", i), nights.Phone{})
		must(t, err)
	}
	_, err = c.ArriveByCode(ctx, code, 0, "One more", nights.Phone{})
	refused(t, err, base.ErrFull)
	must(t, c.MakeCode(ctx, c.id, c.ana, night))
	_, err = c.ArriveByCode(ctx, code, c.celia, "", nights.Phone{})
	refused(t, err, base.ErrGone)
	code, err = c.CodeOf(ctx, c.id, c.ana, night)
	must(t, err)
	must(t, c.exec(t, `UPDATE nights SET starts_at = now() - interval '1 day', ends_at = now() - interval '7 hours',
		answers_until = now() - interval '1 day'`))
	_, err = c.ArriveByCode(ctx, code, c.celia, "", nights.Phone{})
	refused(t, err, base.ErrGone)
}

// What a guest has played becomes a member's who says that it was them, once a host has confirmed it.
func TestAGuestHasAnAccountLater(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, knock.Game{}), knock.Game{})
	ctx := t.Context()
	must(t, c.ChooseRatings(ctx, c.id, c.ana, results.RatingsAll))
	night := c.tonight(t, "Luís")
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.ana, false))
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.celia, false))
	must(t, c.DrawTables(ctx, c.id, c.ana, night, nights.Wish{Game: "knock", Sizes: []int{2}, Minutes: 20,
		Options: engine.Options{"target_score": "50"}}))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.AddGuest(ctx, c.id, c.ana, night, "Rui"))
	luis := int64(c.count(t, `SELECT id FROM arrivals WHERE name = 'Luís'`))
	rui := int64(c.count(t, `SELECT id FROM arrivals WHERE name = 'Rui'`))
	seat := c.count(t, `SELECT seat FROM draw_seats WHERE arrival_id = $1`, luis)
	round := engine.Written{By: engine.Seat(seat), How: "knock", Left: []int{70, 70}}
	round.Left[seat] = 2
	must(t, c.WriteRound(ctx, c.id, c.bento, night, 1, 1, 0, round))
	must(t, c.ConfirmSheet(ctx, c.id, c.ana, night, 1, 1))
	rated := func() int {
		t.Helper()
		must(t, c.ComputeRatings(ctx, results.RatingCompute{Club: c.id}))
		return c.count(t, `SELECT count(*) FROM rated`)
	}
	if n := rated(); n != 0 {
		t.Fatalf("a match with one member is rated for %d", n)
	}

	claim := func(by, guest int64, mine bool) error { return c.ClaimGuest(ctx, c.id, by, night, guest, mine) }
	answer := func(by, guest, player int64, yes bool) error {
		return c.AnswerClaim(ctx, c.id, by, night, guest, player, yes)
	}
	refused(t, claim(c.davi, luis, true), base.ErrNotFound) // no member yet
	refused(t, claim(c.bento, luis, true), base.ErrMet)     // who came as himself
	refused(t, claim(c.bento, 999_999, true), base.ErrNotFound)
	dora, elza := c.joins(t, "Dora"), c.joins(t, "Elza")
	refused(t, answer(c.ana, luis, dora, true), base.ErrStale) // she has not said so
	must(t, claim(dora, luis, true))
	must(t, claim(dora, luis, true))
	refused(t, claim(elza, luis, true), base.ErrStale)
	refused(t, answer(c.bento, luis, dora, true), base.ErrForbidden)
	if got := c.toldOfNights(t, c.ana); len(got) == 0 || got[len(got)-1] != "claimed" {
		t.Errorf("the host is told %v", got)
	}
	must(t, answer(c.ana, luis, dora, false))
	if got := c.toldOfNights(t, dora); got[len(got)-1] != "declined" {
		t.Errorf("declined, she is told %v", got)
	}
	must(t, claim(elza, luis, true))
	must(t, claim(elza, luis, false))
	must(t, claim(dora, rui, true))
	must(t, claim(dora, luis, true))
	must(t, answer(c.ana, luis, dora, true))
	refused(t, answer(c.ana, luis, dora, true), base.ErrNotFound) // pressed twice: she is no guest any more
	refused(t, answer(c.ana, rui, dora, true), base.ErrMet)       // nobody is two people
	if s := c.sheet(t, night).Table.Seats[seat]; s.Player != dora || s.Name != "Dora" || s.Place != 1 {
		t.Errorf("at the table sits %+v", s)
	}
	if n := rated(); n != 2 {
		t.Errorf("the match is rated for %d", n)
	}
	m, _, err := c.RecordedMatch(ctx, c.id, dora, c.sheet(t, night).Table.Sheet.Match)
	must(t, err)
	if m.Seats[seat].Player != dora {
		t.Errorf("the match is %+v's", m.Seats[seat])
	}
	if n := c.count(t, `SELECT count(*) FROM notices WHERE what = 'claimed' AND player_id = $1`, c.ana); n != 4 {
		t.Errorf("the host is told of %d claims", n)
	}
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action LIKE 'night_claim_%' AND about = $1`, dora); n != 2 {
		t.Errorf("%d lines of the log tell of it", n)
	}
	if n := c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'season_compute'`); n < 2 {
		t.Errorf("%d times the season was to be computed", n)
	}
}

// Most say only after the night who they were there: hosts are told then, too, and the player of the answer. What else
// a host has told them is not settled with it.
func TestClaimsAreToldAfterTheNight(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t, "Luís")
	luis := int64(c.count(t, `SELECT id FROM arrivals WHERE name = 'Luís'`))
	must(t, c.exec(t, `UPDATE nights SET planned_at = planned_at - interval '9 days', starts_at = starts_at - interval '9 days',
		ends_at = ends_at - interval '9 days', answers_until = answers_until - interval '9 days'`))
	dora, elza := c.joins(t, "Dora"), c.joins(t, "Elza")
	must(t, c.SetRole(ctx, c.id, c.ana, dora, role.Host))
	for _, player := range []int64{c.ana, dora} {
		must(t, c.SaveDeliverySettings(ctx, player, delivery.Settings{Push: []string{},
			Mail: []string{delivery.NoticeNight}}))
		must(t, c.TakeAddress(ctx, player, fmt.Sprintf("%d@exemplo.org", player)))
	}
	another, err := c.PlanNight(ctx, c.id, dora, nightPlan(time.Now().Add(48*time.Hour)), clock.Once, "")
	must(t, err)
	must(t, c.ClaimGuest(ctx, c.id, elza, night, luis, true))
	must(t, c.ClaimGuest(ctx, c.id, elza, night, luis, false))
	must(t, c.ClaimGuest(ctx, c.id, dora, night, luis, true))
	if got := c.told(t, delivery.Delivery{Player: c.ana}); !slices.Equal(got, []string{"night new", "night claimed"}) {
		t.Errorf("the host is told %q", got)
	}
	must(t, c.AnswerClaim(ctx, c.id, c.ana, night, luis, dora, false))
	if got := c.told(t, delivery.Delivery{Player: dora}); !slices.Equal(got, []string{"night declined"}) {
		t.Errorf("the player is told %q", got)
	}
	if n := c.count(t, `SELECT count(*) FROM notices WHERE player_id = $1 AND subject = $2 AND read_at IS NULL`, c.ana,
		another); n != 1 {
		t.Errorf("of another night %d notices wait for the host", n)
	}
}

// A player who leaves the club claims nothing in it.
func TestAClaimEndsWithTheMembership(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t, "Luís")
	luis := int64(c.count(t, `SELECT id FROM arrivals WHERE name = 'Luís'`))
	dora := c.joins(t, "Dora")
	must(t, c.ClaimGuest(ctx, c.id, dora, night, luis, true))
	c.answers(t, night, c.ana, nights.Yes) // which settles nothing else
	if got := c.toldOfNights(t, c.ana); got[len(got)-1] != nights.ToldClaimed || c.count(t, `SELECT count(*) FROM notices
		WHERE player_id = $1 AND what = 'claimed' AND read_at IS NULL`, c.ana) != 1 {
		t.Errorf("a host who says that they come has %v", got)
	}
	must(t, c.LeaveClub(ctx, c.id, dora))
	refused(t, c.AnswerClaim(ctx, c.id, c.ana, night, luis, dora, true), base.ErrStale)
}

// A host's link makes another phone that of a guest, once.
func TestAPhoneIsHandedOver(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t, "Luís")
	luis := int64(c.count(t, `SELECT id FROM arrivals WHERE name = 'Luís'`))
	_, err := c.HandOver(ctx, c.id, c.bento, night, luis)
	refused(t, err, base.ErrForbidden)
	_, err = c.HandOver(ctx, c.id, c.ana, night, int64(c.count(t, `SELECT id FROM arrivals WHERE player_id = $1`,
		c.bento)))
	refused(t, err, base.ErrNotFound)
	link, err := c.HandOver(ctx, c.id, c.ana, night, luis)
	must(t, err)
	second, err := c.HandOver(ctx, c.id, c.ana, night, luis)
	must(t, err)
	_, err = c.TakePhone(ctx, link, phone("old"))
	refused(t, err, base.ErrGone) // the one before
	v, err := c.TakePhone(ctx, second, phone("first"))
	must(t, err)
	if v.Name != "Luís" || v.Night != night {
		t.Errorf("took over %+v", v)
	}
	_, err = c.TakePhone(ctx, second, phone("thief"))
	refused(t, err, base.ErrGone)
	first, err := c.SessionByHash(ctx, phone("first").Token, true)
	must(t, err)
	third, err := c.HandOver(ctx, c.id, c.ana, night, luis)
	must(t, err)
	_, err = c.TakePhone(ctx, third, phone("second"))
	must(t, err)
	_, err = c.SessionByHash(ctx, phone("first").Token, true)
	refused(t, err, base.ErrNotFound)
	again, err := c.SessionByHash(ctx, phone("second").Token, true)
	must(t, err)
	if again.Player.ID != first.Player.ID {
		t.Error("another phone is another player")
	}
	late, err := c.HandOver(ctx, c.id, c.ana, night, luis)
	must(t, err)
	must(t, c.SetGuest(ctx, c.id, c.ana, night, luis, false))
	_, err = c.TakePhone(ctx, late, phone("late"))
	refused(t, err, base.ErrGone) // Luís has gone home
	_, err = c.HandOver(ctx, c.id, c.ana, night, luis)
	refused(t, err, base.ErrStale)
}

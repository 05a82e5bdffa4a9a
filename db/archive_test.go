package db_test

import (
	"io"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/results"
	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// A club is archived when nothing in it waits for its end. Then nothing begins there, by whatever way, and what comes
// again and again passes it by and goes on elsewhere.
func TestNothingBeginsInAnArchivedClub(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	number := c.table(t, nil)
	refused(t, c.Archive(ctx, c.id, c.ana), base.ErrUnfinished)
	refused(t, c.Archive(ctx, c.id, c.bento), base.ErrForbidden)
	must(t, c.exec(t, `UPDATE tables SET status = 'closed' WHERE number = $1`, number))
	plan := nightPlan(time.Now().Add(24 * time.Hour))
	night, err := c.PlanNight(ctx, c.id, c.ana, plan, clock.Weekly, "")
	must(t, err)
	refused(t, c.Archive(ctx, c.id, c.ana), base.ErrUnfinished)
	must(t, c.CallOff(ctx, c.id, c.ana, night, "archive", false))
	must(t, c.exec(t, `UPDATE nights SET called_off_at = now()`))
	must(t, c.exec(t, `WITH k AS (INSERT INTO competitions (club_id, name, charter, created_by) SELECT $1, 'x', '{}', $2
		RETURNING id) INSERT INTO competition_rounds (competition_id, number, lot, drawn_by, due_at)
		SELECT id, 1, 1, $2, now() FROM k`, c.id, c.ana))
	refused(t, c.Archive(ctx, c.id, c.ana), base.ErrUnfinished)
	must(t, c.exec(t, `UPDATE competitions SET over_at = now()`))
	must(t, c.Archive(ctx, c.id, c.ana))
	refused(t, c.Archive(ctx, c.id, c.ana), base.ErrStale)

	invitation := clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour}
	_, invites := c.CreateInvitation(ctx, c.id, c.ana, invitation)
	_, opens := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
	_, plans := c.PlanNight(ctx, c.id, c.ana, plan, clock.Once, "")
	_, announces := c.Announce(ctx, c.id, c.ana, "Hear, hear", "")
	_, founds := c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "S", StartsAt: time.Now(),
		EndsAt: time.Now().Add(time.Hour), Charter: standing.Standard()})
	for what, err := range map[string]error{"an invitation": invites, "a table": opens, "a night": plans,
		"an announcement": announces, "a season": founds} {
		if refused(t, err, base.ErrArchived); err == nil {
			t.Errorf("%s begins", what)
		}
	}

	other, err := c.FoundClub(ctx, c.ana, clubs.NewClub{Name: "Other", Lang: "en", TimeZone: "UTC"})
	must(t, err)
	_, err = c.PlanNight(ctx, other.ID, c.ana, plan, clock.Weekly, "")
	must(t, err)
	must(t, c.exec(t, `DELETE FROM nights WHERE planned_at > now() + interval '8 days'`))
	must(t, c.PlanNights(ctx))
	must(t, c.CloseRounds(ctx))
	const planned = `SELECT count(*) FROM nights WHERE club_id = $1 AND planned_at > now() + interval '8 days'`
	if here, there := c.count(t, planned, c.id), c.count(t, planned, other.ID); here != 0 || there == 0 {
		t.Errorf("%d nights are planned in the archived club, %d in the other", here, there)
	}
	if n := c.count(t, `SELECT count(*) FROM competition_rounds WHERE closed_at IS NOT NULL`); n != 0 {
		t.Error("a round of the archived club was closed")
	}

	must(t, c.LeaveClub(ctx, c.id, c.bento))
	must(t, c.ExportOf(ctx, c.celia, io.Discard, nil))
	must(t, c.DeleteAccount(ctx, c.celia))
	must(t, c.Reopen(ctx, c.id, c.ana))
	refused(t, c.Reopen(ctx, c.id, c.ana), base.ErrStale)
	_, err = c.CreateInvitation(ctx, c.id, c.ana, invitation)
	must(t, err)
}

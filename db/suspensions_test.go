package db_test

import (
	"testing"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine/role"
)

// pause is the suspension of tests that are about something else.
var pause = db.NewSuspension{Reason: "Left four tables", For: "7 days"}

// A suspension keeps the seat in a running match, says who, why and until when, and
// ends by the database's clock.
func TestSuspensionEndsByItself(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]bool{"now": false, "after the matches": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			table := c.table(t, nil) // Ana and Bento play
			own, err := c.OpenTable(ctx, c.id, c.bento,
				live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
			must(t, err)
			free, err := c.OpenTable(ctx, c.id, c.ana,
				live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
			must(t, err)
			must(t, c.Suspend(ctx, c.id, c.ana, c.bento, db.NewSuspension{Reason: "Left four tables", For: "7 days",
				After: after}))
			m, err := c.ClubFor(ctx, c.slug, c.bento)
			must(t, err)
			if m.Role != role.Paused {
				t.Errorf("role %s", m.Role)
			}
			p, err := c.SuspensionOf(ctx, m)
			must(t, err)
			if p.By != c.ana || p.Name != "Ana" || p.Role != role.Owner || p.Reason != "Left four tables" ||
				p.Until.IsZero() || len(p.Tables) != 1 || p.Tables[0] != table {
				t.Errorf("%+v", p)
			}
			if o := c.board(t, table, c.ana).View.Outcome; o != nil {
				t.Errorf("the match ended: %+v", o)
			}
			if status := c.board(t, own.Number, c.ana).Table.Status; status != live.TableClosed {
				t.Errorf("the table nobody is left at is %s", status)
			}
			_, err = c.OpenTable(ctx, c.id, c.bento,
				live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
			if err == nil {
				t.Error("a suspended member opens a table")
			}
			if c.JoinTable(ctx, c.id, free.Number, c.bento) == nil {
				t.Error("a suspended member sits down")
			}
			if _, err = c.OpenTable(ctx, c.id, c.ana,
				live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.bento}}}); err == nil {
				t.Error("a seat is kept for a suspended member")
			}
			_, err = c.homeOf(t, c.bento)
			refused(t, err, base.ErrNotFound)
			if _, err = c.Board(ctx, c.id, table, c.bento); (err == nil) != after {
				t.Errorf("the running match: %v", err)
			}
			page, err := c.MatchesOf(ctx, c.id, c.bento, results.MatchFilter{}, results.MatchRange{})
			must(t, err)
			if len(page.Lines) != 1 {
				t.Errorf("own matches: %+v", page.Lines)
			}
			must(t, c.exec(t, `UPDATE memberships SET suspended_until = now() WHERE player_id = $1`, c.bento))
			if m, err = c.ClubFor(ctx, c.slug, c.bento); err != nil || m.Role != role.Member {
				t.Errorf("after the end: %s, %v", m.Role, err)
			}
			_, err = c.SuspensionOf(ctx, m)
			refused(t, err, base.ErrNotFound)
			if mine := c.board(t, table, c.bento).Table.Mine; mine < 0 {
				t.Error("the seat is lost")
			}
			must(t, c.JoinTable(ctx, c.id, free.Number, c.bento))
		})
	}
}

// A member who is suspended after a match plays it to its end, and no rematch.
func TestSuspensionAfterTheMatch(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, nil)
	must(t, c.Suspend(ctx, c.id, c.ana, c.bento, db.NewSuspension{Reason: "Left four tables", After: true}))
	over := c.board(t, table, c.ana).Table.Match
	for c.board(t, table, c.ana).View.Outcome == nil {
		_, err := c.Play(ctx, c.input(t, table, c.mover(t, table), c.board(t, table, c.ana).Table.At))
		must(t, err)
	}
	_, err := c.Board(ctx, c.id, table, c.bento)
	refused(t, err, base.ErrNotFound)
	must(t, c.Propose(ctx, c.id, table, c.ana, over, live.OfferRematch))
	if seat := c.board(t, table, c.ana).Table.Seats[1]; seat.Player != 0 {
		t.Errorf("the rematch keeps the seat: %+v", seat)
	}
}

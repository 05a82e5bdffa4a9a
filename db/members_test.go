package db_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/role"
)

// A member who is removed or leaves the club leaves no table stuck, and finds nothing any more.
func TestMembersWhoAreGone(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(c club) error{
		"removed": func(c club) error { return c.Remove(t.Context(), c.id, c.ana, c.bento) },
		"left":    func(c club) error { return c.LeaveClub(t.Context(), c.id, c.bento) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			c.table(t, nil) // Ana and Bento play
			own, err := c.OpenTable(ctx, c.id, c.bento,
				live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
			must(t, err)
			kept, err := c.OpenTable(ctx, c.id, c.ana,
				live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.bento}}})
			must(t, err)
			must(t, end(c))
			if o := c.board(t, 1, c.ana).View.Outcome; o == nil || o.How != engine.ByLeft || o.Winner() != 0 {
				t.Errorf("the match goes on: %+v", o)
			}
			if status := c.board(t, own.Number, c.ana).Table.Status; status != live.TableClosed {
				t.Errorf("the table nobody is left at is %s", status)
			}
			closer := c.ana
			if name == "left" {
				closer = c.bento
			}
			if by := c.board(t, own.Number, c.ana).Table.Closed.By; by != closer {
				t.Errorf("%d closed it, want %d", by, closer)
			}
			if n := c.count(t, `SELECT count(*) FROM audit WHERE action = 'table_closed'
				AND player_id = $1`, closer); n != 1 {
				t.Errorf("the log does not say that %d closed it", closer)
			}
			if seat := c.board(t, kept.Number, c.ana).Table.Seats[1]; seat.Invited != 0 || seat.Player != 0 {
				t.Errorf("a seat is kept: %+v", seat)
			}
			_, err = c.Board(ctx, c.id, 1, c.bento)
			refused(t, err, base.ErrNotFound)
			_, err = c.homeOf(t, c.bento)
			refused(t, err, base.ErrNotFound)
			_, err = c.MemberOf(ctx, c.id, c.ana, c.bento)
			refused(t, err, base.ErrNotFound)
		})
	}
}

func TestOnlyThoseBelowAreTouched(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, role.Host))
	for _, touch := range []func(club, by, player int64) error{
		func(club, by, player int64) error { return c.Suspend(ctx, club, by, player, pause) },
		func(club, by, player int64) error { return c.Restore(ctx, club, by, player) },
		func(club, by, player int64) error { return c.Remove(ctx, club, by, player) },
		func(club, by, player int64) error { _, err := c.MakePasswordLink(ctx, club, by, player); return err },
	} {
		refused(t, touch(c.id, c.bento, c.celia), base.ErrForbidden)
		refused(t, touch(c.id, c.bento, c.ana), base.ErrForbidden)
		refused(t, touch(c.id, c.bento, c.bento), base.ErrForbidden)
		refused(t, touch(c.id, c.davi, c.bento), base.ErrNotFound)
		refused(t, touch(c.id, c.ana, c.davi), base.ErrNotFound)
	}
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, role.Member))
	must(t, c.Suspend(ctx, c.id, c.bento, c.celia, pause))
}

func TestMemberList(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.Suspend(ctx, c.id, c.ana, c.celia, pause))
	names := func(viewer int64, search string) (list []string) {
		page, err := c.MemberList(ctx, c.id, viewer, clubs.MemberFilter{Search: search}, 1)
		must(t, err)
		for _, l := range page.Lines {
			list = append(list, l.Name)
		}
		return list
	}
	for search, want := range map[string][]string{"": {"Ana", "Bento", "Célia"}, "a": {"Ana", "Célia"}, "%": nil,
		"ENTO": {"Bento"}, "celia": {"Célia"}} {
		if got := names(c.ana, search); !slices.Equal(got, want) {
			t.Errorf("the owner finds %v for %q, want %v", got, search, want)
		}
	}
	if got := names(c.bento, ""); !slices.Equal(got, []string{"Ana", "Bento"}) {
		t.Errorf("a member sees %v", got)
	}
	_, err := c.MemberList(ctx, c.id, c.davi, clubs.MemberFilter{}, 1)
	refused(t, err, base.ErrNotFound)

	for n := range 2 * clubs.MembersPerPage {
		c.joins(t, fmt.Sprintf("Nina %d", n))
	}
	must(t, c.exec(t, `UPDATE players SET seen_at = now() - interval '61 days' WHERE name = 'Nina 7'`))
	for _, want := range []struct {
		only        string
		ask, page   int
		first, last string
		found       int
	}{
		{"", 1, 1, "Ana", "Nina 21", 53}, {"", 2, 2, "Nina 22", "Nina 46", 53}, {"", 99, 3, "Nina 47", "Nina 49", 53},
		{clubs.OnlyHosts, 1, 1, "Ana", "Ana", 1}, {clubs.OnlyPaused, 1, 1, "Célia", "Célia", 1},
		{clubs.OnlyAway, -1, 1, "Nina 7", "Nina 7", 1},
	} {
		p, err := c.MemberList(ctx, c.id, c.ana, clubs.MemberFilter{Only: want.only}, want.ask)
		must(t, err)
		if p.Page != want.page || p.Found != want.found || p.Lines[0].Name != want.first ||
			p.Lines[len(p.Lines)-1].Name != want.last || p.Count[""] != 52 || p.Count[clubs.OnlyAway] != 1 {
			t.Errorf("%+v: page %d from %s to %s, %d found, %v", want, p.Page, p.Lines[0].Name,
				p.Lines[len(p.Lines)-1].Name, p.Found, p.Count)
		}
	}
}

func (c club) exec(t *testing.T, sql string, args ...any) error {
	t.Helper()
	_, err := c.Pool().Exec(t.Context(), sql, args...)
	return err
}

// another makes a player a member of another club, too.
func (c club) another(t *testing.T, player int64) error {
	t.Helper()
	return c.exec(t, `
		WITH other AS (INSERT INTO clubs (slug, name, lang, time_zone) VALUES ('other', 'Other', 'en', 'UTC')
			RETURNING id)
		INSERT INTO memberships SELECT id, $1, 'member' FROM other`, player)
}

// A guest who has an account, and deletes it at a table, is at the night no more, and their match goes on without them.
func TestAVisitorDeletesTheirAccountAtATable(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, luis, table := c.sitsWithVisitor(t)
	_, err := c.SignUpGuest(ctx, luis, accounts.NewPlayer{Name: "Luís Silva", Password: "hash"})
	must(t, err)
	must(t, c.DeleteAccount(ctx, luis))
	o := c.board(t, table, c.bento).View.Outcome
	if o == nil || o.How != engine.ByLeft {
		t.Errorf("the match has ended as %+v", o)
	}
	if got := c.whoIsHere(t, night); got != "(Ana) Bento (Célia) () " {
		t.Errorf("here are, and were, %s", got)
	}
}

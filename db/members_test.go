package db_test

import (
	"errors"
	"slices"
	"testing"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/role"
)

func (c club) roleOf(t *testing.T, player int64) role.Role {
	t.Helper()
	line, err := c.MemberOf(t.Context(), c.id, c.ana, player)
	must(t, err)
	return line.Role
}

// Ana owns the club, Bento and Célia are members, Davi is a stranger.
func TestRolesAreChangedByOwners(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	refused(t, c.SetRole(ctx, c.id, c.bento, c.celia, role.Host), db.ErrForbidden)
	refused(t, c.SetRole(ctx, c.id, c.davi, c.celia, role.Host), db.ErrNotFound)
	refused(t, c.SetRole(ctx, c.id, c.ana, c.davi, role.Host), db.ErrNotFound)
	refused(t, c.SetRole(ctx, c.id, c.ana, c.celia, "admin"), db.ErrNotFound)
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	if r := c.roleOf(t, c.bento); r != role.Host {
		t.Errorf("Bento is %s", r)
	}
	refused(t, c.SetRole(ctx, c.id, c.bento, c.celia, role.Host), db.ErrForbidden)
}

func TestAClubKeepsAnOwner(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	refused(t, c.SetRole(ctx, c.id, c.ana, c.ana, role.Member), db.ErrLastOwner)
	refused(t, c.LeaveClub(ctx, c.id, c.ana), db.ErrLastOwner)
	for _, statement := range []string{
		`UPDATE memberships SET role = 'host' WHERE player_id = $1`,
		`UPDATE memberships SET suspended_at = now() WHERE player_id = $1`,
		`DELETE FROM memberships WHERE player_id = $1`,
	} {
		if _, err := c.Pool().Exec(ctx, statement, c.ana); err == nil {
			t.Errorf("the database allows %s", statement)
		}
	}
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Owner))
	// Two owners step down at the same moment: one stays.
	results := make(chan error)
	for _, owner := range []int64{c.ana, c.bento} {
		go func() { results <- c.SetRole(ctx, c.id, owner, owner, role.Member) }()
	}
	first, second := <-results, <-results
	if (first == nil) == (second == nil) || !errors.Is(errors.Join(first, second), db.ErrLastOwner) {
		t.Errorf("two owners step down: %v, %v", first, second)
	}
	if n := c.count(t, `SELECT count(*) FROM members WHERE role = 'owner'`); n != 1 {
		t.Errorf("%d owners", n)
	}
}

// Who is suspended or removed leaves no table stuck, and finds nothing any more.
func TestSuspendedMembersAreGone(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(c club) error{
		"suspended": func(c club) error { return c.Suspend(t.Context(), c.id, c.ana, c.bento) },
		"removed":   func(c club) error { return c.Remove(t.Context(), c.id, c.ana, c.bento) },
		"left":      func(c club) error { return c.LeaveClub(t.Context(), c.id, c.bento) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			c.table(t, nil) // Ana and Bento play
			own, err := c.OpenTable(ctx, c.id, c.bento, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
			must(t, err)
			kept, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: c.bento}}})
			must(t, err)
			must(t, end(c))
			if o := c.board(t, 1, c.ana).View.Outcome; o == nil || o.How != engine.ByLeft || o.Winner() != 0 {
				t.Errorf("the match goes on: %+v", o)
			}
			if status := c.board(t, own.Number, c.ana).Table.Status; status != db.TableClosed {
				t.Errorf("the table nobody is left at is %s", status)
			}
			closer := c.ana
			if name == "left" {
				closer = c.bento
			}
			if by := c.board(t, own.Number, c.ana).Table.Closed.By; by != closer {
				t.Errorf("%d closed it, want %d", by, closer)
			}
			if n := c.count(t, `SELECT count(*) FROM audit WHERE action = 'table_closed' AND player_id = $1`, closer); n != 1 {
				t.Errorf("the log does not say that %d closed it", closer)
			}
			if seat := c.board(t, kept.Number, c.ana).Table.Seats[1]; seat.Invited != 0 || seat.Player != 0 {
				t.Errorf("a seat is kept: %+v", seat)
			}
			_, err = c.Board(ctx, c.id, 1, c.bento)
			refused(t, err, db.ErrNotFound)
			_, err = c.HomeOf(ctx, c.id, c.bento)
			refused(t, err, db.ErrNotFound)
			line, err := c.MemberOf(ctx, c.id, c.ana, c.bento)
			if name != "suspended" {
				refused(t, err, db.ErrNotFound)
				return
			}
			must(t, err)
			if !line.Suspended || line.Matches != 1 || line.Wins != 0 {
				t.Errorf("line %+v", line)
			}
			_, err = c.MemberOf(ctx, c.id, c.celia, c.bento)
			refused(t, err, db.ErrNotFound)
			must(t, c.Restore(ctx, c.id, c.ana, c.bento))
			_, err = c.HomeOf(ctx, c.id, c.bento)
			must(t, err)
		})
	}
}

func TestOnlyThoseBelowAreTouched(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, role.Host))
	for _, touch := range []func(club, by, player int64) error{
		func(club, by, player int64) error { return c.Suspend(ctx, club, by, player) },
		func(club, by, player int64) error { return c.Restore(ctx, club, by, player) },
		func(club, by, player int64) error { return c.Remove(ctx, club, by, player) },
		func(club, by, player int64) error { _, err := c.MakePasswordLink(ctx, club, by, player); return err },
	} {
		refused(t, touch(c.id, c.bento, c.celia), db.ErrForbidden)
		refused(t, touch(c.id, c.bento, c.ana), db.ErrForbidden)
		refused(t, touch(c.id, c.bento, c.bento), db.ErrForbidden)
		refused(t, touch(c.id, c.davi, c.bento), db.ErrNotFound)
		refused(t, touch(c.id, c.ana, c.davi), db.ErrNotFound)
	}
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, role.Member))
	must(t, c.Suspend(ctx, c.id, c.bento, c.celia))
}

func TestMemberList(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.Suspend(ctx, c.id, c.ana, c.celia))
	names := func(viewer int64, search string) (list []string) {
		lines, err := c.MemberList(ctx, c.id, viewer, search)
		must(t, err)
		for _, l := range lines {
			list = append(list, l.Name)
		}
		return list
	}
	for search, want := range map[string][]string{"": {"Ana", "Bento", "Célia"}, "a": {"Ana", "Célia"}, "%": nil, "ENTO": {"Bento"}} {
		if got := names(c.ana, search); !slices.Equal(got, want) {
			t.Errorf("the owner finds %v for %q, want %v", got, search, want)
		}
	}
	if got := names(c.bento, ""); !slices.Equal(got, []string{"Ana", "Bento"}) {
		t.Errorf("a member sees %v", got)
	}
	_, err := c.MemberList(ctx, c.id, c.davi, "")
	refused(t, err, db.ErrNotFound)
}

func TestPasswordLinks(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, _, err := c.CreateAccount(ctx, c.id, c.bento, db.NewPlayer{Name: "Eva"})
	refused(t, err, db.ErrForbidden)
	eva, first, err := c.CreateAccount(ctx, c.id, c.ana, db.NewPlayer{Name: "Eva"})
	must(t, err)
	second, err := c.MakePasswordLink(ctx, c.id, c.ana, eva.ID)
	must(t, err)
	_, err = c.PasswordLinkOf(ctx, db.HashToken(first.Token[:]))
	refused(t, err, db.ErrNotFound) // the new link ends the old one
	player, err := c.PasswordLinkOf(ctx, db.HashToken(second.Token[:]))
	must(t, err)
	if player.Name != "Eva" {
		t.Errorf("the link is %s's", player.Name)
	}
	results := make(chan error)
	for range 2 {
		go func() {
			_, err := c.UsePasswordLink(ctx, db.HashToken(second.Token[:]), "hash")
			results <- err
		}()
	}
	if a, b := <-results, <-results; (a == nil) == (b == nil) || !errors.Is(errors.Join(a, b), db.ErrGone) {
		t.Errorf("used twice at once: %v, %v", a, b)
	}
	account, err := c.AccountOf(ctx, eva.ID)
	must(t, err)
	if account.Password.Reveal() != "hash" {
		t.Error("the password is not set")
	}
	// A member of another club, too, is nobody's to take over.
	must(t, c.another(t, eva.ID))
	_, err = c.MakePasswordLink(ctx, c.id, c.ana, eva.ID)
	refused(t, err, db.ErrForbidden)
	_, err = c.RescuePasswordLink(ctx, "eva")
	must(t, err)
	refused(t, c.GrantOwner(ctx, "nowhere", "eva"), db.ErrNotFound)
	must(t, c.GrantOwner(ctx, "other", "EVA"))
	// Who is made an owner asks no more to be let in.
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, db.NewInvitation{Role: role.Member, Uses: 5, TTL: 1e12, Approval: true})
	must(t, err)
	_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
	must(t, err)
	must(t, c.GrantOwner(ctx, "clube-do-baralho", "Davi"))
	refused(t, c.AnswerRequest(ctx, c.id, c.ana, c.davi, true), db.ErrNotFound)
}

// A link for a new password is good for as long as who made it could make it: not
// for who has risen to their own role, has come into another club, or is no member
// any more, nor when its maker is no host any more.
func TestPasswordLinksEndWithTheRightToThem(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(c club) error{
		"promoted":     func(c club) error { return c.SetRole(t.Context(), c.id, c.ana, c.celia, role.Owner) },
		"site owner":   func(c club) error { return c.exec(t, `UPDATE players SET site_owner = true WHERE id = $1`, c.celia) },
		"another club": func(c club) error { return c.another(t, c.celia) },
		"removed":      func(c club) error { return c.Remove(t.Context(), c.id, c.ana, c.celia) },
		"demoted":      func(c club) error { return c.SetRole(t.Context(), c.id, c.ana, c.bento, role.Member) },
		"suspended":    func(c club) error { return c.Suspend(t.Context(), c.id, c.ana, c.bento) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
			link, err := c.MakePasswordLink(ctx, c.id, c.bento, c.celia)
			must(t, err)
			hash := db.HashToken(link.Token[:])
			_, err = c.PasswordLinkOf(ctx, hash)
			must(t, err)
			must(t, change(c))
			_, err = c.PasswordLinkOf(ctx, hash)
			refused(t, err, db.ErrGone)
			_, err = c.UsePasswordLink(ctx, hash, "of somebody else")
			refused(t, err, db.ErrGone)
			rescue, err := c.RescuePasswordLink(ctx, "Célia") // from the command line it is
			must(t, err)
			_, err = c.UsePasswordLink(ctx, db.HashToken(rescue.Token[:]), "new")
			must(t, err)
		})
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
		WITH other AS (INSERT INTO clubs (slug, name, lang, time_zone) VALUES ('other', 'Other', 'en', 'UTC') RETURNING id)
		INSERT INTO memberships SELECT id, $1, 'member' FROM other`, player)
}

func TestJoinRequests(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, db.NewInvitation{Role: role.Member, Uses: 5, TTL: 1e12, Label: "the wall", Approval: true})
	must(t, err)
	for range 2 { // asking twice is asking once
		_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
		must(t, err)
	}
	_, err = c.HomeOf(ctx, c.id, c.davi)
	refused(t, err, db.ErrNotFound)
	clubs, err := c.RequestsOf(ctx, c.davi)
	must(t, err)
	list, err := c.JoinRequests(ctx, c.id, c.ana)
	must(t, err)
	if len(clubs) != 1 || len(list) != 1 || list[0].Name != "Davi" || list[0].Role != role.Member {
		t.Errorf("requests %+v of %v", list, clubs)
	}
	_, err = c.JoinRequests(ctx, c.id, c.bento)
	refused(t, err, db.ErrForbidden)
	refused(t, c.AnswerRequest(ctx, c.id, c.bento, c.davi, true), db.ErrForbidden)
	must(t, c.AnswerRequest(ctx, c.id, c.ana, c.davi, true))
	refused(t, c.AnswerRequest(ctx, c.id, c.ana, c.davi, false), db.ErrNotFound)
	_, err = c.HomeOf(ctx, c.id, c.davi)
	must(t, err)
	must(t, c.Suspend(ctx, c.id, c.ana, c.davi))
	_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
	refused(t, err, db.ErrGone)
}

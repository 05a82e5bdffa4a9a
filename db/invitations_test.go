package db_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/engine/role"
)

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}

func TestInvitationsAreCounted(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	i, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 2, TTL: time.Hour})
	must(t, err)
	results := make(chan error)
	for n := range 5 {
		go func() {
			_, _, err := c.AcceptInvitation(t.Context(), i.Token.Reveal(),
				accounts.NewPlayer{Name: fmt.Sprintf("New %d", n),
					Password: "hash"})
			results <- err
		}()
	}
	came := 0
	for range 5 {
		if err := ended(t, results); err == nil {
			came++
		} else {
			refused(t, err, base.ErrGone)
		}
	}
	if came != 2 {
		t.Errorf("%d came by an invitation for two", came)
	}
	if n := c.count(t, `SELECT count(*) FROM players WHERE name LIKE 'New %'`); n != 2 {
		t.Errorf("%d players signed up, want 2", n)
	}
	i, err = c.Invitation(ctx, i.Token.Reveal())
	refused(t, err, base.ErrGone)
	if !i.Gone || i.Used != 2 || i.Club.ID != c.id || i.By != "Ana" {
		t.Errorf("got %+v", i)
	}
}

func TestInvitationsEnd(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	one := clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour}
	revoked, err := c.CreateInvitation(ctx, c.id, c.ana, one)
	must(t, err)
	must(t, c.RevokeInvitation(ctx, c.id, c.ana, revoked.ID))
	must(t, c.RevokeInvitation(ctx, c.id, c.ana, revoked.ID))
	one.TTL = -time.Second
	expired, err := c.CreateInvitation(ctx, c.id, c.ana, one)
	must(t, err)
	for name, i := range map[string]clubs.Invitation{"revoked": revoked, "expired": expired} {
		_, _, err := c.AcceptInvitation(ctx, i.Token.Reveal(), accounts.NewPlayer{Name: name, Password: "hash"})
		refused(t, err, base.ErrGone)
		_, err = c.JoinByInvitation(ctx, i.Token.Reveal(), c.davi)
		refused(t, err, base.ErrGone)
	}
	_, err = c.Invitation(ctx, "no such token")
	refused(t, err, base.ErrNotFound)
}

func TestInvitationsNeedARole(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	one := clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour}
	_, err := c.CreateInvitation(ctx, c.id, c.bento, one)
	refused(t, err, base.ErrForbidden)
	_, err = c.CreateInvitation(ctx, c.id, c.davi, one)
	refused(t, err, base.ErrNotFound)
	_, err = c.Invitations(ctx, c.id, c.bento)
	refused(t, err, base.ErrForbidden)
	one.Role = role.Owner
	_, err = c.CreateInvitation(ctx, c.id, c.ana, one)
	refused(t, err, base.ErrForbidden)
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	one.Role = role.Host // a host makes no hosts
	_, err = c.CreateInvitation(ctx, c.id, c.bento, one)
	refused(t, err, base.ErrForbidden)
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Member))
	i, err := c.CreateInvitation(ctx, c.id, c.ana, one)
	must(t, err)
	refused(t, c.RevokeInvitation(ctx, c.id, c.bento, i.ID), base.ErrForbidden)
	refused(t, c.RevokeInvitation(ctx, c.id+1, c.ana, i.ID), base.ErrNotFound)
	_, nina, err := c.AcceptInvitation(ctx, i.Token.Reveal(), accounts.NewPlayer{Name: "Nina", Password: "hash"})
	must(t, err)
	list, err := c.Invitations(ctx, c.id, nina.ID)
	must(t, err)
	if len(list) != 2 || list[0].ID != i.ID || !list[0].Gone || list[1].Gone {
		t.Errorf("got %+v", list)
	}
	if containsFold(fmt.Sprintf("%+v", list), i.Token.Reveal()) {
		t.Error("a token is printed")
	}
}

// Invitations of a member who may not invite any more let nobody in, above all not
// themselves.
func TestInvitationsEndWithTheRightToInvite(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(c club) error{
		"demoted":   func(c club) error { return c.SetRole(t.Context(), c.id, c.ana, c.bento, role.Member) },
		"suspended": func(c club) error { return c.Suspend(t.Context(), c.id, c.ana, c.bento, pause) },
		"removed":   func(c club) error { return c.Remove(t.Context(), c.id, c.ana, c.bento) },
		"left":      func(c club) error { return c.LeaveClub(t.Context(), c.id, c.bento) },
		"deleted":   func(c club) error { return c.DeleteAccount(t.Context(), c.bento) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
			member := clubs.NewInvitation{Role: role.Member, Uses: 5, TTL: time.Hour}
			his, err := c.CreateInvitation(ctx, c.id, c.bento, member)
			must(t, err)
			hers, err := c.CreateInvitation(ctx, c.id, c.ana, member)
			must(t, err)
			must(t, change(c))
			_, err = c.JoinByInvitation(ctx, his.Token.Reveal(), c.davi)
			refused(t, err, base.ErrGone)
			_, err = c.JoinByInvitation(ctx, hers.Token.Reveal(), c.davi)
			must(t, err)
		})
	}
}

// An owner who becomes a host can make no host any more, also not by a link from before; a link that makes members goes
// on.
func TestInvitationsAreBelowTheRoleOfToday(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Owner))
	links := map[role.Role]string{}
	for _, to := range []role.Role{role.Host, role.Member} {
		i, err := c.CreateInvitation(ctx, c.id, c.bento, clubs.NewInvitation{Role: to, Uses: 1, TTL: time.Hour})
		must(t, err)
		links[to] = i.Token.Reveal()
	}
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	_, err := c.JoinByInvitation(ctx, links[role.Host], c.davi)
	refused(t, err, base.ErrGone)
	_, err = c.JoinByInvitation(ctx, links[role.Member], c.davi)
	must(t, err)
}

func TestMembersJoinOnce(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	i, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour})
	must(t, err)
	for range 2 { // the second time the invitation is used up, and Davi a member
		club, err := c.JoinByInvitation(ctx, i.Token.Reveal(), c.davi)
		must(t, err)
		if club.ID != c.id {
			t.Errorf("joined %+v", club)
		}
	}
	if i, err = c.Invitation(ctx, i.Token.Reveal()); i.Used != 1 {
		t.Errorf("used %d times, want 1 (%v)", i.Used, err)
	}
}

func TestTwoLinksAtOnce(t *testing.T) {
	t.Parallel()
	for name, approval := range map[string]bool{"into the club": false, "to ask": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			links, err := c.CreateInvitations(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1,
				TTL: time.Hour, Approval: approval}, []string{"one", "other"})
			must(t, err)
			// The one is on its way, and not yet to be seen, when the other is used.
			tx, err := c.Pool().Begin(ctx)
			must(t, err)
			if approval {
				_, err = tx.Exec(ctx, `INSERT INTO join_requests (club_id, player_id, invitation_id)
					VALUES ($1, $2, $3)`, c.id, c.davi, links[0].ID)
			} else {
				_, err = tx.Exec(ctx, `INSERT INTO memberships (club_id, player_id, role)
					VALUES ($1, $2, 'member')`, c.id, c.davi)
			}
			must(t, err)
			done := make(chan error, 1)
			go func() {
				_, err := c.JoinByInvitation(t.Context(), links[1].Token.Reveal(), c.davi)
				done <- err
			}()
			c.waits(t, 1)
			must(t, tx.Commit(ctx))
			must(t, ended(t, done))
			if i, err := c.Invitation(ctx, links[1].Token.Reveal()); err != nil || i.Used != 0 {
				t.Errorf("it brought nobody and is used: %+v, %v", i, err)
			}
		})
	}
}

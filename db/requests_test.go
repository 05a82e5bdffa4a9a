package db_test

import (
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/engine/role"
)

func TestJoinRequests(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 5, TTL: 1e12,
		Label: "the wall", Approval: true})
	must(t, err)
	for range 2 { // asking twice is asking once
		_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
		must(t, err)
	}
	_, err = c.homeOf(t, c.davi)
	refused(t, err, base.ErrNotFound)
	clubs, _, err := c.RequestsOf(ctx, c.davi)
	must(t, err)
	list, err := c.JoinRequests(ctx, c.id, c.ana)
	must(t, err)
	if len(clubs) != 1 || len(list) != 1 || list[0].Name != "Davi" || list[0].Role != role.Member {
		t.Errorf("requests %+v of %v", list, clubs)
	}
	_, err = c.JoinRequests(ctx, c.id, c.bento)
	refused(t, err, base.ErrForbidden)
	refused(t, c.AnswerRequest(ctx, c.id, c.bento, c.davi, true), base.ErrForbidden)
	must(t, c.AnswerRequest(ctx, c.id, c.ana, c.davi, true))
	refused(t, c.AnswerRequest(ctx, c.id, c.ana, c.davi, false), base.ErrNotFound)
	_, err = c.homeOf(t, c.davi)
	must(t, err)
	must(t, c.Suspend(ctx, c.id, c.ana, c.davi, pause))
	_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
	refused(t, err, base.ErrGone)
}

// Who comes by an owner's link for hosts is made a host by an owner, as if by a link.
func TestHostsLetInNoHosts(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Host, Uses: 1, TTL: time.Hour,
		Approval: true})
	must(t, err)
	_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
	must(t, err)
	must(t, c.exec(t, `UPDATE memberships SET role = 'host' WHERE player_id = $1`, c.bento))
	refused(t, c.AnswerRequest(ctx, c.id, c.bento, c.davi, true), base.ErrForbidden)
	if list, err := c.JoinRequests(ctx, c.id, c.ana); err != nil || len(list) != 1 {
		t.Errorf("the request is gone: %+v, %v", list, err)
	}
	must(t, c.AnswerRequest(ctx, c.id, c.ana, c.davi, true))
	m, err := c.ClubFor(ctx, c.slug, c.davi)
	if must(t, err); m.Role != role.Host {
		t.Errorf("let in as %q", m.Role)
	}
}

func TestAnOpenDoorLetsInWhoAsks(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour,
		Approval: true})
	must(t, err)
	_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
	must(t, err)
	door, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour})
	must(t, err)
	_, err = c.JoinByInvitation(ctx, door.Token.Reveal(), c.davi)
	must(t, err)
	_, err = c.homeOf(t, c.davi)
	must(t, err)
	if list, err := c.JoinRequests(ctx, c.id, c.ana); err != nil || len(list) != 0 {
		t.Errorf("still asking: %+v, %v", list, err)
	}
}

func TestWhoCameByAnotherWayIsLetInOnce(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour,
		Approval: true})
	must(t, err)
	_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
	must(t, err)
	_, err = c.Pool().Exec(ctx, `INSERT INTO memberships (club_id, player_id, role)
		VALUES ($1, $2, 'host')`, c.id, c.davi)
	must(t, err)
	must(t, c.AnswerRequest(ctx, c.id, c.ana, c.davi, true))
	if line, err := c.MemberOf(ctx, c.id, c.ana, c.davi); err != nil || line.Role != role.Host {
		t.Errorf("got %+v, %v", line, err)
	}
}

package db_test

import (
	"errors"
	"testing"

	"carteado/db/base"
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
	refused(t, c.SetRole(ctx, c.id, c.bento, c.celia, role.Host), base.ErrForbidden)
	refused(t, c.SetRole(ctx, c.id, c.davi, c.celia, role.Host), base.ErrNotFound)
	refused(t, c.SetRole(ctx, c.id, c.ana, c.davi, role.Host), base.ErrNotFound)
	refused(t, c.SetRole(ctx, c.id, c.ana, c.celia, "admin"), base.ErrNotFound)
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	if r := c.roleOf(t, c.bento); r != role.Host {
		t.Errorf("Bento is %s", r)
	}
	refused(t, c.SetRole(ctx, c.id, c.bento, c.celia, role.Host), base.ErrForbidden)
}

func TestAClubKeepsAnOwner(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	refused(t, c.SetRole(ctx, c.id, c.ana, c.ana, role.Member), base.ErrLastOwner)
	refused(t, c.LeaveClub(ctx, c.id, c.ana), base.ErrLastOwner)
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
	first, second := ended(t, results), ended(t, results)
	if (first == nil) == (second == nil) || !errors.Is(errors.Join(first, second), base.ErrLastOwner) {
		t.Errorf("two owners step down: %v, %v", first, second)
	}
	if n := c.count(t, `SELECT count(*) FROM members WHERE role = 'owner'`); n != 1 {
		t.Errorf("%d owners", n)
	}
}

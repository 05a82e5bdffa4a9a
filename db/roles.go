package db

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
	"carteado/engine/role"
)

// may is nil for a member whose role has a right, ErrForbidden for other members
// and ErrNotFound for anybody else.
func may(ctx context.Context, q pg.Querier, club, player int64, right role.Right) error {
	own, err := roleOf(ctx, q, club, player)
	if err == nil && !own.May(right) {
		err = ErrForbidden
	}
	return err
}

// inTxAs is inTx for a member who has a right.
func (s *Store) inTxAs(ctx context.Context, op string, club, by int64, right role.Right, do func(context.Context, *pg.Tx) error) error {
	return s.InTx(ctx, op, func(ctx context.Context, tx *pg.Tx) error {
		if err := may(ctx, tx, club, by, right); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// readAs is read for a member who has a right.
func (s *Store) readAs(ctx context.Context, op string, club, by int64, right role.Right, do func(context.Context, *pgxpool.Conn) error) error {
	return s.Read(ctx, op, func(ctx context.Context, conn *pgxpool.Conn) error {
		if err := may(ctx, conn, club, by, right); err != nil {
			return err
		}
		return do(ctx, conn)
	})
}

// roleOf is a member's role; pgx.ErrNoRows for anybody else.
func roleOf(ctx context.Context, q pg.Querier, club, player int64) (r role.Role, err error) {
	err = q.QueryRow(ctx, `SELECT role FROM members WHERE club_id = $1 AND player_id = $2`, club, player).Scan(&r)
	return r, err
}

// rolesThatMay lists roles as SQL.
func rolesThatMay(right role.Right) string {
	var list []string
	for _, r := range role.Roles() {
		if r.May(right) {
			list = append(list, "'"+string(r)+"'")
		}
	}
	return strings.Join(list, ", ")
}

// whoMay are the members of a club who have a right.
func whoMay(ctx context.Context, tx *pg.Tx, club int64, right role.Right) (players []int64, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(array_agg(player_id), '{}') FROM members WHERE club_id = $1 AND role IN (`+rolesThatMay(right)+`)`, club).
		Scan(&players)
	return players, err
}

// mayAsAbove is may for a right over members of lower roles only.
func mayAsAbove(ctx context.Context, q pg.Querier, club, by int64, theirs role.Role, right role.Right) error {
	own, err := roleOf(ctx, q, club, by)
	if err == nil && !(own.May(right) && own.Above(theirs)) {
		err = ErrForbidden
	}
	return err
}

// SetRole changes a member's role: ErrForbidden for a member who may not,
// ErrLastOwner when the club would have no owner.
func (s *Store) SetRole(ctx context.Context, club, by, player int64, to role.Role) error {
	if !to.Known() {
		return fmt.Errorf("set role %q: %w", to, ErrNotFound)
	}
	return s.InTx(ctx, "set role", func(ctx context.Context, tx *pg.Tx) error {
		from, err := lockMember(ctx, tx, club, player)
		if err != nil {
			return err
		}
		if err := may(ctx, tx, club, by, role.Promote); err != nil || from == to {
			return err
		}
		tx.Do(ctx, `UPDATE memberships SET role = $3 WHERE club_id = $1 AND player_id = $2`, club, player, to)
		keepOwner(ctx, tx)
		if !to.May(role.Invite) {
			endInvitations(ctx, tx, club, player)
		}
		return noteAbout(ctx, tx, club, by, player, "role_changed", details{"from": from, "to": to})
	})
}

// keepOwner checks the constraint now: ErrLastOwner. At COMMIT its error could
// not be told from a failed commit.
func keepOwner(ctx context.Context, tx *pg.Tx) {
	tx.Do(ctx, `SET CONSTRAINTS club_keeps_owner IMMEDIATE`)
}

// GrantOwner makes a player the owner of a club from the command line, and a
// member if they are none. A site without an owner gets this one. ErrNotFound.
func (s *Store) GrantOwner(ctx context.Context, slug, name string) error {
	return s.InTx(ctx, "grant owner", func(ctx context.Context, tx *pg.Tx) error {
		var club, player int64
		if err := tx.QueryRow(ctx, `SELECT id FROM clubs WHERE slug = $1 FOR UPDATE`, slug).Scan(&club); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `SELECT id FROM players WHERE lower(name) = lower($1) OR lower(email) = lower($1)`, name).Scan(&player); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM join_requests WHERE club_id = $1 AND player_id = $2`, club, player)
		tx.Do(ctx, `
			INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'owner')
			ON CONFLICT (club_id, player_id) DO UPDATE SET role = 'owner', `+notSuspended, club, player)
		tx.Do(ctx, `
			UPDATE players SET site_owner = true WHERE id = $1 AND NOT EXISTS (SELECT FROM players WHERE site_owner)`, player)
		return noteAbout(ctx, tx, club, 0, player, "owner_granted", nil)
	})
}

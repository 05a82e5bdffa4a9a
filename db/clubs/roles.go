package clubs

import (
	"context"
	"fmt"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// SetRole changes a member's role: ErrForbidden for a member who may not,
// ErrLastOwner when the club would have no owner.
func (s *Clubs) SetRole(ctx context.Context, club, by, player int64, to role.Role) error {
	if !to.Known() {
		return fmt.Errorf("set role %q: %w", to, base.ErrNotFound)
	}
	return s.InTx(ctx, "set role", func(ctx context.Context, tx *pg.Tx) error {
		from, err := LockMember(ctx, tx, club, player)
		if err != nil {
			return err
		}
		if err := base.May(ctx, tx, club, by, role.Promote); err != nil || from == to {
			return err
		}
		tx.Do(ctx, `UPDATE memberships SET role = $3 WHERE club_id = $1 AND player_id = $2`, club, player, to)
		KeepOwner(ctx, tx)
		var invites []role.Role // to which the player may still invite
		if to.May(role.Invite) {
			invites = to.Below()
		}
		EndInvitations(ctx, tx, club, player, invites...)
		return base.NoteAbout(ctx, tx, club, by, player, "role_changed", base.Details{"from": from, "to": to})
	})
}

// KeepOwner checks the constraint now: ErrLastOwner. At COMMIT its error could
// not be told from a failed commit.
func KeepOwner(ctx context.Context, tx *pg.Tx) {
	tx.Do(ctx, `SET CONSTRAINTS club_keeps_owner IMMEDIATE`)
}

// GrantOwner makes a player the owner of a club from the command line, and a
// member if they are none. A site without an owner gets this one. ErrNotFound.
func (s *Clubs) GrantOwner(ctx context.Context, slug, name string) error {
	return s.InTx(ctx, "grant owner", func(ctx context.Context, tx *pg.Tx) error {
		var club, player int64
		if err := tx.QueryRow(ctx, `SELECT id FROM clubs WHERE slug = $1 FOR UPDATE`, slug).Scan(&club); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `SELECT id FROM players WHERE NOT placeholder
			AND (lower(name) = lower($1) OR lower(email) = lower($1))`, name).Scan(&player); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM join_requests WHERE club_id = $1 AND player_id = $2`, club, player)
		// A member of an archived club becomes its owner; nobody comes in.
		tag, err := tx.Exec(ctx, `UPDATE memberships SET role = 'owner', `+NotSuspendedSQL+`
			WHERE club_id = $1 AND player_id = $2`, club, player)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			tx.Do(ctx, `INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'owner')`, club, player)
		}
		tx.Do(ctx, `
			UPDATE players SET site_owner = true WHERE id = $1 AND NOT EXISTS (SELECT FROM players WHERE site_owner)`,
			player)
		return base.NoteAbout(ctx, tx, club, 0, player, "owner_granted", nil)
	})
}

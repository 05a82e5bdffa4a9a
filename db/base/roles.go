package base

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
	"carteado/engine/role"
)

// InTxAs is InTx for a member who has a right.
func (d *DB) InTxAs(ctx context.Context, op string, club, by int64, right role.Right,
	do func(context.Context, *pg.Tx) error) error {
	return d.InTx(ctx, op, func(ctx context.Context, tx *pg.Tx) error {
		if err := May(ctx, tx, club, by, right); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// ReadAs is Read for a member who has a right.
func (d *DB) ReadAs(ctx context.Context, op string, club, by int64, right role.Right,
	do func(context.Context, *pgxpool.Conn) error) error {
	return d.Read(ctx, op, func(ctx context.Context, conn *pgxpool.Conn) error {
		if err := May(ctx, conn, club, by, right); err != nil {
			return err
		}
		return do(ctx, conn)
	})
}

// May is nil for a member whose role has a right, ErrForbidden for other members, ErrHostPasskey for a host without the
// passkeys that the club asks hosts for, and ErrNotFound for anybody else.
func May(ctx context.Context, q pg.Querier, club, player int64, right role.Right) error {
	acts, holds, err := roleOf(ctx, q, club, player)
	switch {
	case err != nil || acts.May(right):
		return err
	case holds.May(right):
		return ErrHostPasskey
	}
	return pg.ErrForbidden
}

// MaySit is May for players who sit down at a table that they see: members who may play, and guests of a game night.
func MaySit(ctx context.Context, q pg.Querier, club, player int64) error {
	own, err := RoleOf(ctx, q, club, player)
	if err == nil && own != role.Guest && !own.May(role.Play) {
		err = pg.ErrForbidden
	}
	return err
}

// MaySettle is May for what owners settle, and for the command line, which is 0.
func MaySettle(ctx context.Context, q pg.Querier, club, by int64) error {
	if by == 0 {
		return nil
	}
	return May(ctx, q, club, by, role.Settle)
}

// MayAsAbove is May for a right over members of lower roles only.
func MayAsAbove(ctx context.Context, q pg.Querier, club, by int64, theirs role.Role, right role.Right) error {
	own, err := RoleOf(ctx, q, club, by)
	if err == nil && !(own.May(right) && own.Above(theirs)) {
		err = pg.ErrForbidden
	}
	return err
}

// RoleOf is the role in which a member acts: a host without the passkeys that the club asks hosts for does what a
// member does. Which tables they find in lists, and that they are told who asks to be let in, stays. pgx.ErrNoRows for
// anybody else.
func RoleOf(ctx context.Context, q pg.Querier, club, player int64) (role.Role, error) {
	acts, _, err := roleOf(ctx, q, club, player)
	return acts, err
}

// ActsAsSQL is the role in which a member m of the club c, with the account p, acts.
const ActsAsSQL = `CASE WHEN m.role IN ('owner', 'host') AND c.host_passkeys AND NOT p.passkeys_only THEN 'member'
	ELSE m.role END`

// roleOf is the role in which a member acts, and the one that they hold.
func roleOf(ctx context.Context, q pg.Querier, club, player int64) (acts, holds role.Role, err error) {
	err = q.QueryRow(ctx, `SELECT `+ActsAsSQL+`, m.role FROM members m JOIN clubs c ON c.id = m.club_id
		JOIN players p ON p.id = m.player_id WHERE m.club_id = $1 AND m.player_id = $2`, club, player).
		Scan(&acts, &holds)
	return acts, holds, err
}

// RolesSQL lists the roles that have a right.
func RolesSQL(right role.Right) string {
	var list []string
	for _, r := range role.Roles() {
		if r.May(right) {
			list = append(list, "'"+string(r)+"'")
		}
	}
	return strings.Join(list, ", ")
}

// WhoMay are the members of a club who have a right.
func WhoMay(ctx context.Context, tx *pg.Tx, club int64, right role.Right) (players []int64, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(array_agg(player_id), '{}') FROM members WHERE club_id = $1
		AND role IN (`+RolesSQL(right)+`)`, club).
		Scan(&players)
	return players, err
}

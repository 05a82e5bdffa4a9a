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

// May is nil for a member whose role has a right, ErrForbidden for other members and ErrNotFound for anybody
// else.
func May(ctx context.Context, q pg.Querier, club, player int64, right role.Right) error {
	own, err := RoleOf(ctx, q, club, player)
	if err == nil && !own.May(right) {
		err = pg.ErrForbidden
	}
	return err
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

// RoleOf is a member's role; pgx.ErrNoRows for anybody else.
func RoleOf(ctx context.Context, q pg.Querier, club, player int64) (r role.Role, err error) {
	err = q.QueryRow(ctx, `SELECT role FROM members WHERE club_id = $1 AND player_id = $2`, club, player).Scan(&r)
	return r, err
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

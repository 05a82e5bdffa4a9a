package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A Suspension pauses a member's entry to a club.
type Suspension struct {
	By     int64
	Name   string    // of By; "" where the account is gone
	Role   role.Role // of By, now; "" where they are no member
	Reason string
	Until  time.Time // zero: until somebody lifts it
	After  bool      // the matches that were running are played to their end
	Tables []int     // at which the member is in a running match: the seats stay theirs
}

// A NewSuspension says why and until when a member is suspended. It ends at Until,
// or after For (an interval of PostgreSQL), by the database's clock; with neither it
// has to be lifted.
type NewSuspension struct {
	Reason string
	Until  time.Time
	For    string
	After  bool
}

// Suspend pauses a member until the suspension ends or Restore. Their seats in
// running matches stay theirs, and those matches stand still unless After; seats at other tables become free, tables
// they opened at which nobody plays are closed, and their invitations end.
func (s *Store) Suspend(ctx context.Context, club, by, player int64, n NewSuspension) error {
	about := base.Details{"reason": n.Reason, "after": n.After}
	return s.Touch(ctx, club, by, player, "member_suspended", about, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.freeSeats(ctx, tx, club, by, player, true); err != nil {
			return err
		}
		var until any
		if !n.Until.IsZero() {
			until = n.Until
		}
		var ends *time.Time
		err := tx.QueryRow(ctx, `
			UPDATE memberships SET suspended_at = coalesce(suspended_at, now()), suspended_by = $3,
				suspended_reason = $4,
				suspended_until = coalesce($5, now() + nullif($6, '')::interval), suspended_after = $7
			WHERE club_id = $1 AND player_id = $2 RETURNING suspended_until`,
			club, player, by, n.Reason, until, n.For, n.After).Scan(&ends)
		if ends != nil {
			about["until"] = ends.UTC().Format(time.RFC3339)
		}
		if err != nil {
			return err
		}
		return s.SuspendIn(ctx, tx, club, player)
	})
}

// Restore lets a suspended member in again.
func (s *Store) Restore(ctx context.Context, club, by, player int64) error {
	return s.Touch(ctx, club, by, player, "member_restored", nil, func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE memberships SET `+clubs.NotSuspendedSQL+` WHERE club_id = $1
			AND player_id = $2`, club, player)
		return s.SuspendIn(ctx, tx, club, player)
	})
}

// SuspensionOf returns the suspension of the player whom m proves: ErrNotFound for a
// member who is not suspended.
func (s *Store) SuspensionOf(ctx context.Context, m clubs.Membership) (p Suspension, err error) {
	err = s.Read(ctx, "suspension", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT coalesce(m.suspended_by, 0), coalesce(p.name, ''), coalesce(b.role, ''), coalesce(m.suspended_reason,
				''),
				coalesce(m.suspended_until, '0001-01-01'), m.suspended_after,
				(SELECT coalesce(array_agg(t.number ORDER BY t.number), '{}') FROM match_seats s
					JOIN matches x ON x.id = s.match_id AND x.club_id = m.club_id AND x.status = 'playing'
					JOIN tables t ON t.id = x.table_id WHERE s.player_id = m.player_id)
			FROM memberships m
			JOIN entrants e ON e.club_id = m.club_id AND e.player_id = m.player_id AND e.role = 'paused'
			LEFT JOIN players p ON p.id = m.suspended_by
			LEFT JOIN members b ON b.club_id = m.club_id AND b.player_id = m.suspended_by
			WHERE m.club_id = $1 AND m.player_id = $2`, m.ID, m.Player()).
			Scan(&p.By, &p.Name, &p.Role, &p.Reason, &p.Until, &p.After, &p.Tables)
	})
	return p, err
}

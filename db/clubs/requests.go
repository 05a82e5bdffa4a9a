package clubs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A JoinRequest is a player who came by an invitation that asks first.
type JoinRequest struct {
	Player int64
	Name   string
	Role   role.Role // that the invitation gives
	By     string    // name of who made the invitation, "" where the account is gone
	At     time.Time
}

// JoinRequests lists the players who wait to be let in, the longest first, to
// members who may invite; ErrForbidden for others.
func (s *Clubs) JoinRequests(ctx context.Context, club, viewer int64) (list []JoinRequest, err error) {
	err = s.ReadAs(ctx, "join requests", club, viewer, role.Invite,
		func(ctx context.Context, conn *pgxpool.Conn) error {
			list, err = pg.All[JoinRequest](ctx, conn, `
			SELECT r.player_id AS player, p.name, i.role, coalesce(h.name, '') AS by, r.created_at AS at
			FROM join_requests r
			JOIN players p ON p.id = r.player_id
			JOIN invitations i ON i.id = r.invitation_id
			JOIN players h ON h.id = i.created_by
			WHERE r.club_id = $1 ORDER BY r.created_at, r.player_id`, club)
			return err
		})
	return list, err
}

// AnswerRequest lets a player in, or not: ErrNotFound when nobody asks any more.
func (s *Clubs) AnswerRequest(ctx context.Context, club, by, player int64, yes bool) error {
	return s.InTxAs(ctx, "answer request", club, by, role.Invite, func(ctx context.Context, tx *pg.Tx) error {
		var r role.Role
		if err := tx.QueryRow(ctx, `
			DELETE FROM join_requests r USING invitations i
			WHERE r.club_id = $1 AND r.player_id = $2 AND i.id = r.invitation_id RETURNING i.role`, club, player).
			Scan(&r); err != nil {
			return err
		}
		hosts, err := base.WhoMay(ctx, tx, club, role.Invite)
		if err != nil {
			return err
		}
		delivery.MarkSettled(ctx, tx, delivery.NoticeRequest, hosts, "by_id", player)
		if !yes {
			return base.NoteAbout(ctx, tx, club, by, player, "request_declined", nil)
		}
		if _, err := insertMember(ctx, tx, club, player, r); err != nil {
			return err
		}
		return base.NoteAbout(ctx, tx, club, by, player, "request_approved", base.Details{"role": r})
	})
}

// RequestsOf lists the names of the clubs that a player waits to be let into, and of those
// that have declined of late.
func (s *Clubs) RequestsOf(ctx context.Context, player int64) (clubs, declined []string, err error) {
	err = s.Read(ctx, "requests of a player", func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `
			SELECT (SELECT coalesce(array_agg(c.name ORDER BY c.id), '{}') FROM join_requests r JOIN clubs c
				ON c.id = r.club_id WHERE r.player_id = $1),
				(SELECT coalesce(array_agg(DISTINCT c.name), '{}') FROM audit a JOIN clubs c ON c.id = a.club_id
				WHERE a.about = $1 AND a.action = 'request_declined' AND a.at > now() - interval '7 days'
					AND NOT EXISTS (SELECT FROM audit b WHERE b.about = $1 AND b.club_id = c.id
						AND b.action = 'request_approved' AND b.id > a.id)
					AND NOT EXISTS (SELECT FROM memberships m WHERE m.club_id = c.id AND m.player_id = $1)
					AND NOT EXISTS (SELECT FROM join_requests r WHERE r.club_id = c.id AND r.player_id = $1))`, player).
			Scan(&clubs, &declined)
		for _, names := range [][]string{clubs, declined} {
			base.InNameOrder(names, func(name string) string { return name })
		}
		return err
	})
	return clubs, declined, err
}

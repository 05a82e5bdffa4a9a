package clubs

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/accounts"
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
	By     string    // name of who made the invitation, "" where the account is gone, or a guest of a night asks
	At     time.Time
}

// JoinRequests lists the players who wait to be let in, the longest first, to
// members who may invite; ErrForbidden for others.
func (s *Clubs) JoinRequests(ctx context.Context, club, viewer int64) (list []JoinRequest, err error) {
	err = s.ReadAs(ctx, "join requests", club, viewer, role.Invite,
		func(ctx context.Context, conn *pgxpool.Conn) error {
			list, err = pg.All[JoinRequest](ctx, conn, `
			SELECT r.player_id AS player, p.name, coalesce(i.role, 'member') AS role, coalesce(h.name, '') AS by,
				r.created_at AS at
			FROM join_requests r
			JOIN players p ON p.id = r.player_id
			LEFT JOIN invitations i ON i.id = r.invitation_id
			LEFT JOIN players h ON h.id = i.created_by
			WHERE r.club_id = $1 ORDER BY r.created_at, r.player_id`, club)
			return err
		})
	return list, err
}

// AnswerRequest lets a player in, or not: ErrNotFound when nobody asks any more, ErrForbidden for a role that is not
// below the reader's own, which the reader could not give by an invitation either.
func (s *Clubs) AnswerRequest(ctx context.Context, club, by, player int64, yes bool) error {
	return s.InTxAs(ctx, "answer request", club, by, role.Invite, func(ctx context.Context, tx *pg.Tx) error {
		var r role.Role
		if err := tx.QueryRow(ctx, `
			DELETE FROM join_requests r WHERE r.club_id = $1 AND r.player_id = $2
			RETURNING coalesce((SELECT role FROM invitations WHERE id = r.invitation_id), 'member')`, club, player).
			Scan(&r); err != nil {
			return err
		}
		hosts, err := base.WhoMay(ctx, tx, club, role.Invite)
		if err != nil {
			return err
		}
		delivery.MarkSettled(ctx, tx, delivery.NewNotice{Kind: delivery.NoticeRequest, By: player}, hosts...)
		if !yes {
			return base.NoteAbout(ctx, tx, club, by, player, "request_declined", nil)
		}
		if err := base.MayAsAbove(ctx, tx, club, by, r, role.Invite); err != nil {
			return err
		}
		if _, err := s.insertMember(ctx, tx, club, player, r); err != nil {
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

// SignUpGuest makes an account of the player as whom somebody is a guest at a night, so that all they have played is
// theirs, and asks for them to be let into the club: ErrNotFound for nobody's guest and for one who has an account,
// ErrTaken, ErrLookalike, ErrEmailTaken. The guest's session ends.
func (s *Clubs) SignUpGuest(ctx context.Context, guest int64, n accounts.NewPlayer) (player accounts.Player,
	err error,
) {
	err = s.InTx(ctx, "sign up guest", func(ctx context.Context, tx *pg.Tx) error {
		var club int64
		if err := tx.QueryRow(ctx, `SELECT club_id FROM night_guests WHERE player_id = $1 LIMIT 1`, guest).
			Scan(&club); err != nil {
			return err
		}
		if player, err = s.accounts.SignUpPlaceholder(ctx, tx, guest, n); err != nil {
			return err
		}
		base.NoteSignUp(ctx, tx, guest, n.Idem)
		tx.Do(ctx, `DELETE FROM sessions WHERE player_id = $1`, guest)
		tx.Do(ctx, `UPDATE invitations SET revoked_at = coalesce(revoked_at, now()) WHERE placeholder_id = $1`, guest)
		tx.Do(ctx, `UPDATE arrivals SET claimant_id = NULL, link = NULL WHERE player_id = $1`, guest)
		tx.Do(ctx, `INSERT INTO join_requests (club_id, player_id) VALUES ($1, $2)`, club, guest)
		if err := tellOfRequest(ctx, tx, club, guest, fmt.Sprint("guest ", guest)); err != nil {
			return err
		}
		if err := base.Note(ctx, tx, club, guest, "guest_signed_up", nil); err != nil {
			return err
		}
		return s.Recount(ctx, tx, club)
	})
	return player, err
}

// tellOfRequest tells those who may let a player in, and webhooks, that the player asks.
func tellOfRequest(ctx context.Context, tx *pg.Tx, club, player int64, key string) error {
	hosts, err := base.WhoMay(ctx, tx, club, role.Invite)
	if err != nil {
		return err
	}
	delivery.Tell(ctx, tx, delivery.NewNotice{Club: club, Kind: delivery.NoticeRequest, By: player, Key: key}, hosts...)
	return delivery.CallWebhooks(ctx, tx, club, delivery.WebhookRequest, player, "")
}

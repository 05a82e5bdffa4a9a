package db

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ExportOf returns all that is kept about a player, as JSON: what they gave, what
// they did and what they played. Of matches that are running it holds their own
// moves only.
func (s *Store) ExportOf(ctx context.Context, player int64) (data json.RawMessage, err error) {
	err = s.read(ctx, "export", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT json_build_object(
				'account', json_build_object('number', p.id, 'name', p.name, 'email', p.email, 'language', p.lang, 'theme', p.theme,
					'deck', p.deck, 'card_index', p.card_index, 'hand_sort', p.hand_sort, 'created_at', p.created_at, 'seen_at', p.seen_at),
				'sessions', (SELECT coalesce(json_agg(json_build_object('user_agent', user_agent, 'created_at', created_at, 'seen_at', seen_at) ORDER BY id), '[]')
					FROM sessions WHERE player_id = p.id),
				'memberships', (SELECT coalesce(json_agg(json_build_object('club', c.slug, 'name', c.name, 'role', m.role, 'joined_at', m.joined_at,
						'suspended_at', m.suspended_at) ORDER BY c.id), '[]')
					FROM memberships m JOIN clubs c ON c.id = m.club_id WHERE m.player_id = p.id),
				'requests', (SELECT coalesce(json_agg(json_build_object('club', c.name, 'created_at', r.created_at) ORDER BY c.id), '[]')
					FROM join_requests r JOIN clubs c ON c.id = r.club_id WHERE r.player_id = p.id),
				'announcements', (SELECT coalesce(json_agg(json_build_object('club', c.slug, 'body', a.body, 'created_at', a.created_at) ORDER BY a.id), '[]')
					FROM announcements a JOIN clubs c ON c.id = a.club_id WHERE a.player_id = p.id),
				'matches', (SELECT coalesce(json_agg(json_build_object('number', m.id, 'club', c.slug, 'table', t.number, 'game', t.game, 'options', t.options,
						'seat', own.seat, 'status', m.status, 'totals', m.totals, 'outcome', m.outcome, 'started_at', m.started_at, 'ended_at', m.ended_at,
						'moves', (SELECT coalesce(json_agg(json_build_object('version', v.version, 'move', v.move, 'at', v.at) ORDER BY v.version), '[]')
							FROM moves v WHERE v.match_id = m.id AND v.seat = own.seat)) ORDER BY m.id), '[]')
					FROM match_seats own JOIN matches m ON m.id = own.match_id JOIN tables t ON t.id = m.table_id JOIN clubs c ON c.id = m.club_id
					WHERE own.player_id = p.id),
				'log', (SELECT coalesce(json_agg(json_build_object('action', a.action, 'details', a.details, 'at', a.at) ORDER BY a.id), '[]')
					FROM audit a WHERE a.player_id = p.id))
			FROM players p WHERE p.id = $1`, player).Scan(&data)
	})
	return data, err
}

// DeleteAccount wipes a player: name, e-mail, credentials and sessions go,
// memberships end, and running matches are left. Histories keep the number.
// ErrLastOwner for who owns a club alone.
func (s *Store) DeleteAccount(ctx context.Context, player int64) error {
	return s.inTx(ctx, "delete account", func(ctx context.Context, tx *txn) error {
		rows, err := tx.Query(ctx, `
			SELECT c.id FROM clubs c JOIN memberships m ON m.club_id = c.id WHERE m.player_id = $1 ORDER BY c.id
			FOR NO KEY UPDATE OF c FOR UPDATE OF m`, player)
		if err != nil {
			return err
		}
		clubs, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		for _, club := range clubs {
			if err := s.dismiss(ctx, tx, club, player, player); err != nil {
				return err
			}
			if err := note(ctx, tx, club, player, "member_left", nil); err != nil {
				return err
			}
		}
		for _, wipe := range []string{
			// First: who signs in or joins a club meanwhile did so before, or does not.
			`UPDATE players SET name = NULL, email = NULL, password_hash = '', lang = '', theme = '', deck = '', card_index = '',
				hand_sort = '', seen_at = NULL, site_owner = false, deleted_at = now() WHERE id = $1`,
			`DELETE FROM sessions WHERE player_id = $1`,
			`DELETE FROM password_links WHERE player_id = $1`,
			`DELETE FROM join_requests WHERE player_id = $1`,
			`DELETE FROM table_guests WHERE player_id = $1`,
			`UPDATE announcements SET hidden_at = coalesce(hidden_at, now()), body = '…' WHERE player_id = $1`,
		} {
			if _, err := tx.Exec(ctx, wipe, player); err != nil {
				return err
			}
		}
		var joined bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM memberships WHERE player_id = $1)`, player).Scan(&joined); err != nil {
			return err
		}
		if joined { // a club that was none of theirs above
			return errAgain
		}
		return note(ctx, tx, 0, player, "account_deleted", nil)
	})
}

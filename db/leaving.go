package db

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
)

// ownParts are what is kept about the player p beside the account itself: each a
// query with a row for every line of its part. Secrets are left out, and of others
// there are only numbers.
var ownParts = []struct{ name, query string }{
	{"sessions", `SELECT user_agent, created_at, seen_at FROM sessions WHERE player_id = p.id ORDER BY id`},
	{"links", `SELECT l.player_id AS for_player, l.created_by AS made_by, l.created_at, l.expires_at, l.used_at
		FROM password_links l WHERE p.id IN (l.player_id, l.created_by) ORDER BY l.created_at`},
	{"memberships", `SELECT c.slug AS club, c.name, m.role, m.joined_at, m.suspended_at
		FROM memberships m JOIN clubs c ON c.id = m.club_id WHERE m.player_id = p.id ORDER BY c.id`},
	{"requests", `SELECT c.name AS club, r.created_at FROM join_requests r JOIN clubs c ON c.id = r.club_id WHERE r.player_id = p.id ORDER BY c.id`},
	{"invitations", `SELECT c.slug AS club, i.role, i.label, i.approval, i.uses, i.used, i.created_at, i.expires_at, i.revoked_at
		FROM invitations i JOIN clubs c ON c.id = i.club_id WHERE i.created_by = p.id ORDER BY i.id`},
	{"announcements", `SELECT c.slug AS club, a.body, a.created_at, a.hidden_at
		FROM announcements a JOIN clubs c ON c.id = a.club_id WHERE a.player_id = p.id ORDER BY a.id`},
	{"presets", `SELECT c.slug AS club, t.name, t.game, t.seats, t.options, t.created_at
		FROM table_presets t JOIN clubs c ON c.id = t.club_id WHERE t.created_by = p.id ORDER BY t.id`},
	{"tables", `SELECT c.slug AS club, t.number AS "table", t.game, t.options, t.opened_at, t.reach, t.host_id = p.id AS opened_by_you,
			s.seat, s.invited_id IS NOT NULL AS seat_kept, g.player_id IS NOT NULL AS guest,
			t.closed_by IS NOT DISTINCT FROM p.id AS closed_by_you, CASE WHEN t.closed_by = p.id THEN t.closed_reason END AS reason
		FROM tables t JOIN clubs c ON c.id = t.club_id
		LEFT JOIN seats s ON s.table_id = t.id AND p.id IN (s.player_id, s.invited_id)
		LEFT JOIN table_guests g ON g.table_id = t.id AND g.player_id = p.id
		WHERE p.id IN (t.host_id, t.closed_by) OR s.seat IS NOT NULL OR g.player_id IS NOT NULL ORDER BY t.id`},
	{"seasons", `SELECT c.slug AS club, s.name, s.starts_at, s.ends_at, s.charter, s.created_at
		FROM seasons s JOIN clubs c ON c.id = s.club_id WHERE s.created_by = p.id ORDER BY s.id`},
	{"amendments", `SELECT c.slug AS club, s.name AS season, a.charter, a.reason, a.created_at
		FROM amendments a JOIN seasons s ON s.id = a.season_id JOIN clubs c ON c.id = s.club_id WHERE a.created_by = p.id ORDER BY a.id`},
	{"corrections", `SELECT c.slug AS club, k.match_id AS match, k.kind, k.places, k.reason, k.created_at
		FROM corrections k JOIN matches m ON m.id = k.match_id JOIN clubs c ON c.id = m.club_id WHERE k.created_by = p.id ORDER BY k.id`},
	{"matches", `SELECT m.id AS number, c.slug AS club, t.number AS "table", t.game, t.options, own.seat, m.status, m.totals, m.outcome,
			m.started_at, m.ended_at,
			(SELECT coalesce(json_agg(json_build_object('version', v.version, 'move', v.move, 'at', v.at) ORDER BY v.version), '[]')
				FROM moves v WHERE v.match_id = m.id AND v.seat = own.seat) AS moves
		FROM match_seats own JOIN matches m ON m.id = own.match_id JOIN tables t ON t.id = m.table_id JOIN clubs c ON c.id = m.club_id
		WHERE own.player_id = p.id ORDER BY m.id`},
	{"standings", `SELECT c.slug AS club, s.name AS season, line
		FROM standings g JOIN seasons s ON s.id = g.season_id JOIN clubs c ON c.id = s.club_id, jsonb_array_elements(g.list) line
		WHERE (line->'player')::bigint = p.id ORDER BY s.id`},
	{"log", `SELECT a.action, a.details, a.at, a.about AS about_player FROM audit a WHERE a.player_id = p.id ORDER BY a.id`},
	{"log_about", `SELECT a.action, a.details, a.at, a.player_id AS by_player FROM audit a WHERE a.about = p.id ORDER BY a.id`},
}

// ExportOf returns all that is kept about a player, as JSON: what they gave, what
// they did and what they played. Of matches that are running it holds their own
// moves only. The export is noted.
func (s *Store) ExportOf(ctx context.Context, player int64) (data json.RawMessage, err error) {
	query := `SELECT json_build_object(
		'account', json_build_object('number', p.id, 'name', p.name, 'email', p.email, 'language', p.lang, 'theme', p.theme,
			'deck', p.deck, 'card_index', p.card_index, 'hand_sort', p.hand_sort, 'site_owner', p.site_owner,
			'created_at', p.created_at, 'seen_at', p.seen_at)`
	for _, part := range ownParts {
		query += `, '` + part.name + `', (SELECT coalesce(json_agg(line), '[]') FROM (` + part.query + `) line)`
	}
	query += `) FROM players p WHERE p.id = $1`
	err = s.inTx(ctx, "export", func(ctx context.Context, tx *txn) error {
		if err := tx.QueryRow(ctx, query, player).Scan(&data); err != nil {
			return err
		}
		return note(ctx, tx, 0, player, "exported", details{"what": "account"})
	})
	return data, err
}

// DeleteAccount wipes a player: name, e-mail, credentials, sessions and what an
// invitation called them go, memberships end, and running matches are left.
// Histories keep the number.
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
			// The label of an invitation says whom it was meant for.
			`UPDATE invitations SET label = '' WHERE label <> '' AND id IN (
				SELECT (details->>'invitation')::bigint FROM audit WHERE player_id = $1 AND action = 'invitation_used')`,
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

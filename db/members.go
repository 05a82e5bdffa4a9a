package db

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/role"
)

// Remove ends a membership. Matches that were played stay in the history.
func (s *Store) Remove(ctx context.Context, club, by, player int64) error {
	return s.Touch(ctx, club, by, player, "member_removed", nil, func(ctx context.Context, tx *pg.Tx) error {
		return s.dismiss(ctx, tx, club, by, player)
	})
}

// LeaveClub ends one's own membership; ErrLastOwner for its only owner.
func (s *Store) LeaveClub(ctx context.Context, club, player int64) error {
	return s.InTx(ctx, "leave club", func(ctx context.Context, tx *pg.Tx) error {
		if _, err := clubs.LockMember(ctx, tx, club, player); err != nil {
			return err
		}
		if err := base.May(ctx, tx, club, player, role.Play); err != nil {
			return err
		}
		if err := s.dismiss(ctx, tx, club, player, player); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, player, "member_left", nil)
	})
}

// wipes forget the player $1.
var wipes = []string{
	// This comes first, because it locks the player against signing in
	// or joining a club meanwhile.
	`UPDATE players SET name = NULL, email = NULL, password_hash = '', lang = '', theme = '', deck = '',
		card_index = '',
		hand_sort = '', outside = false, face = '', seen_at = NULL, site_owner = false, zone = DEFAULT,
		quiet_from = DEFAULT, quiet_till = DEFAULT,
		deleted_at = now() WHERE id = $1`,
	`UPDATE players SET name = NULL, deleted_at = now() WHERE claimed_by = $1`, // who they were in another house
	`DELETE FROM names WHERE player_id = $1`,
	`DELETE FROM notices WHERE player_id = $1`,
	`DELETE FROM callings WHERE player_id = $1`,
	`DELETE FROM sessions WHERE player_id = $1`, // and their devices
	`DELETE FROM browsers WHERE player_id = $1`,
	`DELETE FROM passkeys WHERE player_id = $1`,
	`DELETE FROM recovery_codes WHERE player_id = $1`,
	`DELETE FROM account_events WHERE player_id = $1`,
	`DELETE FROM seals WHERE player_id = $1`,
	// What the rows of one who watched counted stays in the tables' positions.
	`UPDATE tables t SET version = t.version + w.changes + 1 FROM watches w WHERE w.table_id = t.id
		AND w.player_id = $1`,
	`DELETE FROM watches WHERE player_id = $1`,
	`DELETE FROM holidays WHERE player_id = $1`,
	`DELETE FROM notes WHERE player_id = $1`,
	`DELETE FROM plans WHERE player_id = $1`,
	`DELETE FROM lessons WHERE player_id = $1`,
	`DELETE FROM daily_plays WHERE player_id = $1`,
	`DELETE FROM reviews WHERE player_id = $1`,
	`DELETE FROM choices WHERE player_id = $1`,
	`DELETE FROM night_answers WHERE player_id = $1`,
	`UPDATE arrivals SET claimant_id = NULL WHERE claimant_id = $1`,
	// A guest's name stands at the door, too, and on the sheets of tables with real cards.
	`UPDATE recorded_seats s SET name = '…' FROM arrivals r WHERE r.id = s.arrival_id
		AND r.player_id = $1 AND s.player_id IS NULL`,
	`UPDATE arrivals SET name = '', claimant_id = NULL, link = NULL WHERE player_id = $1 AND name <> ''`,
	`DELETE FROM appointments WHERE player_id = $1`,
	`DELETE FROM calendars WHERE player_id = $1`,
	// Their names stand in what was written and not yet fetched.
	`DELETE FROM yearbooks y WHERE EXISTS (SELECT FROM match_seats s JOIN matches m ON m.id = s.match_id
			WHERE s.player_id = $1 AND m.club_id = y.club_id)
		OR EXISTS (SELECT FROM recorded_seats s JOIN recorded_matches m ON m.id = s.match_id WHERE s.player_id = $1
			AND m.club_id = y.club_id)`,
	`DELETE FROM club_files f WHERE EXISTS (SELECT FROM audit WHERE $1 IN (player_id, about) AND club_id = f.club_id)
		OR EXISTS (SELECT FROM match_seats s JOIN matches m ON m.id = s.match_id WHERE s.player_id = $1
			AND m.club_id = f.club_id)`,
	`DELETE FROM brought_clubs WHERE by_id = $1`,
	`DELETE FROM mutes WHERE $1 IN (player_id, muted_id)`,
	`DELETE FROM messages w USING match_seats s, asides a WHERE s.player_id = $1 AND a.match_id = s.match_id
		AND a.seat = s.seat
		AND w.match_id = a.match_id AND w.number = a.number`,
	`DELETE FROM forms WHERE player_id = $1`,
	`DELETE FROM password_links WHERE player_id = $1`,
	`DELETE FROM join_requests WHERE player_id = $1`,
	`DELETE FROM table_guests WHERE player_id = $1`,
	// The label of an invitation says whom it was meant for.
	`UPDATE invitations SET label = '' WHERE label <> '' AND id IN (
		SELECT (details->>'invitation')::bigint FROM audit WHERE player_id = $1
			AND action = 'invitation_used')`,
	// What links for those who they were in another house were called, and what was said of the file they came with.
	`UPDATE invitations SET label = '', revoked_at = coalesce(revoked_at, now()) WHERE placeholder_id IN (
		SELECT id FROM players WHERE $1 IN (id, claimed_by))`,
	`DELETE FROM brought_clubs b USING transfers t, placeholders h WHERE t.club_id = b.club_id AND h.transfer_id = t.id
		AND h.player_id IN (SELECT id FROM players WHERE $1 IN (id, claimed_by))`,
	`UPDATE announcements SET hidden_at = coalesce(hidden_at, now()), body = '…' WHERE player_id = $1`,
}

// DeleteAccount wipes a player: names, e-mail, credentials, sessions and what an
// invitation called them go, memberships end, and running matches are left.
// Histories keep the number. ErrLastOwner for a player who is the only owner of a
// club, ErrLastOfHouse for that of the house.
func (s *Store) DeleteAccount(ctx context.Context, player int64) error {
	return s.InTx(ctx, "delete account", func(ctx context.Context, tx *pg.Tx) error {
		// Those that they have visited at a night are vacated, too.
		clubs, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
			SELECT c.id FROM clubs c WHERE c.id IN (SELECT club_id FROM memberships WHERE player_id = $1
				UNION ALL SELECT n.club_id FROM arrivals r JOIN nights n ON n.id = r.night_id
				WHERE r.player_id = $1 AND r.name <> '')
			ORDER BY c.id FOR NO KEY UPDATE`, player)
		if err != nil {
			return err
		}
		own, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT club_id FROM memberships WHERE player_id = $1
			AND club_id = ANY ($2) ORDER BY club_id FOR UPDATE`, player, clubs)
		if err != nil {
			return err
		}
		for _, club := range clubs {
			if !slices.Contains(own, club) {
				if err := s.vacate(ctx, tx, club, player, player); err != nil {
					return err
				}
				base.NotifyClub(tx, club)
				continue
			}
			if err := s.dismiss(ctx, tx, club, player, player); err != nil {
				return err
			}
			if err := base.Note(ctx, tx, club, player, "member_left", nil); err != nil {
				return err
			}
		}
		if err := leaveHouse(ctx, tx, player); err != nil {
			return err
		}
		for _, wipe := range wipes {
			tx.Do(ctx, wipe, player)
		}
		var joined bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM memberships WHERE player_id = $1)`, player).
			Scan(&joined); err != nil {
			return err
		}
		if joined { // a club that was none of theirs above
			return pg.ErrAgain
		}
		return base.Note(ctx, tx, 0, player, "account_deleted", nil)
	})
}

// leaveHouse refuses to leave a house that others use without an owner, which could be looked after from the command
// line alone: base.ErrLastOfHouse.
func leaveHouse(ctx context.Context, tx *pg.Tx, player int64) error {
	var used bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM memberships WHERE player_id <> $1)`, player).Scan(&used)
	if err == nil && used {
		_, err = clubs.KeepHouse(ctx, tx, player)
	}
	return err
}

// dismiss takes a locked member out of the club for good.
func (s *Store) dismiss(ctx context.Context, tx *pg.Tx, club, by, player int64) error {
	if err := s.vacate(ctx, tx, club, by, player); err != nil {
		return err
	}
	tx.Do(ctx, `DELETE FROM memberships WHERE club_id = $1 AND player_id = $2`, club, player)
	clubs.KeepOwner(ctx, tx)
	return nil
}

// vacate leaves a locked member's running matches for good, frees their seats, closes
// tables they opened at which nobody plays, and ends their invitations: nobody waits for
// them any more, and nobody comes in by their links.
func (s *Store) vacate(ctx context.Context, tx *pg.Tx, club, by, player int64) error {
	return s.freeSeats(ctx, tx, club, by, player, false)
}

// freeSeats is vacate, or keeps a member who comes back in the matches that run.
func (s *Store) freeSeats(ctx context.Context, tx *pg.Tx, club, by, player int64, keep bool) error {
	tables, err := pg.All[live.Table](ctx, tx, `
		SELECT t.id, t.club_id AS club, t.number, t.game, t.options, t.status, t.host_id AS host
		FROM tables t
		WHERE t.club_id = $1 AND t.status <> 'closed'
			AND (t.host_id = $2 OR EXISTS (SELECT FROM seats WHERE table_id = t.id AND $2 IN (player_id, invited_id)))
		ORDER BY t.id FOR UPDATE OF t`, club, player)
	if err != nil {
		return err
	}
	if !keep {
		if err := s.leaveMatches(ctx, tx, club, player); err != nil {
			return err
		}
	}
	clubs.EndInvitations(ctx, tx, club, player)
	if err := s.LeaveNights(ctx, tx, club, player); err != nil {
		return err
	}
	if err := s.LeaveCompetitions(ctx, tx, club, player); err != nil {
		return err
	}
	for _, t := range tables {
		tx.Do(ctx, `
			UPDATE seats SET player_id = nullif(player_id, $2), invited_id = nullif(invited_id, $2)
			WHERE table_id = $1 AND NOT EXISTS (SELECT FROM match_seats s JOIN matches m ON m.id = s.match_id
				WHERE m.table_id = $1 AND m.status = 'playing' AND s.player_id = $2 AND $3)`, t.ID, player, keep)
		if t.Host == player && t.Status == live.TableOpen {
			if err := live.CloseIn(ctx, tx, t, by); err != nil {
				return err
			}
			continue
		}
		tx.Do(ctx, `UPDATE tables SET version = version + 1 WHERE id = $1`, t.ID)
		live.Notify(tx, t.ID)
	}
	return nil
}

// leaveMatches leaves a player's running matches in a club.
func (s *Store) leaveMatches(ctx context.Context, tx *pg.Tx, club, player int64) error {
	running, err := pg.Collect(ctx, tx, pg.Scanned[live.MatchPosition], `
		SELECT `+live.PositionColumns+`
		FROM matches m
		JOIN tables t ON t.id = m.table_id
		JOIN match_seats s ON s.match_id = m.id
		WHERE m.club_id = $1 AND m.status = 'playing' AND s.player_id = $2
		ORDER BY m.id FOR UPDATE OF m`, club, player)
	if err != nil {
		return err
	}
	for _, p := range running {
		match, err := s.LoadMatch(ctx, tx, &p)
		if errors.Is(err, base.ErrOtherRules) || errors.Is(err, base.ErrKeyLost) {
			if err := s.AbandonMatch(ctx, tx, &p); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		if _, over := match.Outcome(); over || match.HasLeft(p.Mine) { // over: it is held
			continue
		}
		leave := engine.Move{Verb: engine.VerbLeave}
		key := fmt.Sprintf("%sleave %d", live.BotKey, p.Mine)
		if err := s.Advance(ctx, tx, &p, match, p.Mine, leave, key); err != nil {
			return err
		}
	}
	return nil
}

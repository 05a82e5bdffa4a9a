package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine/role"
)

// A PasswordLink lets its holder set a password once.
type PasswordLink struct {
	Token   [32]byte // its part of the URL; only its hash is kept
	Expires time.Time
}

// passwordLinkLife is how long a link is good for: a host hands it over in
// person or by a message.
const passwordLinkLife = 48 * time.Hour

// CreateAccount makes a player for a member without e-mail, and the link with
// which they set their password: ErrTaken, ErrEmailTaken, ErrForbidden.
func (s *Store) CreateAccount(ctx context.Context, club, by int64, n NewPlayer) (player Player, link PasswordLink, err error) {
	err = s.inTx(ctx, "create account", func(ctx context.Context, tx *txn) error {
		if err := may(ctx, tx, club, by, role.Assist); err != nil {
			return err
		}
		n.Password = "" // no password fits: the link comes first
		var err error
		if player, err = insertPlayer(ctx, tx, n); err != nil {
			return err
		}
		if _, err := insertMember(ctx, tx, club, player.ID, role.Member); err != nil {
			return err
		}
		if link, err = s.newPasswordLink(ctx, tx, by, player.ID); err != nil {
			return err
		}
		return noteAbout(ctx, tx, club, by, player.ID, "account_created", nil)
	})
	return player, link, err
}

// MakePasswordLink makes the link with which a member sets a new password, and
// ends those made before. A host may do so for plain members, an owner for
// hosts, too; but only for who is in no other club and no site owner, or a club
// could take over an account that is not its own: ErrForbidden.
func (s *Store) MakePasswordLink(ctx context.Context, club, by, player int64) (link PasswordLink, err error) {
	err = s.inTx(ctx, "make password link", func(ctx context.Context, tx *txn) error {
		err := mayReset(ctx, tx, club, by, player)
		if err != nil {
			return err
		}
		if link, err = s.newPasswordLink(ctx, tx, by, player); err != nil {
			return err
		}
		return noteAbout(ctx, tx, club, by, player, "password_link_made", nil)
	})
	return link, err
}

// mayReset is nil for who may hand a member of a club the link to a new password.
func mayReset(ctx context.Context, q querier, club, by, player int64) error {
	var theirs role.Role
	var foreign bool
	if err := q.QueryRow(ctx, `
		SELECT m.role, p.site_owner OR EXISTS (SELECT FROM memberships WHERE player_id = p.id AND club_id <> $1)
		FROM memberships m JOIN players p ON p.id = m.player_id
		WHERE m.club_id = $1 AND m.player_id = $2`, club, player).Scan(&theirs, &foreign); err != nil {
		return err
	}
	err := mayAsAbove(ctx, q, club, by, theirs, role.Assist)
	if err == nil && foreign {
		err = ErrForbidden
	}
	return err
}

// RescuePasswordLink is MakePasswordLink from the command line, for anybody.
func (s *Store) RescuePasswordLink(ctx context.Context, name string) (link PasswordLink, err error) {
	err = s.inTx(ctx, "rescue password link", func(ctx context.Context, tx *txn) error {
		var player int64
		if err := tx.QueryRow(ctx, `SELECT id FROM players WHERE lower(name) = lower($1) OR lower(email) = lower($1)`, name).Scan(&player); err != nil {
			return err
		}
		var err error
		if link, err = s.newPasswordLink(ctx, tx, 0, player); err != nil {
			return err
		}
		return noteAbout(ctx, tx, 0, 0, player, "password_link_made", nil)
	})
	return link, err
}

// newPasswordLink replaces the links a player has.
func (s *Store) newPasswordLink(ctx context.Context, tx *txn, by, player int64) (link PasswordLink, err error) {
	if _, err := io.ReadFull(s.random, link.Token[:]); err != nil {
		return link, fmt.Errorf("draw token: %w", err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM password_links WHERE player_id = $1`, player); err != nil {
		return link, err
	}
	hash := HashToken(link.Token[:])
	err = tx.QueryRow(ctx, `
		INSERT INTO password_links (token_hash, player_id, created_by, expires_at)
		VALUES ($1, $2, nullif($3, 0), now() + $4::interval) RETURNING expires_at`,
		hash[:], player, by, passwordLinkLife).Scan(&link.Expires)
	return link, err
}

// PasswordLinkOf returns whose password a link sets: ErrNotFound, ErrGone.
func (s *Store) PasswordLinkOf(ctx context.Context, token TokenHash) (player Player, err error) {
	err = s.read(ctx, "password link", func(ctx context.Context, conn *pgxpool.Conn) error {
		player, err = selectPasswordLink(ctx, conn, token, "")
		return err
	})
	return player, err
}

// selectPasswordLink finds the player of a link. A link is good for as long as who
// made it could make it now: its player may have come into another club since, or
// risen above them.
func selectPasswordLink(ctx context.Context, q querier, token TokenHash, lock string) (player Player, err error) {
	var gone bool
	var by, club int64
	err = q.QueryRow(ctx, `
		SELECT `+playerColumns+`, l.used_at IS NOT NULL OR l.expires_at <= now(), coalesce(l.created_by, 0),
			coalesce((SELECT min(club_id) FROM memberships WHERE player_id = p.id), 0)
		FROM password_links l JOIN players p ON p.id = l.player_id
		WHERE l.token_hash = $1 AND p.deleted_at IS NULL `+lock, token[:]).Scan(append(player.fields(), &gone, &by, &club)...)
	switch {
	case err != nil:
		return player, err
	case gone:
		return player, ErrGone
	case by == 0: // made on the command line
		return player, nil
	}
	err = mayReset(ctx, q, club, by, player.ID)
	if errors.Is(err, ErrForbidden) || errors.Is(err, pgx.ErrNoRows) {
		err = ErrGone
	}
	return player, err
}

// UsePasswordLink sets the password, once, and ends all sessions of the player:
// ErrNotFound, ErrGone.
func (s *Store) UsePasswordLink(ctx context.Context, token TokenHash, hash Secret) (player Player, err error) {
	err = s.inTx(ctx, "use password link", func(ctx context.Context, tx *txn) error {
		var err error
		if player, err = selectPasswordLink(ctx, tx, token, `FOR UPDATE OF l`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE password_links SET used_at = now() WHERE token_hash = $1`, token[:]); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE players SET password_hash = $2 WHERE id = $1`, player.ID, hash.Reveal()); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE player_id = $1`, player.ID); err != nil {
			return err
		}
		return note(ctx, tx, 0, player.ID, "password_set", details{"by": "link"})
	})
	return player, err
}

// GrantOwner makes a player the owner of a club from the command line, a member
// first if need be, and the site's owner if that has none: ErrNotFound.
func (s *Store) GrantOwner(ctx context.Context, slug, name string) error {
	return s.inTx(ctx, "grant owner", func(ctx context.Context, tx *txn) error {
		var club, player int64
		if err := tx.QueryRow(ctx, `SELECT id FROM clubs WHERE slug = $1 FOR UPDATE`, slug).Scan(&club); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `SELECT id FROM players WHERE lower(name) = lower($1) OR lower(email) = lower($1)`, name).Scan(&player); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM join_requests WHERE club_id = $1 AND player_id = $2`, club, player); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'owner')
			ON CONFLICT (club_id, player_id) DO UPDATE SET role = 'owner', suspended_at = NULL`, club, player); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			UPDATE players SET site_owner = true WHERE id = $1 AND NOT EXISTS (SELECT FROM players WHERE site_owner)`, player); err != nil {
			return err
		}
		return noteAbout(ctx, tx, club, 0, player, "owner_granted", nil)
	})
}

package accounts

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A PasswordLink lets its holder set a password once.
type PasswordLink struct {
	Token   [32]byte // its part of the URL; only its hash is kept
	Expires time.Time
}

// passwordLinkLife gives a host time to hand a link over, in person or by a
// message.
const passwordLinkLife = 48 * time.Hour

// MakePasswordLink makes the link with which a member sets a new password, and
// ends those made before. A host may do so for plain members, an owner for hosts,
// too; but only for a member of no other club who does not own the site, because
// a club could otherwise take over an account that is not its own: ErrForbidden.
// Nor may anybody whose opponent the member is now, because the link would show
// them the opponent's hand: ErrPlaying.
func (s *Accounts) MakePasswordLink(ctx context.Context, club, by, player int64) (link PasswordLink, err error) {
	err = s.InTx(ctx, "make password link", func(ctx context.Context, tx *pg.Tx) error {
		err := mayReset(ctx, tx, club, by, player)
		if err != nil {
			return err
		}
		if link, err = s.NewPasswordLink(ctx, tx, by, player); err != nil {
			return err
		}
		return base.NoteAbout(ctx, tx, club, by, player, "password_link_made", nil)
	})
	return link, err
}

// mayReset is nil if by may hand a member of the club a link for a new password.
func mayReset(ctx context.Context, q pg.Querier, club, by, player int64) error {
	var theirs role.Role
	var foreign, playing bool
	if err := q.QueryRow(ctx, `
		SELECT m.role, p.site_owner OR EXISTS (SELECT FROM memberships WHERE player_id = p.id AND club_id <> $1),
			EXISTS (
				SELECT FROM matches JOIN match_seats a ON a.match_id = matches.id JOIN match_seats b
					ON b.match_id = matches.id
				WHERE matches.status = 'playing' AND a.player_id = p.id AND b.player_id = $3
			)
		FROM memberships m JOIN players p ON p.id = m.player_id
		WHERE m.club_id = $1 AND m.player_id = $2`, club, player, by).Scan(&theirs, &foreign, &playing); err != nil {
		return err
	}
	err := base.MayAsAbove(ctx, q, club, by, theirs, role.Assist)
	switch {
	case err != nil:
		return err
	case foreign:
		return base.ErrForbidden
	case playing:
		return base.ErrPlaying
	}
	return nil
}

// RescuePasswordLink is MakePasswordLink from the command line, for anybody. The password also opens an account that
// its player had given up.
func (s *Accounts) RescuePasswordLink(ctx context.Context, name string) (link PasswordLink, err error) {
	err = s.InTx(ctx, "rescue password link", func(ctx context.Context, tx *pg.Tx) error {
		var player int64
		if err := tx.QueryRow(ctx, `SELECT id FROM players WHERE NOT placeholder
			AND (lower(name) = lower($1) OR lower(email) = lower($1))`, name).Scan(&player); err != nil {
			return err
		}
		var err error
		if link, err = s.NewPasswordLink(ctx, tx, 0, player); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE players SET passkeys_only = false WHERE id = $1`, player)
		return base.NoteAbout(ctx, tx, 0, 0, player, "password_link_made", nil)
	})
	return link, err
}

// NewPasswordLink makes a link for a player's password. A link that somebody else makes replaces those before. One
// that goes to the player's own address does not: a stranger who asks for it in the player's name must not keep the
// player out. A used one stays, so that the player can read who made it.
func (s *Accounts) NewPasswordLink(ctx context.Context, tx *pg.Tx, by, player int64) (link PasswordLink, err error) {
	if _, err := io.ReadFull(s.Random, link.Token[:]); err != nil {
		return link, fmt.Errorf("draw token: %w", err)
	}
	tx.Do(ctx, `DELETE FROM password_links WHERE player_id = $1 AND used_at IS NULL
		AND ($2 <> player_id OR expires_at <= now())`, player, by)
	hash := base.HashToken(link.Token[:])
	err = tx.QueryRow(ctx, `
		INSERT INTO password_links (token_hash, player_id, created_by, expires_at)
		VALUES ($1, $2, nullif($3, 0), now() + $4::interval) RETURNING expires_at`,
		hash[:], player, by, passwordLinkLife).Scan(&link.Expires)
	return link, err
}

// PasswordLinkOf returns whose password a link sets: ErrNotFound, ErrGone.
func (s *Accounts) PasswordLinkOf(ctx context.Context, token base.TokenHash) (player Player, err error) {
	err = s.Read(ctx, "password link", func(ctx context.Context, conn *pgxpool.Conn) error {
		player, _, _, err = selectPasswordLink(ctx, conn, token, "")
		return err
	})
	return player, err
}

// A PasswordUse says who made the link by which a player's password was set.
type PasswordUse struct {
	Maker int64  // 0 for the command line
	Name  string // "" where the account is gone
	At    time.Time
}

// LastPasswordUse is the latest use of a link for a player's password, the zero
// PasswordUse where there was none.
func (s *Accounts) LastPasswordUse(ctx context.Context, player int64) (u PasswordUse, err error) {
	err = s.Read(ctx, "last password use", func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `
			SELECT coalesce(l.created_by, 0), coalesce(p.name, ''), l.used_at
			FROM password_links l LEFT JOIN players p ON p.id = l.created_by
			WHERE l.player_id = $1 AND l.used_at IS NOT NULL ORDER BY l.used_at DESC LIMIT 1`, player).
			Scan(&u.Maker, &u.Name, &u.At)
		if errors.Is(err, pgx.ErrNoRows) {
			err = nil
		}
		return err
	})
	return u, err
}

// selectPasswordLink finds the player of a link, its maker and their club. A link
// is good for as long as its maker could make it now: its player may have joined
// another club since, have got a higher role, or be in a match with the maker.
func selectPasswordLink(ctx context.Context, q pg.Querier, token base.TokenHash, lock string) (
	player Player, by, club int64, err error) {
	var gone bool
	err = q.QueryRow(ctx, `
		SELECT `+PlayerColumnsSQL+`, l.used_at IS NOT NULL OR l.expires_at <= now(), coalesce(l.created_by, 0),
			coalesce((SELECT min(club_id) FROM memberships WHERE player_id = p.id), 0)
		FROM password_links l JOIN players p ON p.id = l.player_id
		WHERE l.token_hash = $1 AND p.deleted_at IS NULL `+lock, token[:]).
		Scan(append(player.Fields(), &gone, &by, &club)...)
	switch {
	case err != nil:
		return player, 0, 0, err
	case gone:
		return player, by, club, base.ErrGone
	case by == 0 || by == player.ID: // made on the command line, or sent to the player's own address
		return player, 0, 0, nil
	}
	err = mayReset(ctx, q, club, by, player.ID)
	if errors.Is(err, base.ErrForbidden) || errors.Is(err, base.ErrPlaying) || errors.Is(err, pgx.ErrNoRows) {
		err = base.ErrGone
	}
	return player, by, club, err
}

// UsePasswordLink sets the password, once, and ends all sessions of the player:
// ErrNotFound, ErrGone.
func (s *Accounts) UsePasswordLink(ctx context.Context, token base.TokenHash, hash base.Secret) (
	player Player, err error) {
	err = s.InTx(ctx, "use password link", func(ctx context.Context, tx *pg.Tx) error {
		var by, club int64
		var err error
		if player, by, club, err = selectPasswordLink(ctx, tx, token, `FOR UPDATE OF l`); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE password_links SET used_at = now(), first = (SELECT password_hash = '' FROM players
			WHERE id = $2) WHERE token_hash = $1`,
			token[:], player.ID)
		tx.Do(ctx, `DELETE FROM password_links WHERE player_id = $1 AND used_at IS NULL`, player.ID)
		tx.Do(ctx, `UPDATE players SET password_hash = $2 WHERE id = $1`, player.ID, hash.Reveal())
		tx.Do(ctx, `DELETE FROM sessions WHERE player_id = $1`, player.ID)
		forgetAsked(ctx, tx, player.ID)
		if by == 0 {
			return base.Note(ctx, tx, 0, player.ID, "password_set", base.Details{"by": "link"})
		}
		return base.NoteAbout(ctx, tx, club, player.ID, by, "password_set_by_link", nil)
	})
	return player, err
}

// SetPassword changes the password, gives the session a new token and ends all
// other sessions. Nothing happens when old is not the hash any more: ErrStale.
func (s *Accounts) SetPassword(ctx context.Context, player int64, old, hash base.Secret, session int64,
	token base.TokenHash) error {
	return s.InTx(ctx, "set password", func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.Change(ctx, base.ErrStale, `UPDATE players SET password_hash = $3 WHERE id = $1
			AND password_hash = $2`,
			player, old.Reveal(), hash.Reveal()); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM sessions WHERE player_id = $1 AND id <> $2`, player, session)
		tx.Do(ctx, `UPDATE sessions SET token_hash = $3, former_hash = NULL
			WHERE player_id = $1 AND id = $2`,
			player, session, token[:])
		forgetAsked(ctx, tx, player)
		return base.Note(ctx, tx, 0, player, "password_set", nil)
	})
}

// forgetAsked ends the question whether an address is the player's: who knew the password before may have asked it.
func forgetAsked(ctx context.Context, tx *pg.Tx, player int64) {
	tx.Do(ctx, `UPDATE callings SET asked_address = '' WHERE player_id = $1`, player)
}

// UpgradeHash replaces the hash of an unchanged password by a stronger one,
// unless the password was changed meanwhile.
func (s *Accounts) UpgradeHash(ctx context.Context, player int64, old, hash base.Secret) error {
	return s.InTx(ctx, "upgrade hash", func(ctx context.Context, tx *pg.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE players SET password_hash = $3 WHERE id = $1 AND password_hash = $2`,
			player, old.Reveal(), hash.Reveal())
		return err
	})
}

// linkDoubt is how long a password that was set by somebody's link may be known to
// them: the member can sign in with it by then, or notices that they cannot.
const linkDoubt = 7 * 24 * time.Hour

// MayShow returns ErrHidden if a session may not see a table: the session may belong to the maker of a link
// for the player's password, and that maker plays there or watches. A browser in which the player signed in
// before the link was used is theirs.
func (s *Accounts) MayShow(ctx context.Context, session Session, club int64, number int) error {
	if session.LinkBy == 0 {
		return nil
	}
	return s.Read(ctx, "may show", func(ctx context.Context, conn *pgxpool.Conn) error {
		var hidden bool
		err := conn.QueryRow(ctx, `
			SELECT EXISTS (
				SELECT FROM tables t JOIN matches m ON m.table_id = t.id
				WHERE t.club_id = $1 AND t.number = $2 AND m.status = 'playing' AND (
					EXISTS (SELECT FROM match_seats WHERE match_id = m.id AND player_id = $3)
					OR EXISTS (SELECT FROM watches WHERE table_id = t.id AND player_id = $3
						AND at > now() - $4::interval)))`,
			club, number, session.LinkBy, watchLasts).Scan(&hidden)
		if err == nil && hidden {
			err = base.ErrHidden
		}
		return err
	})
}

// watchLasts is how long somebody watches a table who has asked for it once: pages
// ask the store again at least every minute.
const watchLasts = 3 * time.Minute

// NoteWatch notes that a maker of a link for a password looks at a table.
func (s *Accounts) NoteWatch(ctx context.Context, session Session, club int64, number int) error {
	if !session.Watching {
		return nil
	}
	return s.Read(ctx, "note watch", func(ctx context.Context, conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, `
			INSERT INTO watches (table_id, player_id) SELECT id, $3 FROM tables WHERE club_id = $1 AND number = $2
			ON CONFLICT (table_id, player_id) DO UPDATE SET at = now()`, club, number, session.Player.ID)
		return err
	})
}

// OwnPasswordLink makes the link for a new password that goes to the player's own
// address.
func (s *Accounts) OwnPasswordLink(ctx context.Context, player int64) (link PasswordLink, err error) {
	err = s.InTx(ctx, "own password link", func(ctx context.Context, tx *pg.Tx) error {
		if err := base.LockAccount(ctx, tx, player); err != nil {
			return err
		}
		if link, err = s.NewPasswordLink(ctx, tx, player, player); err != nil {
			return err
		}
		return base.NoteAbout(ctx, tx, 0, player, player, "password_link_made", nil)
	})
	return link, err
}

package db

import (
	"context"
	"strings"
	"time"

	"github.com/ergochat/confusables"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A Player is an account, in as many clubs as it likes.
type Player struct {
	ID        int64
	Name      string
	Email     string // "" where the player gave none
	Face      string // as part.Face writes it; empty: none is chosen
	Prefs     Prefs
	CreatedAt time.Time
}

// A NewPlayer signs up. Name and Email are normalised by the caller; they are
// unique whatever their case.
type NewPlayer struct {
	Name     string
	Email    string
	Password Secret // the argon2id hash, never the password
	Lang     string
	Idem     string // of the form, see MadeBefore
}

// An Account is a player with the hash that a password is checked against.
type Account struct {
	Player
	Password Secret
}

// playerColumnsSQL go with Player.fields; the table is called p.
const playerColumnsSQL = `p.id, p.name, coalesce(p.email, ''), p.lang, p.theme, p.deck, p.card_index, p.hand_sort,
	p.face, p.created_at`

func (p *Player) Fields() []any {
	return []any{&p.ID, &p.Name, &p.Email, &p.Prefs.Lang, &p.Prefs.Theme, &p.Prefs.Deck, &p.Prefs.Index, &p.Prefs.Sort,
		&p.Face, &p.CreatedAt}
}

// PlayerByName finds a player by name or e-mail, whatever the case; ErrNotFound.
func (s *Store) PlayerByName(ctx context.Context, nameOrEmail string) (Account, error) {
	return s.account(ctx, "player by name", `lower(p.name) = lower($1) OR lower(p.email) = lower($1)`, nameOrEmail)
}

// AccountOf returns the player with the password's hash; ErrNotFound.
func (s *Store) AccountOf(ctx context.Context, player int64) (Account, error) {
	return s.account(ctx, "account", `p.id = $1`, player)
}

func (s *Store) account(ctx context.Context, op, where string, arg any) (a Account, err error) {
	err = s.Read(ctx, op, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT `+playerColumnsSQL+`, p.password_hash FROM players p WHERE `+where, arg).
			Scan(append(a.Fields(), (*string)(&a.Password))...)
	})
	return a, err
}

// LooksLike reports that two names can be confused by eye: their letters look alike, such
// as a Latin and a Cyrillic a, as written, in small letters or in capitals. Iara and Lara
// differ; lara is the same name as Lara.
func LooksLike(a, b string) bool {
	return confusables.Skeleton(a) == confusables.Skeleton(b) ||
		confusables.Skeleton(strings.ToLower(a)) == confusables.Skeleton(strings.ToLower(b)) ||
		confusables.Skeleton(strings.ToUpper(a)) == confusables.Skeleton(strings.ToUpper(b))
}

// insertPlayer signs a player up, who has a seal from then on: ErrTaken, ErrLookalike, ErrEmailTaken.
func (s *Store) insertPlayer(ctx context.Context, tx *pg.Tx, n NewPlayer) (p Player, err error) {
	if err := refuseLookalike(ctx, tx, 0, n.Name); err != nil {
		return p, err
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO players AS p (name, email, password_hash, lang)
		VALUES ($1, nullif($2, ''), $3, $4)
		RETURNING `+playerColumnsSQL, n.Name, n.Email, n.Password.Reveal(), n.Lang).Scan(p.Fields()...)
	if err != nil {
		return p, err
	}
	return p, s.makeSeals(ctx, tx, sealOfPlayer, p.ID)
}

// DeleteAccount wipes a player: names, e-mail, credentials, sessions and what an
// invitation called them go, memberships end, and running matches are left.
// Histories keep the number. ErrLastOwner for a player who is the only owner of a
// club.
func (s *Store) DeleteAccount(ctx context.Context, player int64) error {
	return s.InTx(ctx, "delete account", func(ctx context.Context, tx *pg.Tx) error {
		clubs, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
			SELECT c.id FROM clubs c JOIN memberships m ON m.club_id = c.id WHERE m.player_id = $1 ORDER BY c.id
			FOR NO KEY UPDATE OF c FOR UPDATE OF m`, player)
		if err != nil {
			return err
		}
		for _, club := range clubs {
			if err := s.dismiss(ctx, tx, club, player, player); err != nil {
				return err
			}
			if err := base.Note(ctx, tx, club, player, "member_left", nil); err != nil {
				return err
			}
		}
		for _, wipe := range []string{
			// This comes first, because it locks the player against signing in
			// or joining a club meanwhile.
			`UPDATE players SET name = NULL, email = NULL, password_hash = '', lang = '', theme = '', deck = '',
				card_index = '',
				hand_sort = '', face = '', seen_at = NULL, site_owner = false, deleted_at = now() WHERE id = $1`,
			`DELETE FROM names WHERE player_id = $1`,
			`DELETE FROM notices WHERE player_id = $1`,
			`DELETE FROM callings WHERE player_id = $1`,
			`DELETE FROM sessions WHERE player_id = $1`, // and their devices
			`DELETE FROM browsers WHERE player_id = $1`,
			`DELETE FROM seals WHERE player_id = $1`,
			// What the rows of one who watched counted stays in the tables' positions.
			`UPDATE tables t SET version = t.version + w.changes + 1 FROM watches w WHERE w.table_id = t.id
				AND w.player_id = $1`,
			`DELETE FROM watches WHERE player_id = $1`,
			`DELETE FROM holidays WHERE player_id = $1`,
			`DELETE FROM notes WHERE player_id = $1`,
			`DELETE FROM plans WHERE player_id = $1`,
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
			`UPDATE announcements SET hidden_at = coalesce(hidden_at, now()), body = '…' WHERE player_id = $1`,
		} {
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

// CreateAccount makes a player for a member without e-mail, and the link with
// which they set their password: ErrTaken, ErrLookalike, ErrEmailTaken,
// ErrForbidden. For the form of a host that comes twice it makes a new link for
// the same account, which nobody has used yet.
func (s *Store) CreateAccount(ctx context.Context, club, by int64, n NewPlayer) (
	player Player, link PasswordLink, err error) {
	err = s.InTxAs(ctx, "create account", club, by, role.Assist, func(ctx context.Context, tx *pg.Tx) error {
		n.Password = "" // no password fits: the link comes first
		before, err := base.MadeBefore(ctx, tx, by, n.Idem)
		if err != nil {
			return err
		}
		if before != 0 {
			if err := tx.QueryRow(ctx, `SELECT `+playerColumnsSQL+` FROM players p WHERE p.id = $1
				AND p.password_hash = ''`, before).
				Scan(player.Fields()...); err != nil {
				return err
			}
			link, err = s.newPasswordLink(ctx, tx, by, player.ID)
			return err
		}
		if player, err = s.insertPlayer(ctx, tx, n); err != nil {
			return err
		}
		base.HasMade(ctx, tx, by, n.Idem, player.ID)
		if _, err := insertMember(ctx, tx, club, player.ID, role.Member); err != nil {
			return err
		}
		if link, err = s.newPasswordLink(ctx, tx, by, player.ID); err != nil {
			return err
		}
		return base.NoteAbout(ctx, tx, club, by, player.ID, "account_created", nil)
	})
	return player, link, err
}

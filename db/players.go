package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A Player is an account, in as many clubs as it likes.
type Player struct {
	ID        int64
	Name      string
	Email     string // "" where the player gave none
	Prefs     Prefs
	CreatedAt time.Time
}

// Prefs are a player's settings; "" is the default of each.
type Prefs struct {
	Lang  string // pt-BR or en
	Theme string // light or dark; "" follows the device
	Deck  string // "4" for four colours
	Index string // "big" for large indices
	Sort  string // of the hand: "suit"; "" by rank
}

// A NewPlayer signs up. Name and Email are normalised by the caller; they are
// unique whatever their case.
type NewPlayer struct {
	Name     string
	Email    string
	Password Secret // the argon2id hash, never the password
	Lang     string
}

// An Account is a player with the hash that a password is checked against.
type Account struct {
	Player
	Password Secret
}

// playerColumns go with Player.fields; the table is called p.
const playerColumns = `p.id, p.name, coalesce(p.email, ''), p.lang, p.theme, p.deck, p.card_index, p.hand_sort, p.created_at`

func (p *Player) fields() []any {
	return []any{&p.ID, &p.Name, &p.Email, &p.Prefs.Lang, &p.Prefs.Theme, &p.Prefs.Deck, &p.Prefs.Index, &p.Prefs.Sort, &p.CreatedAt}
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
	err = s.read(ctx, op, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT `+playerColumns+`, p.password_hash FROM players p WHERE `+where, arg).
			Scan(append(a.fields(), (*string)(&a.Password))...)
	})
	return a, err
}

// insertPlayer signs a player up: ErrTaken, ErrEmailTaken.
func insertPlayer(ctx context.Context, tx *txn, n NewPlayer) (p Player, err error) {
	err = tx.QueryRow(ctx, `
		INSERT INTO players AS p (name, email, password_hash, lang)
		VALUES ($1, nullif($2, ''), $3, $4)
		RETURNING `+playerColumns, n.Name, n.Email, n.Password.Reveal(), n.Lang).Scan(p.fields()...)
	return p, err
}

// lockAccount holds on to a player whom DeleteAccount has not wiped: ErrNotFound.
func lockAccount(ctx context.Context, tx *txn, player int64) error {
	return tx.QueryRow(ctx, `SELECT FROM players WHERE id = $1 AND deleted_at IS NULL FOR SHARE`, player).Scan()
}

// SetPassword changes the password, gives the session a new token and ends all
// other sessions. Nothing happens when old is not the hash any more: ErrStale.
func (s *Store) SetPassword(ctx context.Context, player int64, old, hash Secret, session int64, token TokenHash) error {
	return s.inTx(ctx, "set password", func(ctx context.Context, tx *txn) error {
		tag, err := tx.Exec(ctx, `UPDATE players SET password_hash = $3 WHERE id = $1 AND password_hash = $2`,
			player, old.Reveal(), hash.Reveal())
		if err == nil && tag.RowsAffected() == 0 {
			err = ErrStale
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE player_id = $1 AND id <> $2`, player, session); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE sessions SET token_hash = $3 WHERE player_id = $1 AND id = $2`,
			player, session, token[:]); err != nil {
			return err
		}
		return note(ctx, tx, 0, player, "password_set", nil)
	})
}

// UpgradeHash replaces the hash of an unchanged password by a stronger one,
// unless the password was changed meanwhile.
func (s *Store) UpgradeHash(ctx context.Context, player int64, old, hash Secret) error {
	return s.inTx(ctx, "upgrade hash", func(ctx context.Context, tx *txn) error {
		_, err := tx.Exec(ctx, `UPDATE players SET password_hash = $3 WHERE id = $1 AND password_hash = $2`,
			player, old.Reveal(), hash.Reveal())
		return err
	})
}

// SavePrefs replaces a player's settings.
func (s *Store) SavePrefs(ctx context.Context, player int64, p Prefs) error {
	return s.inTx(ctx, "save prefs", func(ctx context.Context, tx *txn) error {
		_, err := tx.Exec(ctx, `UPDATE players SET lang = $2, theme = $3, deck = $4, card_index = $5, hand_sort = $6 WHERE id = $1`,
			player, p.Lang, p.Theme, p.Deck, p.Index, p.Sort)
		return err
	})
}

// SaveSort keeps how a player likes the hand sorted: by suit, or "" by rank.
func (s *Store) SaveSort(ctx context.Context, player int64, sort string) error {
	return s.inTx(ctx, "save sort", func(ctx context.Context, tx *txn) error {
		_, err := tx.Exec(ctx, `UPDATE players SET hand_sort = $2 WHERE id = $1`, player, sort)
		return err
	})
}

package accounts

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
)

// A Passkey opens a player's account by a device of theirs.
type Passkey struct {
	ID         int64
	Name       string
	Credential []byte // JSON, of which the store knows nothing
	Created    time.Time
	Used       time.Time // zero for never
}

// MaxPasskeys is how many a player may have.
const MaxPasskeys = 10

// Passkeys lists a player's passkeys, the oldest first.
func (s *Accounts) Passkeys(ctx context.Context, player int64) (list []Passkey, err error) {
	err = s.Read(ctx, "passkeys", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pgx.RowToStructByPos[Passkey], `
			SELECT id, name, credential, created_at, coalesce(used_at, '0001-01-01') FROM passkeys
			WHERE player_id = $1 ORDER BY id`, player)
		return err
	})
	return list, err
}

// AddPasskey gives a player a passkey: base.ErrTaken for a credential that is known, *base.ErrQuota beyond MaxPasskeys,
// base.ErrGone for a challenge that was answered before, and base.ErrHidden in a session that may be an opponent's,
// who would keep the account by it.
func (s *Accounts) AddPasskey(ctx context.Context, session Session, name string, id, credential []byte,
	challenge base.TokenHash,
) error {
	return s.InTx(ctx, "add passkey", func(ctx context.Context, tx *pg.Tx) error {
		player := session.Player.ID
		if session.LinkBy != 0 {
			return base.ErrHidden
		}
		if err := spend(ctx, tx, challenge); err != nil {
			return err
		}
		tx.Do(ctx, `SELECT FROM players WHERE id = $1 FOR NO KEY UPDATE`, player)
		if err := tx.Change(ctx, base.ErrFull, `INSERT INTO passkeys (player_id, name, credential_id, credential)
			SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM passkeys WHERE player_id = $1) < $5`, player, name, id,
			credential, MaxPasskeys); err != nil {
			return err
		}
		return base.Note(ctx, tx, 0, player, "passkey_added", nil)
	})
}

// RemovePasskey takes a passkey from a player: base.ErrNotFound, and base.ErrLastPasskey where nothing else would open
// the account.
func (s *Accounts) RemovePasskey(ctx context.Context, player, passkey int64) error {
	return s.InTx(ctx, "remove passkey", func(ctx context.Context, tx *pg.Tx) error {
		var last bool
		if err := tx.QueryRow(ctx, `SELECT passkeys_only AND (SELECT count(*) FROM passkeys WHERE player_id = p.id) = 1
			FROM players p WHERE id = $1 FOR NO KEY UPDATE`, player).Scan(&last); err != nil {
			return err
		}
		if last {
			return base.ErrLastPasskey
		}
		if err := tx.Change(ctx, base.ErrNotFound, `DELETE FROM passkeys WHERE player_id = $1 AND id = $2`, player,
			passkey); err != nil {
			return err
		}
		return base.Note(ctx, tx, 0, player, "passkey_removed", nil)
	})
}

// PasskeyHolder returns the account that a credential opens, and its passkey; base.ErrNotFound.
func (s *Accounts) PasskeyHolder(ctx context.Context, credential []byte) (a Account, p Passkey, err error) {
	err = s.Read(ctx, "passkey holder", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT `+PlayerColumnsSQL+`, p.password_hash, k.id, k.name, k.credential
			FROM passkeys k JOIN players p ON p.id = k.player_id WHERE k.credential_id = $1`, credential).
			Scan(append(a.Fields(), (*string)(&a.Password), &p.ID, &p.Name, &p.Credential)...)
	})
	return a, p, err
}

// UsePasskey keeps what a passkey's answer to a challenge has changed of it: base.ErrGone for a challenge that was
// answered before.
func (s *Accounts) UsePasskey(ctx context.Context, passkey int64, credential []byte, challenge base.TokenHash) error {
	return s.InTx(ctx, "use passkey", func(ctx context.Context, tx *pg.Tx) error {
		if err := spend(ctx, tx, challenge); err != nil {
			return err
		}
		return tx.Change(ctx, base.ErrNotFound, `UPDATE passkeys SET credential = $2, used_at = now() WHERE id = $1`,
			passkey, credential)
	})
}

// ChallengeLife is how long a challenge may be answered.
const ChallengeLife = 10 * time.Minute

// spend takes a challenge, which is answered once.
func spend(ctx context.Context, tx *pg.Tx, challenge base.TokenHash) error {
	tx.Do(ctx, `DELETE FROM spent_challenges WHERE spent_at < now() - 2 * $1::interval`, ChallengeLife)
	return tx.Change(ctx, base.ErrGone, `INSERT INTO spent_challenges (hash) VALUES ($1) ON CONFLICT DO NOTHING`,
		challenge[:])
}

// Ways are what a player has to come in by.
type Ways struct {
	Codes        int  // recovery codes that are still good
	PasskeysOnly bool // the password opens no session
}

// WaysOf returns how a player comes in, beside their passkeys.
func (s *Accounts) WaysOf(ctx context.Context, player int64) (w Ways, err error) {
	err = s.Read(ctx, "ways in", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM recovery_codes WHERE player_id = p.id AND used_at IS NULL),
			passkeys_only FROM players p WHERE id = $1`, player).Scan(&w.Codes, &w.PasskeysOnly)
	})
	return w, err
}

// SetPasskeysOnly says that a player's password opens no session, or that it does again: base.ErrLastPasskey with fewer
// than two passkeys or without recovery codes.
func (s *Accounts) SetPasskeysOnly(ctx context.Context, player int64, only bool) error {
	return s.InTx(ctx, "set passkeys only", func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.Change(ctx, base.ErrLastPasskey, `UPDATE players p SET passkeys_only = $2 WHERE id = $1 AND (NOT $2
			OR (SELECT count(*) FROM passkeys WHERE player_id = p.id) > 1
				AND EXISTS (SELECT FROM recovery_codes WHERE player_id = p.id AND used_at IS NULL))`, player,
			only); err != nil {
			return err
		}
		return base.Note(ctx, tx, 0, player, "passkeys_only", base.Details{"on": only})
	})
}

// SaveRecoveryCodes replaces a player's recovery codes. They are so long that their hashes tell nothing. base.ErrHidden
// as AddPasskey has it.
func (s *Accounts) SaveRecoveryCodes(ctx context.Context, session Session, codes []base.TokenHash) error {
	return s.InTx(ctx, "save recovery codes", func(ctx context.Context, tx *pg.Tx) error {
		if session.LinkBy != 0 {
			return base.ErrHidden
		}
		player := session.Player.ID
		tx.Do(ctx, `DELETE FROM recovery_codes WHERE player_id = $1`, player)
		for _, code := range codes {
			tx.Do(ctx, `INSERT INTO recovery_codes (player_id, hash) VALUES ($1, $2)`, player, code[:])
		}
		return base.Note(ctx, tx, 0, player, "recovery_codes_made", nil)
	})
}

// UseRecoveryCode reports whether a code is one of a player's that was not used yet, and uses it.
func (s *Accounts) UseRecoveryCode(ctx context.Context, player int64, code base.TokenHash) (good bool, err error) {
	err = s.InTx(ctx, "use recovery code", func(ctx context.Context, tx *pg.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE recovery_codes SET used_at = now() WHERE player_id = $1 AND hash = $2
			AND used_at IS NULL`, player, code[:])
		good = err == nil && tag.RowsAffected() == 1
		if err != nil || !good {
			return err
		}
		return base.Note(ctx, tx, 0, player, "recovery_code_used", nil)
	})
	return good, err
}

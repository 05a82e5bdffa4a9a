package clubs

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/netip"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// NewSetupCode returns a new code with which the first club can be founded, and
// which takes the place of any before it; "" once there is a club. It waits for
// the database as the start does.
func (s *Clubs) NewSetupCode(ctx context.Context, log *slog.Logger) (code string, err error) {
	err = pg.Retry(ctx, log, func() error {
		return s.InTx(ctx, "new setup code", func(ctx context.Context, tx *pg.Tx) error {
			const half = 4 // of its letters, of which each is worth five bits
			letters := rand.Text()
			code = letters[:half] + "-" + letters[half:2*half]
			tag, err := tx.Exec(ctx, `
				INSERT INTO setup_code (hash) SELECT $1 WHERE NOT EXISTS (SELECT FROM clubs)
				ON CONFLICT (one) DO UPDATE SET hash = excluded.hash`, setupHash(code))
			if tag.RowsAffected() == 0 {
				code = ""
			}
			return err
		})
	})
	return code, err
}

// TrySetupCode compares what somebody typed with the code: ErrWrongCode, or
// *ErrThrottled after as many tries from one address as a sign-in has.
func (s *Clubs) TrySetupCode(ctx context.Context, typed string, from netip.Addr) error {
	attempt := accounts.Attempt{Typed: "\x00setup", Address: from} // no name has a zero byte
	if err := s.accounts.AllowSignIn(ctx, attempt); err != nil {
		return err
	}
	var hash []byte
	err := s.Read(ctx, "setup code", func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `SELECT hash FROM setup_code`).Scan(&hash)
		if errors.Is(err, pgx.ErrNoRows) {
			err = nil // no code is right
		}
		return err
	})
	if err != nil {
		return err
	}
	right := subtle.ConstantTimeCompare(hash, setupHash(typed)) == 1
	if err := s.accounts.NoteSignIn(ctx, attempt, right); err != nil {
		return err
	}
	if !right {
		return base.ErrWrongCode
	}
	return nil
}

// setupHash is of a code however it is typed.
func setupHash(code string) []byte {
	sum := sha256.Sum256([]byte(strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))))
	return sum[:]
}

// SetupDone reports whether there is a club with an owner.
func (s *Clubs) SetupDone(ctx context.Context) (done bool, err error) {
	err = s.Read(ctx, "setup done", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM members WHERE role = 'owner')`).Scan(&done)
	})
	return done, err
}

// Setup founds the club with its owner, once: ErrSetupDone afterwards.
func (s *Clubs) Setup(ctx context.Context, n NewClub, owner accounts.NewPlayer) (
	club Club, player accounts.Player, err error) {
	err = s.InTx(ctx, "setup", func(ctx context.Context, tx *pg.Tx) error {
		// Of two that set up at once, the second waits here and then finds the
		// first.
		tx.Do(ctx, `LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE`)
		var done bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM clubs)`).Scan(&done); err != nil {
			return err
		}
		if done {
			return base.ErrSetupDone
		}
		var err error
		if club, err = insertClub(ctx, tx, n); err != nil {
			return err
		}
		if player, err = s.accounts.InsertPlayer(ctx, tx, owner); err != nil {
			return err
		}
		base.NoteSignUp(ctx, tx, player.ID, owner.Idem)
		if _, err := s.insertMember(ctx, tx, club.ID, player.ID, role.Owner); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE players SET site_owner = true WHERE id = $1`, player.ID)
		tx.Do(ctx, `DELETE FROM setup_code`)
		return base.Note(ctx, tx, club.ID, player.ID, "club_founded", nil)
	})
	return club, player, err
}

package db

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine/role"
)

// SetupDone reports whether the program has an owner.
func (s *Store) SetupDone(ctx context.Context) (done bool, err error) {
	err = s.read(ctx, "setup done", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM members WHERE role = 'owner')`).Scan(&done)
	})
	return done, err
}

// Setup founds the club with its owner, once: ErrSetupDone afterwards.
func (s *Store) Setup(ctx context.Context, n NewClub, owner NewPlayer) (club Club, player Player, err error) {
	err = s.inTx(ctx, "setup", func(ctx context.Context, tx *txn) error {
		// Of two that set up at once, the second waits here and then finds the
		// first.
		tx.do(ctx, `LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE`)
		var done bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM clubs)`).Scan(&done); err != nil {
			return err
		}
		if done {
			return ErrSetupDone
		}
		var err error
		if club, err = insertClub(ctx, tx, n); err != nil {
			return err
		}
		if player, err = insertPlayer(ctx, tx, owner); err != nil {
			return err
		}
		signedUp(ctx, tx, player.ID, owner.Idem)
		if _, err := insertMember(ctx, tx, club.ID, player.ID, role.Owner); err != nil {
			return err
		}
		tx.do(ctx, `UPDATE players SET site_owner = true WHERE id = $1`, player.ID)
		return note(ctx, tx, club.ID, player.ID, "club_founded", nil)
	})
	return club, player, err
}

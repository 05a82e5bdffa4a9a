package db

import (
	"context"
)

// details are the parameters of an audit entry: ids and keys, never a secret.
type details map[string]any

// note writes an audit entry in the transaction of what it tells. A club of 0 is
// none: the player's own affair.
func note(ctx context.Context, tx *txn, club, player int64, action string, d details) error {
	return noteAbout(ctx, tx, club, player, 0, action, d)
}

// noteAbout is note for what somebody did to another player; 0 stands for
// nobody: the command line has no account.
func noteAbout(ctx context.Context, tx *txn, club, player, about int64, action string, d details) error {
	if d == nil {
		d = details{}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO audit (club_id, player_id, about, action, details)
		VALUES (nullif($1, 0), nullif($2, 0), nullif($3, 0), $4, $5)`, club, player, about, action, d)
	return err
}

package db

import (
	"context"
)

// details are the parameters of an audit entry: ids and keys, never a secret.
type details map[string]any

// note writes an audit entry in the transaction of what it tells. A club of 0 is
// none: the player's own affair.
func note(ctx context.Context, tx *txn, club, player int64, action string, d details) error {
	if d == nil {
		d = details{}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO audit (club_id, player_id, action, details)
		VALUES (nullif($1, 0), $2, $3, $4)`, club, player, action, d)
	return err
}

package base

import (
	"context"
	"time"

	"carteado/db/pg"
)

// Details are the parameters of an audit entry: ids and keys, never a secret.
type Details map[string]any

// Note writes an audit entry in the transaction that it is about. Club 0 is no
// club, for what players do to their own account.
func Note(ctx context.Context, tx *pg.Tx, club, player int64, action string, d Details) error {
	return NoteAbout(ctx, tx, club, player, 0, action, d)
}

// NoteAbout is Note for what somebody did to another player; 0 stands for
// nobody: the command line has no account.
func NoteAbout(ctx context.Context, tx *pg.Tx, club, player, about int64, action string, d Details) error {
	if d == nil {
		d = Details{}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO audit (club_id, player_id, about, action, details)
		VALUES (nullif($1, 0), nullif($2, 0), nullif($3, 0), $4, $5)`, club, player, about, action, d)
	return err
}

// AboutTable marks an audit entry as private when it is about a table for those
// invited.
func AboutTable(invited bool, d Details) Details {
	if invited {
		d["private"] = true
	}
	return d
}

// Stamp writes a time, and "" for the zero time.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

package base

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
)

// formLasts is the time for which a form's key is kept.
const formLasts = 48 * time.Hour

// A FormKey is the key of a form of one kind in a club. A browser chooses the rest of it, and what forms have made is
// numbered by kind and by club: so what was made by another form, or elsewhere, is never taken for this one's.
type FormKey string

// KeyOf returns the key of a form of a kind in a club, 0 for none; "" for a form that brings no key.
func KeyOf(kind string, club int64, idem string) FormKey {
	if idem == "" {
		return ""
	}
	return FormKey(fmt.Sprint(kind, " ", club, " ", idem))
}

// MadeBefore returns what a form has made already, 0 for a form that comes for the
// first time. Of two that come at once, the second waits here until the first is
// committed. A form without a key is never known.
func MadeBefore(ctx context.Context, tx *pg.Tx, player int64, form FormKey) (made int64, err error) {
	if form == "" {
		return 0, nil
	}
	tag, err := tx.Exec(ctx, `INSERT INTO forms (player_id, idem) VALUES ($1, $2) ON CONFLICT DO NOTHING`, player, form)
	if err != nil || tag.RowsAffected() > 0 {
		tx.Do(ctx, `DELETE FROM forms WHERE player_id = $1 AND at < now() - $2::interval`, player, formLasts)
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(made, 0) FROM forms WHERE player_id = $1 AND idem = $2`, player, form).
		Scan(&made)
	return made, err
}

// HasMade notes what a form has made.
func HasMade(ctx context.Context, tx *pg.Tx, player int64, form FormKey, made int64) {
	if form != "" {
		tx.Do(ctx, `UPDATE forms SET made = $3 WHERE player_id = $1 AND idem = $2`, player, form, made)
	}
}

// NoteSignUp notes the form by which a player was made.
func NoteSignUp(ctx context.Context, tx *pg.Tx, player int64, idem string) {
	if idem != "" {
		tx.Do(ctx, `INSERT INTO forms (player_id, idem, made) VALUES ($1, $2, $1)`, player, idem)
	}
}

// SignedUp returns the player whom a form has made: ErrNotFound. It proves nothing
// about who sent the form.
func (d *DB) SignedUp(ctx context.Context, idem string) (player int64, err error) {
	err = d.Read(ctx, "signed up", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT player_id FROM forms WHERE idem = $1 AND made = player_id
			AND at > now() - $2::interval LIMIT 1`,
			idem, formLasts).Scan(&player)
	})
	return player, err
}

// Again finds the row that a member made just before by the same form: the id
// that the query selects, or 0. It locks the membership, so that a member's
// requests run one at a time.
func Again(ctx context.Context, tx *pg.Tx, club, player int64, query string, args ...any) (id int64, err error) {
	if _, err := tx.Exec(ctx, `SELECT FROM memberships WHERE club_id = $1
		AND player_id = $2 FOR UPDATE`, club, player); err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce((`+query+` ORDER BY id DESC LIMIT 1), 0)`, args...).Scan(&id)
	return id, err
}

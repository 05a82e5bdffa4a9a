package db

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/pg"
)

// MaxNote is the longest note, in characters.
const MaxNote = 4000

// A Note is what a player has written for themself at a match.
type Note struct {
	Table int // number in the club
	Game  string
	Seats []base.Seat
	Text  string // "" where there is none
}

// NoteOf returns a player's note at a match: ErrNotFound for one without a seat in it.
func (s *Store) NoteOf(ctx context.Context, club, match, player int64) (n Note, err error) {
	err = s.Read(ctx, "note", func(ctx context.Context, conn *pgxpool.Conn) error {
		var secret live.StoredSecret
		err := conn.QueryRow(ctx, `SELECT t.number, t.game, (`+base.SeatsSQL+`), m.seed, m.secret,
				coalesce((SELECT text FROM notes WHERE match_id = m.id AND player_id = $3), '')
			FROM `+live.OwnSeatSQL, club, match, player).Scan(&n.Table, &n.Game, &n.Seats, &secret.Plain, &secret.Sealed,
			&n.Text)
		if err != nil || n.Text == "" {
			return err
		}
		key, err := secret.Open(s.Keys, match)
		if err == nil {
			n.Text, err = key.OpenText(keys.Note, n.Text)
		}
		return err
	})
	return n, err
}

// SaveNote keeps a player's note at a match; "" removes it. It returns the number of the table: ErrNotFound for a
// player without a seat in the match. It is no move, changes no position and wakes nobody: nobody else can know of it.
func (s *Store) SaveNote(ctx context.Context, club, match, player int64, text string) (table int, err error) {
	err = s.InTx(ctx, "save note", func(ctx context.Context, tx *pg.Tx) error {
		var secret live.StoredSecret
		err := tx.QueryRow(ctx, `SELECT t.number, m.seed, m.secret FROM `+live.OwnSeatSQL, club, match, player).
			Scan(&table, &secret.Plain, &secret.Sealed)
		if err != nil {
			return err
		}
		if text == "" {
			tx.Do(ctx, `DELETE FROM notes WHERE match_id = $1 AND player_id = $2`, match, player)
			return tx.Err()
		}
		key, err := secret.Open(s.Keys, match)
		if err != nil {
			return err
		}
		tx.Do(ctx, `INSERT INTO notes (match_id, player_id, text) VALUES ($1, $2, $3)
			ON CONFLICT (match_id, player_id) DO UPDATE SET text = $3, changed_at = clock_timestamp()`, match, player,
			key.Text(keys.Note, text))
		return tx.Err()
	})
	return table, err
}

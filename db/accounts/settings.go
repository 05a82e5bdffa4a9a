package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
)

// Prefs are a player's settings; "" is the default of each.
type Prefs struct {
	Lang  string // pt-BR or en
	Theme string // light or dark; "" follows the device
	Deck  string // "4" for four colours
	Index string // "big" for large indices
	Sort  string // of the hand: "suit"; "" by rank

	Outside bool // the name may leave the club: on pictures to share, and with a page in yearbooks
}

// SavePrefs replaces a player's settings.
func (s *Accounts) SavePrefs(ctx context.Context, player int64, p Prefs) error {
	return s.InTx(ctx, "save prefs", func(ctx context.Context, tx *pg.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE players SET lang = $2, theme = $3, deck = $4, card_index = $5, hand_sort = $6,
			outside = $7 WHERE id = $1`,
			player, p.Lang, p.Theme, p.Deck, p.Index, p.Sort, p.Outside)
		return err
	})
}

// Outside are those of some players whose names may leave the club.
func (s *Accounts) Outside(ctx context.Context, players []int64) (list []int64, err error) {
	err = s.Read(ctx, "outside", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pgx.RowTo[int64], `SELECT id FROM players WHERE id = ANY ($1) AND outside`,
			players)
		return err
	})
	return list, err
}

// SaveFace keeps the emblem and the colour that a player has chosen, as part.Face writes
// them; "" for none.
func (s *Accounts) SaveFace(ctx context.Context, player int64, face string) error {
	return s.InTx(ctx, "save face", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE players SET face = $2 WHERE id = $1`, player, face)
		return tx.Err()
	})
}

// SaveSort keeps how a player likes hands sorted: by suit, or "" by rank. It ends
// the order that they gave their hand in a match.
func (s *Accounts) SaveSort(ctx context.Context, player int64, sort string, match int64) error {
	return s.InTx(ctx, "save sort", func(ctx context.Context, tx *pg.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE players SET hand_sort = $2 WHERE id = $1`, player, sort); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM hands h USING match_seats s
			WHERE h.match_id = $2 AND s.match_id = h.match_id AND s.seat = h.seat AND s.player_id = $1`, player, match)
		return err
	})
}

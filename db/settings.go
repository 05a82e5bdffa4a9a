package db

import (
	"context"
)

// Prefs are a player's settings; "" is the default of each.
type Prefs struct {
	Lang  string // pt-BR or en
	Theme string // light or dark; "" follows the device
	Deck  string // "4" for four colours
	Index string // "big" for large indices
	Sort  string // of the hand: "suit"; "" by rank
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

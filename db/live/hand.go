package live

import (
	"context"
	"strings"

	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/engine"
)

// A Hand is the order in which a player holds the cards of a round.
type Hand struct {
	Club   int64
	Table  int // number in the club
	Match  int64
	Player int64
	Round  int
	Cards  []string // in card notation; none: the order of the player's settings
}

// SaveHand keeps the order of a player's hand: ErrNotFound for a player without a seat in that match. It is
// no move, changes no position and wakes nobody: nobody else can know of it.
func (s *Tables) SaveHand(ctx context.Context, h Hand) error {
	return s.InTx(ctx, "save hand", func(ctx context.Context, tx *pg.Tx) error {
		var seat engine.Seat
		var secret StoredSecret
		err := tx.QueryRow(ctx, `
			SELECT s.seat, m.seed, m.secret FROM matches m
			JOIN tables t ON t.id = m.table_id
			JOIN match_seats s ON s.match_id = m.id
			JOIN members v ON v.club_id = t.club_id AND v.player_id = s.player_id
			WHERE m.id = $1 AND m.status = 'playing' AND t.club_id = $2 AND t.number = $3 AND s.player_id = $4`,
			h.Match, h.Club, h.Table, h.Player).Scan(&seat, &secret.Plain, &secret.Sealed)
		if err != nil {
			return err
		}
		if len(h.Cards) == 0 {
			_, err = tx.Exec(ctx, `DELETE FROM hands WHERE match_id = $1 AND seat = $2`, h.Match, seat)
			return err
		}
		key, err := secret.Open(s.Keys, h.Match)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO hands (match_id, seat, round, cards) VALUES ($1, $2, $3, $4)
			ON CONFLICT (match_id, seat) DO UPDATE SET round = $3, cards = $4`, h.Match, seat, h.Round,
			key.Text(keys.Hand, strings.Join(h.Cards, " ")))
		return err
	})
}

// heldHands are the orders of all hands of the match m, as JSON.
const heldHands = `SELECT json_agg(json_build_object('seat', seat, 'round', round, 'cards', cards)) FROM hands
	WHERE match_id = m.id`

// A heldHand is the order in which a seat holds its cards.
type heldHand struct {
	Seat  engine.Seat
	Round int
	Cards string
}

// order is the order of a seat's hand in a round; nil where it gave none.
func order(hands []heldHand, seat engine.Seat, round int) []string {
	for _, h := range hands {
		if h.Seat == seat && h.Round == round {
			return strings.Fields(h.Cards)
		}
	}
	return nil
}

package db

import (
	"context"

	"carteado/engine"
	"carteado/engine/role"
)

// Rematch deals a new match to the same seats once the last one is over; over is
// that match. Asked for twice, by one player or by two, it is dealt once.
// ErrForbidden for a player without a seat there, ErrStale while the match goes
// on or when the table is closed.
func (s *Store) Rematch(ctx context.Context, club int64, number int, player, over int64) error {
	return s.inTx(ctx, "rematch", func(ctx context.Context, tx *txn) error {
		t, err := lockTable(ctx, tx, club, number, player)
		switch {
		case err != nil:
			return err
		case t.Mine == engine.Spectator:
			return ErrForbidden
		case t.Match > over && over > 0:
			return nil // the other was faster
		case t.MatchStatus != MatchOver || t.Status == TableClosed:
			return ErrStale
		}
		if err := may(ctx, tx, club, player, role.Play); err != nil {
			return err
		}
		// Whoever is suspended after the match that is over keeps no seat in the next.
		tx.do(ctx, `
			UPDATE seats s SET player_id = NULL FROM entrants e
			WHERE s.table_id = $1 AND e.club_id = $2 AND e.player_id = s.player_id AND e.role = 'paused'`, t.ID, club)
		if err := s.newMatch(ctx, tx, t.Table); err != nil {
			return err
		}
		_, err = s.seatsChanged(ctx, tx, t.Table) // a seat may have become free
		return err
	})
}

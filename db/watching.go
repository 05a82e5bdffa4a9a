package db

import (
	"context"

	"carteado/engine"
)

// watchedBy is the condition that a player may look at the match m of the table t: theirs,
// one that is not being played, or one at a table that is open to watchers.
func watchedBy(player string) string {
	return `(t.watchable OR m.status <> 'playing' OR t.host_id = ` + player + ` OR EXISTS (
		SELECT FROM match_seats WHERE match_id = m.id AND player_id = ` + player + `))`
}

// mayWatch is watchedBy for a table that was read: ErrUnwatched.
func (v TableView) mayWatch(player int64, mine engine.Seat) error {
	if v.Watchable || v.MatchStatus != MatchPlaying || v.Host == player || mine != engine.Spectator {
		return nil
	}
	return ErrUnwatched
}

// SetWatchable opens a table to watchers, or closes it to them, for its host:
// ErrForbidden for anybody else. Whoever watches then is shown out.
func (s *Store) SetWatchable(ctx context.Context, club int64, number int, host int64, on bool) error {
	return s.inTx(ctx, "set watchable", func(ctx context.Context, tx *txn) error {
		t, err := lockTable(ctx, tx, club, number, host)
		switch {
		case err != nil:
			return err
		case t.Host != host:
			return ErrForbidden
		case t.Watchable == on:
			return nil
		}
		tx.do(ctx, `UPDATE tables SET watchable = $2, version = version + 1 WHERE id = $1`, t.ID, on)
		tx.notify(t.ID)
		return tx.err
	})
}

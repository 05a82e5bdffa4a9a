package competitions

import (
	"context"
	"slices"
	"time"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// NameHour has a player of a table say when they can play; an hour that all have named is arranged, and zero takes
// one's own back. base.ErrStale for a table of another round than the last, one with a result, for a player who
// does not sit there, and for an hour that has passed or lies behind the end of the round.
func (s *Competitions) NameHour(ctx context.Context, club, player, id int64, round, number int, at time.Time) error {
	return s.InTxAs(ctx, "name hour", club, player, role.Play, func(ctx context.Context, tx *pg.Tx) error {
		c, err := lock(ctx, tx, club, id)
		if err != nil {
			return err
		}
		last := c.Last()
		if last == nil || last.Number != round || number < 1 || number > len(last.Tables) {
			return base.ErrStale
		}
		t, due := last.Tables[number-1], last.Due
		if t.Placing != nil || !slices.Contains(t.Players, player) {
			return base.ErrStale
		}
		base.NotifyClub(tx, club)
		if at.IsZero() {
			tx.Do(ctx, `DELETE FROM appointments WHERE competition_id = $1 AND round = $2 AND number = $3
				AND player_id = $4`, id, round, number, player)
			return tx.Err()
		}
		var now time.Time
		if err := tx.QueryRow(ctx, `SELECT now()`).Scan(&now); err != nil {
			return err
		}
		if !at.After(now) || !due.IsZero() && at.After(due) {
			return base.ErrStale
		}
		tx.Do(ctx, `INSERT INTO appointments (competition_id, round, number, player_id, at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (competition_id, round, number, player_id) DO UPDATE SET at = excluded.at,
				named_at = clock_timestamp()`, id, round, number, player, at)
		settle(ctx, tx, id, player)
		what := ToldArranged
		for seat, hour := range t.Hours {
			if t.Players[seat] != player && !hour.Equal(at) {
				what = ToldHour
			}
		}
		tell(ctx, tx, club, player, id, round, what, at, t.Players...)
		return tx.Err()
	})
}

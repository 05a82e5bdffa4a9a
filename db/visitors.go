package db

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/pg"
	"carteado/engine"
)

// visitorsAtOnce bounds how many seats one run gives to bots.
const visitorsAtOnce = 100

// A leftSeat is that of a guest whose night is over, in a match that goes on.
type leftSeat struct{ Match, Player int64 }

// KeepForVisitors has bots play on for guests of nights that are over: their phones show nothing any more, and the
// others need not wait. While the night lasts, a host says who has gone home. It may run any number of times.
func (s *Store) KeepForVisitors(ctx context.Context) error {
	var list []leftSeat
	err := s.InTx(ctx, "left seats", func(ctx context.Context, tx *pg.Tx) (err error) {
		list, err = pg.Collect(ctx, tx, pgx.RowToStructByPos[leftSeat], `
			SELECT m.id, s.player_id FROM matches m JOIN match_seats s ON s.match_id = m.id
			WHERE m.status = 'playing' AND s.player_id IS NOT NULL
				AND NOT coalesce((m.clock->'seats'->s.seat::int->>'kept')::boolean, false)
				AND EXISTS (SELECT FROM arrivals r JOIN nights n ON n.id = r.night_id
					WHERE r.player_id = s.player_id AND r.name <> '' AND n.club_id = m.club_id
						AND NOT (`+nights.DoorSQL+`))
				AND NOT EXISTS (SELECT FROM members v WHERE v.club_id = m.club_id AND v.player_id = s.player_id)
			ORDER BY m.id, s.seat LIMIT $1`, visitorsAtOnce)
		return err
	})
	for _, left := range list {
		err = errors.Join(err, s.InTx(ctx, "keep for visitor", func(ctx context.Context, tx *pg.Tx) error {
			p, err := live.LockPosition(ctx, tx, left.Match)
			if err != nil {
				return err
			}
			if p.Mine = engine.Seat(slices.Index(p.Players, left.Player)); p.Mine < 0 || p.Status != base.MatchPlaying {
				return nil
			}
			err = s.keepFor(ctx, tx, &p)
			if errors.Is(err, base.ErrOtherRules) || errors.Is(err, base.ErrKeyLost) {
				return nil // nobody can play there
			}
			return err
		}))
	}
	return err
}

package live

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
)

// mayWatch is WatchedBySQL for a table that was read: ErrUnwatched.
func (v TableView) mayWatch(player int64, mine engine.Seat) error {
	if v.Watchable || v.MatchStatus != base.MatchPlaying || v.Host == player || mine != engine.Spectator {
		return nil
	}
	return base.ErrUnwatched
}

// SetWatchable opens a table to watchers, or closes it to them, for its host: ErrForbidden for
// anybody else. Those who watch at that moment are shown out.
func (s *Tables) SetWatchable(ctx context.Context, club int64, number int, host int64, on bool) error {
	return s.InTx(ctx, "set watchable", func(ctx context.Context, tx *pg.Tx) error {
		t, err := LockTable(ctx, tx, club, number, host)
		switch {
		case err != nil:
			return err
		case t.Host != host:
			return base.ErrForbidden
		case t.Watchable == on:
			return nil
		}
		tx.Do(ctx, `UPDATE tables SET watchable = $2, version = version + 1 WHERE id = $1`, t.ID, on)
		if !on {
			tx.Do(ctx, `UPDATE watches SET here = false, changes = changes + 1 WHERE table_id = $1 AND here
				AND player_id <> $2`, t.ID, host)
		}
		Notify(tx, t.ID)
		return tx.Err()
	})
}

// A page that shows a table asks the store again at least every minute. So somebody who
// watches is taken to be there for hereForSQL after a note of it, and a note younger than
// hereAgainSQL is not written again.
const (
	hereForSQL   = "interval '90 seconds'"
	hereAgainSQL = "interval '20 seconds'"
)

// Watch notes that a member looks at a table where others play, so that these see who
// does. It is nothing for a player, for a table that waits and for one that the member may
// not watch. came reports that nobody knew before: the table has another position now.
func (s *Tables) Watch(ctx context.Context, club int64, number int, player int64) (came bool, err error) {
	var table int64
	var here, lately bool
	err = s.Read(ctx, "watch", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT t.id, coalesce(w.here, false), coalesce(w.at > now() - `+hereAgainSQL+`, false) FROM `+tableFromSQL+`
			JOIN members v ON v.club_id = t.club_id AND `+base.SeesSQL+`
			LEFT JOIN watches w ON w.table_id = t.id AND w.player_id = v.player_id
			WHERE t.club_id = $1 AND t.number = $2 AND v.player_id = $3 AND t.status = 'playing'
				AND `+base.WatchedBySQL("v.player_id")+`
				AND NOT EXISTS (SELECT FROM match_seats WHERE match_id = m.id AND player_id = v.player_id)`, club,
			number, player).
			Scan(&table, &here, &lately)
	})
	if errors.Is(err, base.ErrNotFound) {
		return false, nil
	}
	if err != nil || here && lately {
		return false, err
	}
	return !here, s.InTx(ctx, "watch", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `
			INSERT INTO watches AS w (table_id, player_id, here, changes) VALUES ($1, $2, true, 1)
			ON CONFLICT (table_id, player_id) DO UPDATE SET at = now(), here = true,
				changes = w.changes + (NOT w.here)::integer`, table, player)
		if !here {
			notifyLookers(tx, table)
		}
		return tx.Err()
	})
}

// EndWatches forgets those who have not looked at a table for a while.
func (s *Tables) EndWatches(ctx context.Context) error {
	return s.InTx(ctx, "end watches", func(ctx context.Context, tx *pg.Tx) error {
		tables, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
			UPDATE watches SET here = false, changes = changes + 1 WHERE here AND at < now() - `+hereForSQL+`
				RETURNING table_id`)
		if len(tables) > 0 {
			notifyLookers(tx, tables...)
		}
		return err
	})
}

// watcherList is []Person, those who watch the match m of the table t, as JSON.
const watcherList = `SELECT json_agg(json_build_object('id', p.id, 'name', p.name, 'face', p.face))
	FROM watches w JOIN members v ON v.club_id = t.club_id AND v.player_id = w.player_id JOIN players p
		ON p.id = w.player_id
	WHERE w.table_id = t.id AND w.here AND NOT EXISTS (SELECT FROM match_seats WHERE match_id = m.id
		AND player_id = p.id)`

package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
)

// A Rest is when a player's time rests at tables by days.
type Rest struct {
	Zone       string // "" is that of each club
	From, Till int    // quiet hours in minutes of the day, none where both are equal
	Holidays   []Holiday
	Left       int // days of holidays of this year
}

// A Holiday is days on which a player's time rests, both included.
type Holiday struct{ Begins, Ends time.Time }

// mostHolidays is how many days of holidays a player has in a year.
const mostHolidays = 14

// RestOf returns when a player's time rests.
func (s *Store) RestOf(ctx context.Context, player int64) (r Rest, err error) {
	err = s.Read(ctx, "rest", func(ctx context.Context, conn *pgxpool.Conn) error {
		err := conn.QueryRow(ctx, `SELECT zone, quiet_from, quiet_till, $2 - coalesce((
				SELECT sum(ends - begins + 1) FROM holidays WHERE player_id = id AND date_part('year', begins) = date_part('year', now())), 0)::int
			FROM players WHERE id = $1`, player, mostHolidays).Scan(&r.Zone, &r.From, &r.Till, &r.Left)
		if err != nil {
			return err
		}
		r.Holidays, err = pg.All[Holiday](ctx, conn, `SELECT begins, ends FROM holidays WHERE player_id = $1 AND ends >= current_date ORDER BY begins`, player)
		return err
	})
	return r, err
}

// SaveRest replaces a player's quiet hours, and adds holidays: ErrHolidays when they
// have begun already, overlap others, or are more than a year has.
func (s *Store) SaveRest(ctx context.Context, player int64, r Rest) error {
	return s.InTx(ctx, "save rest", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE players SET zone = $2, quiet_from = $3, quiet_till = $4 WHERE id = $1`, player, r.Zone, r.From, r.Till)
		for _, h := range r.Holidays {
			if err := tx.Change(ctx, ErrHolidays, `
				INSERT INTO holidays (player_id, begins, ends) SELECT $1, $2::date, $3::date
				WHERE $2::date >= current_date - 1 AND $3::date >= $2::date AND $3::date < current_date + 400
					AND NOT EXISTS (SELECT FROM holidays WHERE player_id = $1 AND begins <= $3::date AND ends >= $2::date)
					AND $3::date - $2::date + 1 + coalesce((SELECT sum(ends - begins + 1) FROM holidays
						WHERE player_id = $1 AND date_part('year', begins) = date_part('year', $2::date)), 0) <= $4`,
				player, h.Begins, h.Ends, mostHolidays); err != nil {
				return err
			}
		}
		return tx.Err()
	})
}

// RemoveHoliday takes back a holiday that has not begun.
func (s *Store) RemoveHoliday(ctx context.Context, player int64, begins time.Time) error {
	return s.InTx(ctx, "remove holiday", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM holidays WHERE player_id = $1 AND begins = $2::date AND begins > current_date`, player, begins)
		return tx.Err()
	})
}

package live

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// A Rest is when a player's time rests at tables by days.
type Rest struct {
	Zone       string // "" is that of each club
	From, Till int    // quiet hours in minutes of the day, none where both are equal
	Holidays   []Holiday
	Left       int       // days of holidays of this year
	Today      time.Time // the date where the player is; not to be saved
}

// A Holiday is days on which a player's time rests, both included.
type Holiday struct{ Begins, Ends time.Time }

// maxHolidays is how many days of holidays a player has in a year.
const maxHolidays = 14

// FreeDays is how many days a holiday that begins today may have: those left of the year, until the next holiday; 0
// during one.
func (r Rest) FreeDays() int {
	days := r.Left
	for _, h := range r.Holidays {
		days = min(days, int(h.Begins.Sub(r.Today)/(24*time.Hour)))
	}
	return max(days, 0)
}

// RestOf returns when a player's time rests.
func (s *Tables) RestOf(ctx context.Context, player int64) (r Rest, err error) {
	err = s.Read(ctx, "rest", func(ctx context.Context, conn *pgxpool.Conn) error {
		var err error
		if r.Today, err = today(ctx, conn, player); err != nil {
			return err
		}
		err = conn.QueryRow(ctx, `SELECT zone, quiet_from, quiet_till, $2 - coalesce((
				SELECT sum(ends - begins + 1) FROM holidays WHERE player_id = id
					AND date_part('year', begins) = date_part('year', $3::date)), 0)::int
			FROM players WHERE id = $1`, player, maxHolidays, r.Today).Scan(&r.Zone, &r.From, &r.Till, &r.Left)
		if err != nil {
			return err
		}
		r.Holidays, err = pg.All[Holiday](ctx, conn, `SELECT begins, ends FROM holidays WHERE player_id = $1
			AND ends >= $2::date ORDER BY begins`, player, r.Today)
		return err
	})
	return r, err
}

// today is the date in a player's time zone, or else in that of their first club.
func today(ctx context.Context, q pg.Querier, player int64) (time.Time, error) {
	var now time.Time
	var zone string
	err := q.QueryRow(ctx, `SELECT clock_timestamp(), `+base.ZoneSQL+` FROM players p WHERE id = $1`, player).
		Scan(&now, &zone)
	return clock.Calendar{Zone: zone}.Today(now), err
}

// SaveRest replaces a player's quiet hours, and adds holidays: ErrHolidays when they
// have begun already, overlap others, or are more than a year has.
// The deadlines of matches that are played move at once.
func (s *Tables) SaveRest(ctx context.Context, player int64, r Rest) error {
	return s.InTx(ctx, "save rest", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE players SET zone = $2, quiet_from = $3, quiet_till = $4
			WHERE id = $1`, player, r.Zone, r.From, r.Till)
		day, err := today(ctx, tx, player)
		if err != nil {
			return err
		}
		for _, h := range r.Holidays {
			var there bool // the form was sent twice
			if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM holidays WHERE player_id = $1 AND begins = $2
				AND ends = $3)`, player, h.Begins, h.Ends).Scan(&there); err != nil {
				return err
			}
			if there {
				continue
			}
			if err := tx.Change(ctx, base.ErrHolidays, `
				INSERT INTO holidays (player_id, begins, ends) SELECT $1, $2::date, $3::date
				WHERE $2::date >= $5::date AND $3::date >= $2::date AND $3::date < $5::date + 400
					AND NOT EXISTS (SELECT FROM holidays WHERE player_id = $1 AND begins <= $3::date
						AND ends >= $2::date)
					AND $3::date - $2::date + 1 + coalesce((SELECT sum(ends - begins + 1) FROM holidays
						WHERE player_id = $1 AND date_part('year', begins) = date_part('year', $2::date)), 0) <= $4`,
				player, h.Begins, h.Ends, maxHolidays, day); err != nil {
				return err
			}
		}
		return s.restIn(ctx, tx, player, false)
	})
}

// RestNow gives a player a holiday of some days that begins today, in their time zone or else that of their first club.
// It has no more than the free days: ErrHolidays when there are none. During a holiday there is nothing to do.
func (s *Tables) RestNow(ctx context.Context, player int64, days int) error {
	rest, err := s.RestOf(ctx, player)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(rest.Holidays, func(h Holiday) bool { return !h.Begins.After(rest.Today) }) {
		return nil
	}
	if days = min(days, rest.FreeDays()); days < 1 {
		return base.ErrHolidays
	}
	rest.Holidays = []Holiday{{Begins: rest.Today, Ends: rest.Today.AddDate(0, 0, days-1)}}
	return s.SaveRest(ctx, player, rest)
}

// restIn moves the deadlines of a player in all matches by days, as their rests are now, and tells the tables. A turn
// becomes shorter only if it may.
func (s *Tables) restIn(ctx context.Context, tx *pg.Tx, player int64, shorter bool) error {
	matches, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
		SELECT m.id FROM matches m JOIN match_seats s ON s.match_id = m.id JOIN tables t ON t.id = m.table_id
		WHERE s.player_id = $1 AND m.status = 'playing' AND m.clock IS NOT NULL AND t.pace LIKE $2 ORDER BY m.id
			FOR UPDATE OF m`, player, clock.Slow+" %")
	for _, id := range matches {
		if err != nil {
			break
		}
		err = s.restAt(ctx, tx, id, player, shorter)
	}
	return errors.Join(err, tx.Err())
}

// restAt moves a player's deadline in a match.
func (s *Tables) restAt(ctx context.Context, tx *pg.Tx, match, player int64, shorter bool) error {
	p, err := LockPosition(ctx, tx, match)
	if err != nil {
		return err
	}
	if err := p.ReadNow(ctx, tx); err != nil {
		return err
	}
	seat := slices.Index(p.Players, player)
	if rested, err := p.rested(ctx, tx, engine.Seat(seat), shorter); err != nil || !rested {
		return err
	}
	s.aside(ctx, tx, &p, engine.Seat(seat), AsideRests, 0)
	return s.saveClock(ctx, tx, &p)
}

// RemoveHoliday takes back a holiday that has not begun, and with it the time that it gave for turns.
func (s *Tables) RemoveHoliday(ctx context.Context, player int64, begins time.Time) error {
	return s.InTx(ctx, "remove holiday", func(ctx context.Context, tx *pg.Tx) error {
		day, err := today(ctx, tx, player)
		if err != nil {
			return err
		}
		removed, err := tx.Exec(ctx, `DELETE FROM holidays WHERE player_id = $1 AND begins = $2::date
			AND begins > $3::date`, player, begins, day)
		if err != nil || removed.RowsAffected() == 0 {
			return err
		}
		return s.restIn(ctx, tx, player, true)
	})
}

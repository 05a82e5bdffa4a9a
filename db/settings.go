package db

import (
	"context"
	"time"

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
}

// SavePrefs replaces a player's settings.
func (s *Store) SavePrefs(ctx context.Context, player int64, p Prefs) error {
	return s.InTx(ctx, "save prefs", func(ctx context.Context, tx *pg.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE players SET lang = $2, theme = $3, deck = $4, card_index = $5, hand_sort = $6 WHERE id = $1`,
			player, p.Lang, p.Theme, p.Deck, p.Index, p.Sort)
		return err
	})
}

// SaveFace keeps the emblem and the colour that a player has chosen, as part.Face writes
// them; "" for none.
func (s *Store) SaveFace(ctx context.Context, player int64, face string) error {
	return s.InTx(ctx, "save face", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE players SET face = $2 WHERE id = $1`, player, face)
		return tx.Err()
	})
}

// SaveSort keeps how a player likes hands sorted: by suit, or "" by rank. It ends
// the order that they gave their hand in a match.
func (s *Store) SaveSort(ctx context.Context, player int64, sort string, match int64) error {
	return s.InTx(ctx, "save sort", func(ctx context.Context, tx *pg.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE players SET hand_sort = $2 WHERE id = $1`, player, sort); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM hands h USING match_seats s
			WHERE h.match_id = $2 AND s.match_id = h.match_id AND s.seat = h.seat AND s.player_id = $1`, player, match)
		return err
	})
}

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

package nights

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A Dated is a night with the club whose it is, for a calendar.
type Dated struct {
	Night
	Club     string // slug
	ClubName string
	Zone     string // of the club
}

// Fields go with datedColumnsSQL.
func (d *Dated) Fields() []any { return append(d.Night.Fields(), &d.Club, &d.ClubName, &d.Zone) }

var datedColumnsSQL = nightColumnsSQL + `, c.slug, c.name, c.time_zone`

// CalendarOf returns the nights of all clubs of the player whose calendar has an address, from two months ago on, with
// the player's language: base.ErrNotFound for an address that was never made, or was given up.
func (s *Nights) CalendarOf(ctx context.Context, token base.Secret) (lang string, list []Dated, err error) {
	err = s.Read(ctx, "calendar", func(ctx context.Context, conn *pgxpool.Conn) error {
		var player int64
		if err := conn.QueryRow(ctx, `SELECT p.id, p.lang FROM calendars k JOIN players p ON p.id = k.player_id
			WHERE k.token = $1`, token.Reveal()).Scan(&player, &lang); err != nil {
			return err
		}
		list, err = pg.Collect(ctx, conn, pg.Scanned[Dated], `SELECT `+datedColumnsSQL+` FROM `+nightTablesSQL+`
			JOIN clubs c ON c.id = n.club_id
			WHERE n.starts_at > now() - interval '60 days' AND v.role IN (`+base.RolesSQL(role.Play)+`)
			ORDER BY n.starts_at, n.id LIMIT 1000`, player)
		return err
	})
	return lang, list, err
}

// CalendarAddress is the token of a player's calendar, "" where there is none.
func (s *Nights) CalendarAddress(ctx context.Context, player int64) (token base.Secret, err error) {
	err = s.Read(ctx, "calendar address", func(ctx context.Context, conn *pgxpool.Conn) error {
		var text string
		err := conn.QueryRow(ctx, `SELECT token FROM calendars WHERE player_id = $1`, player).Scan(&text)
		if errors.Is(err, pgx.ErrNoRows) {
			err = nil
		}
		token = base.Secret(text)
		return err
	})
	return token, err
}

// MakeCalendar gives a player's calendar an address. The one before shows nothing any more.
func (s *Nights) MakeCalendar(ctx context.Context, player int64) error {
	var token [16]byte
	if _, err := io.ReadFull(s.Random, token[:]); err != nil {
		return fmt.Errorf("draw token: %w", err)
	}
	return s.InTx(ctx, "make calendar", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `INSERT INTO calendars (player_id, token) VALUES ($1, $2)
			ON CONFLICT (player_id) DO UPDATE SET token = $2, made_at = clock_timestamp()`, player,
			base64.RawURLEncoding.EncodeToString(token[:]))
		return base.Note(ctx, tx, 0, player, "calendar_made", nil)
	})
}

// EndCalendar gives the address of a player's calendar up; harmless where there is none.
func (s *Nights) EndCalendar(ctx context.Context, player int64) error {
	return s.InTx(ctx, "end calendar", func(ctx context.Context, tx *pg.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM calendars WHERE player_id = $1`, player)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return base.Note(ctx, tx, 0, player, "calendar_ended", nil)
	})
}

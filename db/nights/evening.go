package nights

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// Sittings are the tables of rounds that are over, and those who sat them out, by arrival.
func Sittings(draws []Draw) (list []standing.Sitting) {
	for _, d := range draws {
		if d.Over.IsZero() {
			continue
		}
		for _, t := range d.Tables {
			var s standing.Sitting
			for _, seat := range t.Seats {
				s.Players = append(s.Players, seat.ID)
				if t.Played() {
					s.Placing = append(s.Placing, seat.Place)
				}
			}
			list = append(list, s)
		}
		for _, o := range d.Out {
			list = append(list, standing.Sitting{Players: []int64{o.ID}})
		}
	}
	return list
}

// tellSeated tells the pages of those who are in a round that it has begun, or is over.
func tellSeated(ctx context.Context, tx *pg.Tx, night int64, round int) error {
	players, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
		SELECT r.player_id FROM draw_seats s JOIN arrivals r ON r.id = s.arrival_id
		WHERE s.night_id = $1 AND s.round = $2 AND r.player_id IS NOT NULL`, night, round)
	if err == nil && len(players) > 0 {
		delivery.MarksChanged(tx, players)
	}
	return err
}

// SeatAtTable notes at which of the club's tables a table of a round is played.
func (s *Nights) SeatAtTable(ctx context.Context, night int64, round, number int, table int64) error {
	return s.InTx(ctx, "seat at table", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE draw_tables SET table_id = $4 WHERE night_id = $1 AND round = $2 AND number = $3`, night,
			round, number, table)
		return tellSeated(ctx, tx, night, round)
	})
}

// ScreenOf is the token of the link by which a television shows a night, "" where there is none.
func (s *Nights) ScreenOf(ctx context.Context, club, by, night int64) (token base.Secret, err error) {
	err = s.ReadAs(ctx, "screen of night", club, by, role.Night, func(ctx context.Context, conn *pgxpool.Conn) error {
		var text string
		err := conn.QueryRow(ctx, `SELECT coalesce(screen, '') FROM nights WHERE club_id = $1 AND id = $2`, club,
			night).Scan(&text)
		token = base.Secret(text)
		return err
	})
	return token, err
}

// SetScreen gives a night a link for a television, or, with on false, takes it away. The one before shows nothing any
// more.
func (s *Nights) SetScreen(ctx context.Context, club, by, night int64, on bool) error {
	var drawn [16]byte
	if _, err := io.ReadFull(s.Random, drawn[:]); err != nil {
		return fmt.Errorf("draw token: %w", err)
	}
	token := ""
	if on {
		token = base64.RawURLEncoding.EncodeToString(drawn[:])
	}
	return s.InTxAs(ctx, "set screen", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE nights SET screen = nullif($2, '') WHERE id = $1`, night, token)
		return base.Note(ctx, tx, club, by, "night_screen_set", base.Details{"night": night, "name": n.Name})
	})
}

// A Shown is a night on a television: nothing that a stranger in the room may not read.
type Shown struct {
	Name     string
	Slug     string // of the club
	ClubName string
	Crest    string
	Lang     string
	Draws    []Draw // without proposals
}

// NightOnScreen returns a night to whoever has the link of its television: base.ErrGone for a link that was taken away,
// or after the night.
func (s *Nights) NightOnScreen(ctx context.Context, token base.Secret) (n Shown, err error) {
	err = s.Read(ctx, "night on screen", func(ctx context.Context, conn *pgxpool.Conn) error {
		var club, night int64
		rows, err := conn.Query(ctx, `SELECT c.id, n.id, n.name, c.slug, c.name, c.crest, c.lang
			FROM nights n JOIN clubs c ON c.id = n.club_id WHERE n.screen = $1 AND `+doorSQL, token.Reveal())
		if err != nil {
			return err
		}
		tag, err := pgx.ForEachRow(rows, []any{&club, &night, &n.Name, &n.Slug, &n.ClubName, &n.Crest, &n.Lang},
			func() error { return nil })
		if err == nil && tag.RowsAffected() == 0 {
			err = base.ErrGone
		}
		if err != nil {
			return err
		}
		n.Draws, err = selectDraws(ctx, conn, club, night)
		n.Draws = slices.DeleteFunc(n.Draws, func(d Draw) bool { return d.Opened.IsZero() })
		return err
	})
	return n, err
}

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
		if d.Options.Duplicates() > 0 {
			list = append(list, d.bySeat()...)
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

// SeatAtTable notes at which of the club's tables a table of a round is played: base.ErrStale where its seats have
// changed since it was looked at.
func (s *Nights) SeatAtTable(ctx context.Context, night int64, round int, t DrawnTable, table int64) error {
	return s.InTx(ctx, "seat at table", func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.Change(ctx, base.ErrStale, `UPDATE draw_tables SET table_id = $4
			WHERE night_id = $1 AND round = $2 AND number = $3 AND seated = $5
				AND coalesce(table_id, $4) = $4`, night, round, t.Number, table, t.Seated); err != nil {
			return err
		}
		return tellSeated(ctx, tx, night, round)
	})
}

// How a table ends whose match is not over, and what happens when the time of a round is.
const (
	PlayedOut  = "played" // matches are played to their end
	AsItStands = "stands" // what has been played of a match makes the places
	Void       = "void"   // it counts as the average
)

// A CloseAt closes the club's table where a table of a round is played. With stands, it says in which place each of
// its players is as the match stands: nil where no round of it is over.
type CloseAt func(ctx context.Context, tx *pg.Tx, table int, stands bool) (places map[int64]int, err error)

// EndRound ends a round. Where its tables are scored as they stand when the time is over, those without a result are
// closed so; else they count as the average until their results come in. A host ends it, no clock does: so no hand
// is cut off that its player was told to be the last, and the host who presses sees first what follows.
//
// Before shows the tables of a duplicate round that ends as it stands, and ends the matches that were held there.
func (s *Nights) EndRound(ctx context.Context, club, by, night int64, round int,
	before func(context.Context, *pg.Tx) error, at CloseAt) error {
	for more := true; more; {
		var err error
		if more, err = s.scoreNext(ctx, club, by, night, round, at); err != nil {
			return err
		}
	}
	return s.withRound(ctx, "end round", club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw) error {
		if d.Opened.IsZero() {
			return base.ErrStale
		}
		if d.Options.Duplicates() > 0 && d.Over.IsZero() && d.AtTime == AsItStands {
			if err := before(ctx, tx); err != nil {
				return err
			}
			draws, err := s.selectDraws(ctx, tx, club, night)
			if err != nil {
				return err
			}
			d = draws[len(draws)-1]
		}
		for _, t := range d.Tables {
			if d.Over.IsZero() && d.AtTime == AsItStands && !t.Played() && t.Closed == "" {
				if err := s.closeDrawn(ctx, tx, club, by, night, d, t, true, at); err != nil {
					return err
				}
			}
		}
		tx.Do(ctx, `UPDATE draws SET over_at = coalesce(over_at, now()) WHERE night_id = $1 AND number = $2`, night,
			round)
		return tellSeated(ctx, tx, night, round)
	})
}

// scoreNext closes one table of a round that is to be scored as it stands, and reports whether there may be another.
// Each is a transaction of its own, or ten tables would keep a busy database for longer than a press may take; what a
// press has left is closed by the next. The tables of a duplicate round are closed together, in the transaction that
// ends it.
func (s *Nights) scoreNext(ctx context.Context, club, by, night int64, round int, at CloseAt) (more bool, err error) {
	err = s.withRound(ctx, "score table", club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw) error {
		more = false
		if d.Opened.IsZero() || !d.Over.IsZero() || d.AtTime != AsItStands || d.Options.Duplicates() > 0 {
			return nil
		}
		for _, t := range d.Tables {
			if more = !t.Played() && t.Closed == ""; more {
				return s.closeDrawn(ctx, tx, club, by, night, d, t, true, at)
			}
		}
		return nil
	})
	return more, err
}

// CloseDrawn closes a table of a round that goes on, whose players have gone: scored as it stands, or void. Pressed
// again, it is closed already: base.ErrStale, as for a table that has a result, and for one that is held, of which
// nothing is shown before the others are over.
func (s *Nights) CloseDrawn(ctx context.Context, club, by, night int64, round, number int, stands bool,
	at CloseAt) error {
	return s.withRound(ctx, "close drawn table", club, by, night, round, func(ctx context.Context, tx *pg.Tx,
		d Draw) error {
		t, there := d.At(number)
		if !there || d.Opened.IsZero() || !d.Over.IsZero() || t.Played() || t.Closed != "" || t.Held {
			return base.ErrStale
		}
		if err := s.closeDrawn(ctx, tx, club, by, night, d, t, stands, at); err != nil {
			return err
		}
		n, err := selectNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "night_table_closed", base.Details{"night": night, "name": n.Name,
			"number": number})
	})
}

// closeDrawn closes a table of a round that has no result. What nothing was played of is void.
func (s *Nights) closeDrawn(ctx context.Context, tx *pg.Tx, club, by, night int64, d Draw, t DrawnTable, stands bool,
	at CloseAt) error {
	how := Void
	switch {
	case t.Table != 0:
		places, err := at(ctx, tx, t.Table, stands)
		if err != nil {
			return err
		}
		for _, seat := range t.Seats {
			if places[seat.Player] != 0 {
				how = AsItStands
				tx.Do(ctx, `UPDATE draw_seats SET place = $4 WHERE night_id = $1 AND round = $2 AND arrival_id = $3`,
					night, d.Number, seat.ID, places[seat.Player])
			}
		}
	case t.Sheet != nil && stands:
		how = AsItStands
		sheet, err := s.sheetAt([]Draw{d}, d.Number, t.Number)
		if err == nil {
			tx.Do(ctx, `UPDATE sheets SET by_id = $4, written_at = clock_timestamp()
				WHERE night_id = $1 AND round = $2 AND number = $3`, night, d.Number, t.Number, by)
			err = finishSheet(ctx, tx, club, by, night, sheet)
		}
		if err != nil {
			return err
		}
	case t.Sheet != nil:
		tx.Do(ctx, `DELETE FROM sheets WHERE night_id = $1 AND round = $2 AND number = $3`, night, d.Number, t.Number)
	}
	tx.Do(ctx, `UPDATE draw_tables SET closed = $4 WHERE night_id = $1 AND round = $2 AND number = $3`, night, d.Number,
		t.Number, how)
	return tellSeated(ctx, tx, night, d.Number)
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

// NightOnScreen returns the night whose television has this link: base.ErrGone for a link that was taken away, or
// after the night.
func (s *Nights) NightOnScreen(ctx context.Context, token base.Secret) (n Shown, err error) {
	err = s.Read(ctx, "night on screen", func(ctx context.Context, conn *pgxpool.Conn) error {
		var club, night int64
		rows, err := conn.Query(ctx, `SELECT c.id, n.id, n.name, c.slug, c.name, c.crest, c.lang
			FROM nights n JOIN clubs c ON c.id = n.club_id WHERE n.screen = $1 AND `+DoorSQL, token.Reveal())
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
		n.Draws, err = s.selectDraws(ctx, conn, club, night)
		n.Draws = slices.DeleteFunc(n.Draws, func(d Draw) bool { return d.Opened.IsZero() })
		return err
	})
	return n, err
}

package nights

import (
	"context"
	"reflect"
	"slices"
	"time"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/role"
)

// A Sheet is what a table with real cards has written down.
type Sheet struct {
	Written     []engine.Written
	By          base.Person // who wrote last
	At          time.Time
	Match       int64     // once it is over
	Confirmed   time.Time // zero: it counts for nothing yet
	ConfirmedBy base.Person
}

// MayConfirm reports that a player may say that it is right: not its writer, unless they sit elsewhere and look after
// nights.
func (s *Sheet) MayConfirm(player int64, sits, host bool) bool {
	return s != nil && s.Match != 0 && s.Confirmed.IsZero() && (sits && s.By.ID != player || !sits && host)
}

// sheetSQL is the Sheet h as JSON, NULL where there is none.
const sheetSQL = `SELECT json_build_object('written', h.written, 'by', json_build_object('id', b.id, 'name',
		coalesce(b.name, ''), 'face', b.face), 'at', h.written_at, 'match', coalesce(h.match_id, 0), 'confirmed',
		coalesce(h.confirmed_at, '0001-01-01'), 'confirmedby', json_build_object('id', coalesce(c.id, 0), 'name',
		coalesce(c.name, ''), 'face', coalesce(c.face, '')))
	FROM players b LEFT JOIN players c ON c.id = h.confirmed_by WHERE b.id = h.by_id`

// A SheetAt is a table with real cards at a night: what is written, and what it has come to.
type SheetAt struct {
	Draw  Draw
	Table DrawnTable
	Match *engine.PaperMatch // as it stands
	host  bool               // who writes looks after nights
}

// sheetAt finds a table of a round that was opened: base.ErrStale where it plays here, or its game has no sheet.
func (s *Nights) sheetAt(draws []Draw, round, number int) (at SheetAt, err error) {
	i := slices.IndexFunc(draws, func(d Draw) bool { return d.Number == round && !d.Opened.IsZero() })
	if i < 0 {
		return at, pg.ErrNotFound
	}
	var there bool
	at.Draw = draws[i]
	if at.Table, there = at.Draw.At(number); !there {
		return at, pg.ErrNotFound
	}
	game, known := s.games[at.Draw.Game]
	if _, paper := game.(engine.Paper); !known || !paper || at.Table.Table != 0 {
		return at, base.ErrStale
	}
	if at.Match, err = engine.NewPaperMatch(game, len(at.Table.Seats), at.Draw.Options, 0); err != nil {
		return at, err
	}
	if at.Table.Sheet != nil {
		for _, w := range at.Table.Sheet.Written {
			if err := at.Match.Add(w); err != nil {
				return at, err
			}
		}
	}
	return at, nil
}

// sits reports that a player sits at the table.
func (at SheetAt) sits(player int64) bool {
	return slices.ContainsFunc(at.Table.Seats, func(s DrawnSeat) bool { return s.Player == player })
}

// SheetOf is a table with real cards, for a member: base.ErrNotFound, base.ErrStale for one that has no sheet.
func (s *Nights) SheetOf(ctx context.Context, club, viewer, night int64, round, number int) (at SheetAt, err error) {
	draws, err := s.DrawsOf(ctx, club, viewer, night)
	if err != nil {
		return at, err
	}
	return s.sheetAt(draws, round, number)
}

// onSheet runs do with the night locked, for somebody who may write on a table's sheet: base.ErrForbidden for others
// than those who sit there and those who look after nights. Of what do leaves, places and the match follow.
func (s *Nights) onSheet(ctx context.Context, op string, club, by, night int64, round, number int,
	do func(context.Context, *pg.Tx, SheetAt) error) error {
	return s.InTxAs(ctx, op, club, by, role.Play, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := lockNight(ctx, tx, club, by, night); err != nil {
			return err
		}
		draws, err := s.selectDraws(ctx, tx, club, night)
		if err != nil {
			return err
		}
		at, err := s.sheetAt(draws, round, number)
		if err != nil {
			return err
		}
		own, err := base.RoleOf(ctx, tx, club, by)
		if err != nil {
			return err
		}
		if at.host = own.May(role.Night); !at.host && !at.sits(by) {
			return base.ErrForbidden
		}
		if at.Table.Closed == Void {
			return base.ErrStale
		}
		base.NotifyClub(tx, club)
		return do(ctx, tx, at)
	})
}

// WriteRound writes a round on a table's sheet; written is how many stand there as the writer has seen it.
// base.ErrStale if it is another number, *engine.ErrPaper for a round that cannot be, or after the end. The same round
// twice is a button pressed twice. With the round that ends the match its result has come in.
func (s *Nights) WriteRound(ctx context.Context, club, by, night int64, round, number, written int,
	w engine.Written) error {
	return s.onSheet(ctx, "write round", club, by, night, round, number, func(ctx context.Context, tx *pg.Tx,
		at SheetAt) error {
		var before []engine.Written
		if sheet := at.Table.Sheet; sheet != nil {
			before = sheet.Written
			if len(before) == written+1 && sheet.By.ID == by && reflect.DeepEqual(before[written], w) {
				return nil
			}
		}
		if len(before) != written {
			return base.ErrStale
		}
		if err := at.Match.Add(w); err != nil {
			return err
		}
		if sheet := at.Table.Sheet; sheet != nil && sheet.Match != 0 { // it was ended as it stood
			return &engine.ErrPaper{Key: engine.PaperOver}
		}
		tx.Do(ctx, `INSERT INTO sheets (night_id, round, number, written, by_id) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (night_id, round, number) DO UPDATE SET written = excluded.written, by_id = excluded.by_id,
				written_at = excluded.written_at`, night, round, number, append(slices.Clone(before), w), by)
		if _, over := at.Match.Outcome(); !over {
			return tx.Err()
		}
		return finishSheet(ctx, tx, club, by, night, at)
	})
}

// EndSheet ends a match with real cards as it stands, if a round of it is written: base.ErrStale where it is over.
func (s *Nights) EndSheet(ctx context.Context, club, by, night int64, round, number int) error {
	return s.onSheet(ctx, "end sheet", club, by, night, round, number, func(ctx context.Context, tx *pg.Tx,
		at SheetAt) error {
		if at.Table.Sheet == nil || at.Table.Sheet.Match != 0 {
			return base.ErrStale
		}
		tx.Do(ctx, `UPDATE sheets SET by_id = $4, written_at = clock_timestamp()
			WHERE night_id = $1 AND round = $2 AND number = $3`, night, round, number, by)
		return finishSheet(ctx, tx, club, by, night, at)
	})
}

// finishSheet keeps the match of a sheet, as it stands, and has its result come in.
func finishSheet(ctx context.Context, tx *pg.Tx, club, by, night int64, at SheetAt) error {
	n, err := selectNight(ctx, tx, club, by, night)
	if err != nil {
		return err
	}
	m := results.SheetMatch{Night: night, Name: n.Name, Game: at.Draw.Game}
	for _, r := range at.Match.Rounds() {
		m.Ends = append(m.Ends, r.Points)
	}
	placing, totals := at.Match.Placing(), at.Match.Totals()
	for i, seat := range at.Table.Seats {
		if seat.Guest {
			seat.Player = 0 // by name, as guests who have no player
		}
		m.Seats = append(m.Seats, results.SheetSeat{Arrival: seat.ID, RecordedSeat: results.RecordedSeat{
			Player: seat.Player, Name: seat.Name, Points: &totals[i], Place: placing[i]}})
		tx.Do(ctx, `UPDATE draw_seats SET place = $4 WHERE night_id = $1 AND round = $2 AND arrival_id = $3`, night,
			at.Draw.Number, seat.ID, placing[i])
	}
	id, err := results.InsertSheet(ctx, tx, club, m)
	if err != nil {
		return err
	}
	tx.Do(ctx, `UPDATE sheets SET match_id = $4 WHERE night_id = $1 AND round = $2 AND number = $3`, night,
		at.Draw.Number, at.Table.Number, id)
	return base.Note(ctx, tx, club, by, "night_result", base.Details{"night": night, "name": n.Name,
		"number": at.Table.Number})
}

// TakeBackRound takes the last round off a sheet that nobody has confirmed; written is how many stand there. The result
// that came in with it is gone again. Of a match that was ended as it stood the end is taken back, not the round.
func (s *Nights) TakeBackRound(ctx context.Context, club, by, night int64, round, number, written int) error {
	return s.onSheet(ctx, "take back round", club, by, night, round, number, func(ctx context.Context, tx *pg.Tx,
		at SheetAt) error {
		sheet := at.Table.Sheet
		if sheet == nil || len(sheet.Written) != written || !sheet.Confirmed.IsZero() {
			return base.ErrStale
		}
		left := sheet.Written[:written-1]
		if _, over := at.Match.Outcome(); !over && sheet.Match != 0 {
			left = sheet.Written
		}
		if len(left) == 0 {
			tx.Do(ctx, `DELETE FROM sheets WHERE night_id = $1 AND round = $2 AND number = $3`, night, round, number)
		} else {
			tx.Do(ctx, `UPDATE sheets SET written = $4, by_id = $5, written_at = clock_timestamp(), match_id = NULL
				WHERE night_id = $1 AND round = $2 AND number = $3`, night, round, number, left, by)
		}
		tx.Do(ctx, `UPDATE draw_seats SET place = NULL WHERE night_id = $1 AND round = $2 AND number = $3`, night, round,
			number)
		tx.Do(ctx, `UPDATE draw_tables SET closed = NULL WHERE night_id = $1 AND round = $2 AND number = $3`, night, round,
			number)
		results.DropSheet(ctx, tx, sheet.Match)
		return tx.Err()
	})
}

// ConfirmSheet says that a sheet is right, by somebody else than its writer: base.ErrForbidden, base.ErrStale for one
// that goes on. From then on its match counts.
func (s *Nights) ConfirmSheet(ctx context.Context, club, by, night int64, round, number int) error {
	return s.onSheet(ctx, "confirm sheet", club, by, night, round, number, func(ctx context.Context, tx *pg.Tx,
		at SheetAt) error {
		sheet := at.Table.Sheet
		switch {
		case sheet == nil || sheet.Match == 0:
			return base.ErrStale
		case !sheet.Confirmed.IsZero():
			return nil
		case !sheet.MayConfirm(by, at.sits(by), at.host):
			return base.ErrForbidden
		}
		tx.Do(ctx, `UPDATE sheets SET confirmed_at = clock_timestamp(), confirmed_by = $4
			WHERE night_id = $1 AND round = $2 AND number = $3`, night, round, number, by)
		if err := results.CountSheet(ctx, tx, club, sheet.Match); err != nil {
			return err
		}
		n, err := selectNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "night_confirmed", base.Details{"night": night, "name": n.Name,
			"number": number})
	})
}

// SetPaper has a table of a proposal play with real cards, or, with on false, on a screen.
func (s *Nights) SetPaper(ctx context.Context, club, by, night int64, round, number int, on bool) error {
	return s.withRound(ctx, "set paper", club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw) error {
		if !d.Opened.IsZero() {
			return base.ErrStale
		}
		return tx.Change(ctx, pg.ErrNotFound, `UPDATE draw_tables SET paper = $4
			WHERE night_id = $1 AND round = $2 AND number = $3`, night, round, number, on)
	})
}

package nights

import (
	"context"
	"encoding/json"
	"slices"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/pairing"
)

// The seats of a round: by the draw, by hand while it is a proposal, and in a round that goes on, where latecomers
// are seated in and those who go home are taken out. A table at which nobody has moved opens anew with the seats it
// has now.

// requestOf is what the next round is drawn from: who is here, and what has been played.
func requestOf(here []Arrival, draws []Draw) pairing.Request {
	r := pairing.Request{Met: map[pairing.Pair]int{}}
	points, outs, dealt, met := map[int64]int{}, map[int64]int{}, map[int64]int{}, map[int64]bool{}
	for _, s := range Sittings(draws) {
		for i, tenths := range s.Tenths() {
			points[s.Players[i]] += tenths
		}
	}
	for _, d := range draws {
		for _, t := range d.Tables {
			dealt[t.Seats[0].ID]++
			for i, a := range t.Seats {
				met[a.ID] = true
				for _, b := range t.Seats[:i] {
					r.Met[pairing.PairOf(a.ID, b.ID)]++
				}
			}
		}
		for _, o := range d.Out {
			outs[o.ID]++
			met[o.ID] = true
		}
	}
	for _, a := range here {
		r.Players = append(r.Players, pairing.Player{ID: a.ID, Points: points[a.ID], Outs: outs[a.ID],
			Dealt: dealt[a.ID], Late: len(draws) > 0 && !met[a.ID]})
	}
	return r
}

// insertSeating writes a seating into a round; its tables are numbered from one on.
func insertSeating(ctx context.Context, tx *pg.Tx, night int64, number, from int, seating pairing.Seating) error {
	const seatSQL = `INSERT INTO draw_seats (night_id, round, number, seat, arrival_id, reasons)
		VALUES ($1, $2, $3, $4, $5, $6)`
	for i, t := range seating.Tables {
		reasons, err := json.Marshal(t.Reasons)
		if err != nil {
			return err
		}
		tx.Do(ctx, `INSERT INTO draw_tables (night_id, round, number, reasons) VALUES ($1, $2, $3, $4)`, night, number,
			from+i, reasons)
		for seat, who := range t.Players {
			tx.Do(ctx, seatSQL, night, number, from+i, seat, who, nil)
		}
	}
	for seat, o := range seating.Out {
		reason, err := json.Marshal(o.Reason)
		if err != nil {
			return err
		}
		tx.Do(ctx, seatSQL, night, number, 0, seat, o.Player, reason)
	}
	return tx.Err()
}

// ExchangeSeats has two people of a proposal change seats, be it with somebody who sits out: base.ErrStale once the
// round was opened, or where one of them is not in it.
func (s *Nights) ExchangeSeats(ctx context.Context, club, by, night int64, round int, a, b int64) error {
	return s.withRound(ctx, "exchange seats", club, by, night, round, func(ctx context.Context, tx *pg.Tx,
		d Draw) error {
		if !d.Opened.IsZero() || a == b {
			return base.ErrStale
		}
		seated := func(id int64) func(DrawnSeat) bool { return func(s DrawnSeat) bool { return s.ID == id } }
		all := slices.Clone(d.Out)
		for _, t := range d.Tables {
			all = append(all, t.Seats...)
		}
		if !slices.ContainsFunc(all, seated(a)) || !slices.ContainsFunc(all, seated(b)) {
			return base.ErrStale
		}
		tx.Do(ctx, `
			UPDATE draw_seats SET arrival_id = CASE arrival_id WHEN $3 THEN $4::bigint ELSE $3 END, reasons = NULL
			WHERE night_id = $1 AND round = $2 AND arrival_id IN ($3, $4::bigint)`, night, round, a, b)
		// what was said of these tables is not so any more
		tx.Do(ctx, `UPDATE draw_tables t SET reasons = '[]' WHERE night_id = $1 AND round = $2 AND EXISTS (
			SELECT FROM draw_seats s WHERE s.night_id = $1 AND s.round = $2 AND s.number = t.number
				AND s.arrival_id IN ($3, $4))`, night, round, a, b)
		return tx.Err()
	})
}

// selectHere are those who came to a night and have not gone home.
func selectHere(ctx context.Context, q pg.Querier, night int64) ([]Arrival, error) {
	return pg.All[Arrival](ctx, q, `SELECT `+arrivalColumnsSQL+` FROM `+arrivalTablesSQL+`
		WHERE r.night_id = $1 AND r.left_at IS NULL ORDER BY r.id`, night)
}

// Waiting are those who are here and have no table in a round: latecomers, and those who sit it out.
func Waiting(here []Arrival, d Draw) []Arrival {
	return slices.DeleteFunc(slices.Clone(here), func(a Arrival) bool {
		return !a.Left.IsZero() || d.tableOf(a.ID) >= 0
	})
}

// tableOf is the index of the table where an arrival sits, -1 for none.
func (d Draw) tableOf(arrival int64) int {
	return slices.IndexFunc(d.Tables, func(t DrawnTable) bool { return t.seatOf(arrival) >= 0 })
}

func (t DrawnTable) seatOf(arrival int64) int {
	return slices.IndexFunc(t.Seats, func(s DrawnSeat) bool { return s.ID == arrival })
}

// playable reports that so many can play the game of a round by its house rules.
func (s *Nights) playable(d Draw, people int) bool {
	game, known := s.games[d.Game]
	if !known {
		return false
	}
	_, err := engine.NewMatch(game, people, d.Options, engine.Seed{})
	return err == nil
}

// TakesMore reports that somebody who waits may be seated at a table of a round that goes on, as SeatIn says.
func (s *Nights) TakesMore(d Draw, t DrawnTable) bool {
	return d.Options.Duplicates() == 0 && t.reseatable() && s.playable(d, len(t.Seats)+1)
}

// reseatable reports that nothing has come of a table yet, so that others may sit there.
func (t DrawnTable) reseatable() bool { return !t.Played() && t.Closed == "" && !t.Begun }

// onRound runs do for a host with a round that goes on, and with those who wait for a table: base.ErrStale for another.
func (s *Nights) onRound(ctx context.Context, op string, club, by, night int64, round int,
	do func(context.Context, *pg.Tx, Draw, []Arrival) error) error {
	return s.withRound(ctx, op, club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw) error {
		if d.Opened.IsZero() || !d.Over.IsZero() {
			return base.ErrStale
		}
		here, err := selectHere(ctx, tx, night)
		if err != nil {
			return err
		}
		return do(ctx, tx, d, Waiting(here, d))
	})
}

// noteSeats tells those who are in a round, and the log, that its seats have changed.
func noteSeats(ctx context.Context, tx *pg.Tx, club, by, night int64, round int) error {
	if err := tellSeated(ctx, tx, night, round); err != nil {
		return err
	}
	n, err := selectNight(ctx, tx, club, by, night)
	if err != nil {
		return err
	}
	return base.Note(ctx, tx, club, by, "night_seated", base.Details{"night": night, "name": n.Name, "number": round})
}

// reseat takes the club's table away from a table of a round, which opens anew: base.ErrStale once somebody has moved.
func reseat(ctx context.Context, tx *pg.Tx, night int64, d Draw, t DrawnTable, at CloseAt) error {
	if !t.reseatable() {
		return base.ErrStale
	}
	if t.Table != 0 {
		if _, err := at(ctx, tx, t.Table, false); err != nil {
			return err
		}
		moved, err := movedAt(ctx, tx, night, d.Number, t.Number) // now that the match is locked
		if err != nil {
			return err
		}
		if moved {
			return base.ErrStale
		}
	}
	tx.Do(ctx, `UPDATE draw_tables SET table_id = NULL, reasons = '[]', seated = seated + 1
		WHERE night_id = $1 AND round = $2 AND number = $3`, night, d.Number, t.Number)
	return tx.Err()
}

// SeatIn gives somebody who waits a seat at a table of a round that goes on: base.ErrStale for a player who has
// another one or has gone, and for a table where somebody has moved, base.ErrFull for one that takes no more. Pressed
// again, it changes nothing.
func (s *Nights) SeatIn(ctx context.Context, club, by, night int64, round, number int, who int64, at CloseAt) error {
	return s.onRound(ctx, "seat in", club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw,
		waiting []Arrival) error {
		t, there := d.At(number)
		switch {
		case there && t.seatOf(who) >= 0:
			return nil
		case !there, d.Options.Duplicates() > 0,
			!slices.ContainsFunc(waiting, func(a Arrival) bool { return a.ID == who }):
			return base.ErrStale
		case !s.playable(d, len(t.Seats)+1):
			return base.ErrFull
		}
		if err := reseat(ctx, tx, night, d, t, at); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM draw_seats WHERE night_id = $1 AND round = $2 AND arrival_id = $3`, night, round, who)
		tx.Do(ctx, `INSERT INTO draw_seats (night_id, round, number, seat, arrival_id)
			SELECT $1, $2, $3, max(seat) + 1, $4 FROM draw_seats WHERE night_id = $1 AND round = $2 AND number = $3`,
			night, round, number, who)
		return noteSeats(ctx, tx, club, by, night, round)
	})
}

// SeatRest draws tables of their own for those who wait in a round that goes on: base.ErrFull for too few.
func (s *Nights) SeatRest(ctx context.Context, club, by, night int64, round int) error {
	return s.onRound(ctx, "seat rest", club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw,
		waiting []Arrival) error {
		if d.Options.Duplicates() > 0 { // its tables have as many seats each, and one secret
			return base.ErrStale
		}
		draws, err := s.selectDraws(ctx, tx, club, night)
		if err != nil {
			return err
		}
		request := requestOf(waiting, draws[:len(draws)-1])
		request.Level, request.Lot = d.Level, uint64(d.Lot)
		if game, known := s.games[d.Game]; known {
			info := game.Info()
			for _, split := range pairing.Splits(len(waiting), info.MinSeats, info.MaxSeats) {
				if !slices.ContainsFunc(split.Sizes, func(n int) bool { return !s.playable(d, n) }) {
					request.Sizes = split.Sizes
					break
				}
			}
		}
		seating := pairing.Seat(request)
		if len(seating.Tables) == 0 {
			return base.ErrFull
		}
		for _, t := range seating.Tables {
			tx.Do(ctx, `DELETE FROM draw_seats WHERE night_id = $1 AND round = $2 AND arrival_id = ANY ($3)`, night,
				round, t.Players)
		}
		seating.Out = nil // who has no table now stays as they were
		if err := insertSeating(ctx, tx, night, round, d.lastTable()+1, seating); err != nil {
			return err
		}
		return noteSeats(ctx, tx, club, by, night, round)
	})
}

// lastTable is the highest number of a table.
func (d Draw) lastTable() (number int) {
	for _, t := range d.Tables {
		number = max(number, t.Number)
	}
	return number
}

// A KeepAt has a bot play for a player at the club's table where a table of a round is played.
type KeepAt func(ctx context.Context, tx *pg.Tx, table int, player int64) error

// SeatOut takes somebody who has gone home out of a round that goes on: base.ErrStale for a player who is here again.
// Where nobody has moved, the table goes on with fewer, or its others wait for another one; afterwards a bot plays on
// for the player. With real cards nobody can, once a round is written down: base.ErrStale. Pressed again, it changes
// nothing.
func (s *Nights) SeatOut(ctx context.Context, club, by, night int64, round int, who int64, at CloseAt,
	keep KeepAt) error {
	return s.onRound(ctx, "seat out", club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw,
		_ []Arrival) error {
		i := d.tableOf(who)
		if i < 0 {
			return nil
		}
		t := d.Tables[i]
		gone := t.Seats[t.seatOf(who)]
		switch {
		case gone.Left.IsZero():
			return base.ErrStale
		case gone.Kept:
			return nil
		}
		if (t.Begun || d.Options.Duplicates() > 0) && t.Table != 0 {
			if err := keep(ctx, tx, t.Table, gone.Player); err != nil {
				return err
			}
			return noteSeats(ctx, tx, club, by, night, round)
		}
		if err := reseat(ctx, tx, night, d, t, at); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM draw_seats WHERE night_id = $1 AND round = $2 AND arrival_id = $3`, night, round, who)
		if !s.playable(d, len(t.Seats)-1) {
			tx.Do(ctx, `UPDATE draw_seats SET number = 0, seat = seat + (SELECT coalesce(max(seat), -1) + 1 FROM draw_seats
					WHERE night_id = $1 AND round = $2 AND number = 0)
				WHERE night_id = $1 AND round = $2 AND number = $3`, night, round, t.Number)
			tx.Do(ctx, `DELETE FROM draw_tables WHERE night_id = $1 AND round = $2 AND number = $3`, night, round,
				t.Number)
		}
		return noteSeats(ctx, tx, club, by, night, round)
	})
}

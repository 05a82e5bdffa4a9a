package nights

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/pairing"
	"carteado/engine/role"
)

// A Draw is a round of a night: who sits where.
type Draw struct {
	Number  int
	Game    string
	Level   pairing.Level
	Lot     int64
	Minutes int
	Screens bool
	Options engine.Options // house rules of its tables that are not those of the game
	AtTime  string         // what happens when the time is over: PlayedOut or AsItStands
	Drawn   time.Time
	Opened  time.Time // zero: a proposal
	Over    time.Time // zero: not yet
	Low     bool      // in a duplicate round: fewer points are better
	Tables  []DrawnTable
	Out     []DrawnSeat
}

// Ends is when the time of the round is over.
func (d Draw) Ends() time.Time { return d.Opened.Add(time.Duration(d.Minutes) * time.Minute) }

// A DrawnTable is a table of a round.
type DrawnTable struct {
	Number  int
	Table   int    // number of the club's table where it is played; 0: with real cards
	Paper   bool   // a host has it play with real cards
	Closed  string // "": no; else AsItStands, or Void
	Seated  int    // how often its seats have changed since the round was opened
	Begun   bool   // somebody has moved there, or written a round down; not told of one that is held
	Held    bool   // it plays the same deals as others: nobody else sees it until all are over
	Reasons []pairing.Reason
	Sheet   *Sheet // of a table with real cards, once something is written on it
	Seats   []DrawnSeat
}

// Played reports that the table has a result.
func (t DrawnTable) Played() bool {
	return !slices.ContainsFunc(t.Seats, func(s DrawnSeat) bool { return s.Place == 0 })
}

// At returns a table of the round by its number.
func (d Draw) At(number int) (t DrawnTable, there bool) {
	i := slices.IndexFunc(d.Tables, func(t DrawnTable) bool { return t.Number == number })
	if i < 0 {
		return t, false
	}
	return d.Tables[i], true
}

// A DrawnSeat is somebody at a table, or who sits out.
type DrawnSeat struct {
	Arrival
	Place  int  // 0: none yet
	Kept   bool // a bot plays there for the player
	Points *int // in a duplicate round, once its tables are shown: of a match that was played to its end
	Reason *pairing.Reason
}

// A Wish is how a host has a round drawn.
type Wish struct {
	Game    string
	Sizes   []int // of the tables
	Level   pairing.Level
	Minutes int
	Screens bool
	Options engine.Options
	AtTime  string // PlayedOut or AsItStands
}

// DrawsOf returns the rounds of a night to a member, the first one first; a proposal only to those who look after
// nights.
func (s *Nights) DrawsOf(ctx context.Context, club, viewer, night int64) (list []Draw, err error) {
	err = s.ReadAs(ctx, "draws", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		own, err := base.RoleOf(ctx, conn, club, viewer)
		if err != nil {
			return err
		}
		list, err = s.selectDraws(ctx, conn, club, night)
		if err == nil && !own.May(role.Night) {
			list = slices.DeleteFunc(list, func(d Draw) bool { return d.Opened.IsZero() })
		}
		return err
	})
	return list, err
}

// placeSQL is the place at the table t of the seat s of the arrival r: as it was written down, or that of the first
// match that is over at the club's table, as its last correction has it; a rematch changes nothing.
const placeSQL = `coalesce(s.place, (SELECT CASE c.kind WHEN 'void' THEN NULL WHEN 'places' THEN c.places[q.seat + 1]
		ELSE (m.outcome->'placing'->>q.seat::int)::int END FROM matches m
	JOIN match_seats q ON q.match_id = m.id AND q.player_id = r.player_id
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE m.table_id = t.table_id AND m.status = 'over' AND m.outcome->>'how' <> 'closed'
	ORDER BY m.id LIMIT 1), 0)`

// keptSQL is the condition that a bot plays at the table t for the player of the arrival r.
const keptSQL = `coalesce((SELECT (m.clock->'seats'->q.seat::int->>'kept')::boolean FROM matches m
	JOIN match_seats q ON q.match_id = m.id AND q.player_id = r.player_id
	WHERE m.table_id = t.table_id AND m.status = 'playing'), false)`

func (s *Nights) selectDraws(ctx context.Context, q pg.Querier, club, night int64) ([]Draw, error) {
	var draws []Draw
	rows, err := q.Query(ctx, `
		SELECT d.number, d.game, d.level, d.lot, d.minutes, d.screens, d.options, d.at_time, d.drawn_at,
			coalesce(d.opened_at, '0001-01-01'), coalesce(d.over_at, '0001-01-01'), s.number, coalesce(k.number, 0),
			coalesce(t.paper, false), coalesce(t.closed, ''), coalesce(t.seated, 0), h.number IS NOT NULL
				OR NOT coalesce(k.held, false)
					AND EXISTS (SELECT FROM matches m WHERE m.table_id = t.table_id AND m.version > 0),
			coalesce(k.held, false), coalesce(t.reasons, '[]'), (`+sheetSQL+`), s.reasons, r.id,
			coalesce(r.player_id, 0), r.name <> '', coalesce(p.name, r.name), coalesce(p.face, ''), r.came_at,
			coalesce(r.left_at, '0001-01-01'), `+placeSQL+`, `+keptSQL+`, `+pointsSQL+`
		FROM draws d JOIN nights n ON n.id = d.night_id
		JOIN draw_seats s ON s.night_id = d.night_id AND s.round = d.number
		JOIN arrivals r ON r.id = s.arrival_id LEFT JOIN players p ON p.id = r.player_id
		LEFT JOIN draw_tables t ON t.night_id = s.night_id AND t.round = s.round AND t.number = s.number
		LEFT JOIN tables k ON k.id = t.table_id
		LEFT JOIN sheets h ON h.night_id = s.night_id AND h.round = s.round AND h.number = s.number
		WHERE n.club_id = $1 AND n.id = $2 ORDER BY d.number, s.number, s.seat`, club, night)
	if err != nil {
		return nil, err
	}
	var d Draw
	var t DrawnTable
	var seat DrawnSeat
	_, err = pgx.ForEachRow(rows, []any{&d.Number, &d.Game, &d.Level, &d.Lot, &d.Minutes, &d.Screens,
		&d.Options, &d.AtTime, &d.Drawn, &d.Opened, &d.Over, &t.Number, &t.Table,
		&t.Paper, &t.Closed, &t.Seated, &t.Begun, &t.Held, &t.Reasons, &t.Sheet, &seat.Reason, &seat.ID, &seat.Player,
		&seat.Guest, &seat.Name, &seat.Face, &seat.Came, &seat.Left, &seat.Place, &seat.Kept,
		&seat.Points}, func() error {
		if len(draws) == 0 || draws[len(draws)-1].Number != d.Number {
			d.Low = s.low(d)
			draws = append(draws, d)
		}
		to := &draws[len(draws)-1]
		if t.Number == 0 {
			to.Out = append(to.Out, seat)
			seat.Reason = nil
			return nil
		}
		if len(to.Tables) == 0 || to.Tables[len(to.Tables)-1].Number != t.Number {
			table := t
			table.Reasons, table.Seats = slices.Clone(t.Reasons), nil
			to.Tables = append(to.Tables, table)
		}
		last := &to.Tables[len(to.Tables)-1]
		last.Seats = append(last.Seats, seat)
		return nil
	})
	return draws, err
}

// underway is the last round of a locked night, if it was opened and is not over; proposed if it was not opened.
func underway(draws []Draw) (last *Draw, open, proposed bool) {
	if len(draws) == 0 {
		return nil, false, false
	}
	last = &draws[len(draws)-1]
	return last, !last.Opened.IsZero() && last.Over.IsZero(), last.Opened.IsZero()
}

// DrawTables draws the next round for those who are here, or draws it again while it is a proposal: base.ErrStale while
// a round is under way, base.ErrFull for fewer people than a table needs.
func (s *Nights) DrawTables(ctx context.Context, club, by, night int64, w Wish) error {
	var lot [8]byte
	if _, err := io.ReadFull(s.Random, lot[:]); err != nil {
		return fmt.Errorf("draw lot: %w", err)
	}
	return s.InTxAs(ctx, "draw tables", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := atDoor(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		draws, err := s.selectDraws(ctx, tx, club, night)
		if err != nil {
			return err
		}
		number := len(draws) + 1
		switch _, open, proposed := underway(draws); {
		case open:
			return base.ErrStale
		case proposed:
			number, draws = len(draws), draws[:len(draws)-1]
			tx.Do(ctx, `DELETE FROM draws WHERE night_id = $1 AND number = $2`, night, number)
		}
		here, err := selectHere(ctx, tx, night)
		if err != nil {
			return err
		}
		if len(here) > pairing.MaxPlayers {
			return base.ErrFull
		}
		request := requestOf(here, draws)
		request.Sizes, request.Level, request.Lot = w.Sizes, w.Level, binary.BigEndian.Uint64(lot[:])
		seating := pairing.Seat(request)
		if len(seating.Tables) == 0 {
			return base.ErrFull
		}
		tx.Do(ctx, `INSERT INTO draws (night_id, number, game, level, lot, minutes, screens, drawn_by, options,
				at_time)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, '{}'::jsonb), coalesce(nullif($10, ''), 'played'))`,
			night, number, w.Game, w.Level, int64(request.Lot), w.Minutes, w.Screens, by, w.Options, w.AtTime)
		if err := insertSeating(ctx, tx, night, number, 1, seating); err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		return base.Note(ctx, tx, club, by, "night_drawn", base.Details{"night": night, "name": n.Name,
			"number": number})
	})
}

// withRound runs do for a host, with the night locked and the last round, if it is the one: base.ErrStale for another.
func (s *Nights) withRound(ctx context.Context, op string, club, by, night int64, round int,
	do func(context.Context, *pg.Tx, Draw) error) error {
	return s.InTxAs(ctx, op, club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := lockNight(ctx, tx, club, by, night); err != nil {
			return err
		}
		draws, err := s.selectDraws(ctx, tx, club, night)
		if err != nil {
			return err
		}
		if len(draws) == 0 || draws[len(draws)-1].Number != round {
			return base.ErrStale
		}
		base.NotifyClub(tx, club)
		return do(ctx, tx, draws[len(draws)-1])
	})
}

// OpenRound makes a proposal a round, of which everybody's phone tells. One that is open already stays so.
func (s *Nights) OpenRound(ctx context.Context, club, by, night int64, round int) error {
	return s.withRound(ctx, "open round", club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw) error {
		if !d.Over.IsZero() {
			return base.ErrStale
		}
		if !d.Opened.IsZero() {
			return nil
		}
		tx.Do(ctx, `UPDATE draws SET opened_at = now() WHERE night_id = $1 AND number = $2`, night, round)
		if d.Options.Duplicates() > 0 {
			if err := s.sealDeals(ctx, tx, night, round); err != nil {
				return err
			}
		}
		return tellSeated(ctx, tx, night, round)
	})
}

// UndoRound takes a round back that nobody has played, and closes its tables here: a proposal, or one without a result,
// at whose tables here no move was made, and no round was written down at the others. base.ErrStale for another. All of
// it at once: of tables with the same deals each tells the cards of the others.
func (s *Nights) UndoRound(ctx context.Context, club, by, night int64, round int, at CloseAt) error {
	return s.withRound(ctx, "undo round", club, by, night, round, func(ctx context.Context, tx *pg.Tx, d Draw) error {
		if !d.Over.IsZero() || slices.ContainsFunc(d.Tables, func(t DrawnTable) bool {
			return slices.ContainsFunc(t.Seats, func(s DrawnSeat) bool { return s.Place > 0 })
		}) {
			return base.ErrStale
		}
		tx.Do(ctx, `UPDATE tables SET held = false WHERE held AND id IN (SELECT table_id FROM draw_tables
			WHERE night_id = $1 AND round = $2)`, night, round)
		for _, t := range d.Tables {
			if t.Table == 0 {
				continue
			}
			if _, err := at(ctx, tx, t.Table, false); err != nil {
				return err
			}
		}
		moved, err := movedAt(ctx, tx, night, round, 0) // now that the matches are locked
		if err != nil {
			return err
		}
		if moved {
			return base.ErrStale
		}
		err = tellSeated(ctx, tx, night, round)
		tx.Do(ctx, `DELETE FROM draws WHERE night_id = $1 AND number = $2`, night, round)
		return err
	})
}

// movedAt reports that somebody has moved, or written a round down, at a table of a round, with number 0 at any.
func movedAt(ctx context.Context, tx *pg.Tx, night int64, round, number int) (moved bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM draw_tables t JOIN matches m ON m.table_id = t.table_id
			JOIN moves v ON v.match_id = m.id
		WHERE t.night_id = $1 AND t.round = $2 AND $3::integer IN (0, t.number) AND v.seat >= 0)
		OR EXISTS (SELECT FROM sheets WHERE night_id = $1 AND round = $2 AND $3::integer IN (0, number))`, night, round, number).
		Scan(&moved)
	return moved, err
}

// SetPlaces writes down who came in which place at a table, by arrival: base.ErrStale for other people than sit there,
// base.ErrForbidden for a member who neither looks after nights nor sits there with real cards.
func (s *Nights) SetPlaces(ctx context.Context, club, by, night int64, round, table int, places map[int64]int) error {
	return s.InTxAs(ctx, "set places", club, by, role.Play, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		draws, err := s.selectDraws(ctx, tx, club, night)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(draws, func(d Draw) bool { return d.Number == round && !d.Opened.IsZero() })
		if at < 0 {
			return base.ErrStale
		}
		drawn, there := draws[at].At(table)
		if !there {
			return base.ErrStale
		}
		here, seats := drawn.Table != 0, drawn.Seats
		if drawn.Sheet != nil || drawn.Closed == Void {
			return base.ErrStale // the sheet says who came in which place, or it counts as the average
		}
		own, err := base.RoleOf(ctx, tx, club, by)
		if err != nil {
			return err
		}
		sits := slices.ContainsFunc(seats, func(s DrawnSeat) bool { return s.Player == by })
		if !own.May(role.Night) && (here || !sits) {
			return base.ErrForbidden
		}
		if len(places) != len(seats) {
			return base.ErrStale
		}
		for _, seat := range seats {
			if places[seat.ID] < 1 {
				return base.ErrStale
			}
			tx.Do(ctx, `UPDATE draw_seats SET place = $4 WHERE night_id = $1 AND round = $2 AND arrival_id = $3`, night,
				round, seat.ID, places[seat.ID])
		}
		base.NotifyClub(tx, club)
		return base.Note(ctx, tx, club, by, "night_result", base.Details{"night": night, "name": n.Name,
			"number": table})
	})
}

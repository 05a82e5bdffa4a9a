package competitions

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/clock"
	"carteado/engine/competition"
	"carteado/engine/role"
	"carteado/engine/shuffle"
)

// DrawRound draws the round that follows so many others. Of two hosts who press at once the second finds it drawn.
// base.ErrStale where other rounds were drawn or undone since, or one is not decided; base.ErrFull for too few
// entrants.
func (s *Competitions) DrawRound(ctx context.Context, club, by, id int64, after int) error {
	var drawn [8]byte
	if _, err := io.ReadFull(s.Random, drawn[:]); err != nil {
		return fmt.Errorf("draw lot: %w", err)
	}
	lot := binary.BigEndian.Uint64(drawn[:])
	return s.change(ctx, "draw round", club, by, id, role.Season, func(ctx context.Context, tx *pg.Tx,
		c Competition) error {
		if len(c.Rounds) == after+1 {
			return nil
		}
		if len(c.Rounds) != after {
			return base.ErrStale
		}
		number := after + 1
		if number == 1 {
			seed(ctx, tx, &c, lot)
		}
		entrants, rounds := c.Pure()
		round, err := competition.Next(c.Charter, entrants, rounds, lot)
		switch {
		case errors.Is(err, competition.ErrFew), errors.Is(err, competition.ErrMany):
			return base.ErrFull
		case errors.Is(err, competition.ErrOver), errors.Is(err, competition.ErrOpen):
			return base.ErrStale
		case err != nil:
			return err
		}
		due, err := dueAt(ctx, tx, club, c.Charter.Days)
		if err != nil {
			return err
		}
		tx.Do(ctx, `INSERT INTO competition_rounds (competition_id, number, lot, drawn_by, due_at)
			VALUES ($1, $2, $3, $4, $5)`, id, number, int64(lot), by, due)
		if err := insertRound(ctx, tx, id, number, round); err != nil {
			return err
		}
		var until time.Time
		if due != nil {
			until = *due
		}
		for _, t := range round.Tables {
			tell(ctx, tx, club, by, id, number, ToldOpened, until, t.Players...)
		}
		return base.Note(ctx, tx, club, by, "competition_drawn", base.Details{"competition": id, "name": c.Name,
			"number": number})
	})
}

// seed settles the order of the entrants before the first round.
func seed(ctx context.Context, tx *pg.Tx, c *Competition, lot uint64) {
	if c.Charter.Seeding == competition.ByLot {
		var s shuffle.Seed
		binary.LittleEndian.PutUint64(s[:], lot)
		slices.SortFunc(c.Entrants, func(a, b Entrant) int { return int(a.Player - b.Player) })
		shuffle.By(c.Entrants, shuffle.NewChance(s))
	}
	for i := range c.Entrants {
		c.Entrants[i].Seed = i + 1
		tx.Do(ctx, `UPDATE competitors SET seed = $3 WHERE competition_id = $1 AND player_id = $2`, c.ID,
			c.Entrants[i].Player, i+1)
	}
}

// dueAt is the end of the day after so many days by the clock on the club's wall, so that a change to summer time moves
// nothing; nil for none.
func dueAt(ctx context.Context, tx *pg.Tx, club int64, days int) (*time.Time, error) {
	if days == 0 {
		return nil, nil
	}
	var zone string
	var now time.Time
	if err := tx.QueryRow(ctx, `SELECT time_zone, now() FROM clubs WHERE id = $1`, club).Scan(&zone, &now); err != nil {
		return nil, err
	}
	due := dueAfter(now.In(clock.Zone(zone)), days)
	return &due, nil
}

// dueAfter is the end of the day that many days after a moment, on the clock on the wall: where that is changed in
// between, a day has an hour more or less.
func dueAfter(now time.Time, days int) time.Time {
	next := time.Date(now.Year(), now.Month(), now.Day()+days+1, 0, 0, 0, 0, time.UTC)
	return clock.DayStart(next, now.Location())
}

func insertRound(ctx context.Context, tx *pg.Tx, id int64, number int, round competition.Round) error {
	const seatSQL = `INSERT INTO competition_seats (competition_id, round, number, seat, player_id, reasons)
		VALUES ($1, $2, $3, $4, $5, $6)`
	for i, t := range round.Tables {
		reasons, err := json.Marshal(t.Reasons)
		if err != nil {
			return err
		}
		tx.Do(ctx, `INSERT INTO competition_tables (competition_id, round, number, reasons) VALUES ($1, $2, $3, $4)`,
			id, number, i+1, reasons)
		for seat, player := range t.Players {
			tx.Do(ctx, seatSQL, id, number, i+1, seat, player, nil)
		}
	}
	for seat, o := range round.Byes {
		reason, err := json.Marshal(o.Reason)
		if err != nil {
			return err
		}
		tx.Do(ctx, seatSQL, id, number, 0, seat, o.Player, reason)
	}
	return tx.Err()
}

// UndoCompetitionRound takes the last round back, and has its tables closed: base.ErrStale for another one, or once
// somebody has moved or a result is there. Who has entered or withdrawn since is there, or not, when it is drawn again.
func (s *Competitions) UndoCompetitionRound(ctx context.Context, club, by, id int64, number int,
	closeTable func(ctx context.Context, tx *pg.Tx, table int) error) error {
	return s.change(ctx, "undo round", club, by, id, role.Season, func(ctx context.Context, tx *pg.Tx,
		c Competition) error {
		last := c.Last()
		if last == nil || last.Number != number || slices.ContainsFunc(last.Tables, func(t Table) bool {
			return t.Begun || t.Placing != nil
		}) {
			return base.ErrStale
		}
		var tables []int
		for _, t := range last.Tables {
			if settle(ctx, tx, id, t.Players...); t.Table == 0 {
				continue
			}
			tables = append(tables, t.Table)
			if err := closeTable(ctx, tx, t.Table); err != nil {
				return err
			}
		}
		var moved bool // now that the matches are locked
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM tables t JOIN matches m ON m.table_id = t.id
			JOIN moves v ON v.match_id = m.id WHERE t.club_id = $1 AND t.number = ANY ($2) AND v.seat >= 0)`,
			club, tables).Scan(&moved); err != nil {
			return err
		}
		if moved {
			return base.ErrStale
		}
		tx.Do(ctx, `DELETE FROM competition_rounds WHERE competition_id = $1 AND number = $2`, id, number)
		tx.Do(ctx, `UPDATE competitors SET from_round = least(from_round, $2),
			left_round = CASE WHEN left_round > $2 THEN $2 ELSE left_round END WHERE competition_id = $1`, id, number)
		if number == 1 { // as if they had not entered
			tx.Do(ctx, `DELETE FROM competitors WHERE competition_id = $1 AND left_round = 1`, id)
		}
		return base.Note(ctx, tx, club, by, "competition_undone", base.Details{"competition": id, "name": c.Name,
			"number": number})
	})
}

// SeatAtCompetitionTable notes at which of the club's tables a table of a round is played: base.ErrStale where that was
// taken back since.
func (s *Competitions) SeatAtCompetitionTable(ctx context.Context, id int64, r Round, number int, table int64) error {
	return s.InTx(ctx, "seat at competition table", func(ctx context.Context, tx *pg.Tx) error {
		return tx.Change(ctx, base.ErrStale, `UPDATE competition_tables t SET table_id = $4 FROM competition_rounds r
			WHERE t.competition_id = $1 AND t.round = $2 AND t.number = $3
				AND r.competition_id = t.competition_id AND r.number = t.round AND r.lot = $5`,
			id, r.Number, number, table, r.Lot)
	})
}

// DecideTable has a host say what came of a table, by player: 1 is first, and behind the last who has not played. Nil
// leaves it to the match. base.ErrStale for other players than sit there.
func (s *Competitions) DecideTable(ctx context.Context, club, by, id int64, round, number int,
	places map[int64]int) error {
	return s.change(ctx, "decide table", club, by, id, role.Season, func(ctx context.Context, tx *pg.Tx,
		c Competition) error {
		if round < 1 || round > len(c.Rounds) || number < 1 || number > len(c.Rounds[round-1].Tables) {
			return base.ErrStale
		}
		t := c.Rounds[round-1].Tables[number-1]
		placing := make([]int, len(t.Players))
		for seat, player := range t.Players {
			if placing[seat] = places[player]; places != nil && (placing[seat] < 1 ||
				placing[seat] > len(t.Players)+1 || len(places) != len(t.Players)) {
				return base.ErrStale
			}
		}
		place(ctx, tx, id, round, number, placing)
		return base.Note(ctx, tx, club, by, "competition_decided", base.Details{"competition": id, "name": c.Name,
			"number": number})
	})
}

// place writes a result by seat; 0 takes it away.
func place(ctx context.Context, tx *pg.Tx, id int64, round, number int, placing []int) {
	for seat, p := range placing {
		tx.Do(ctx, `UPDATE competition_seats SET place = nullif($5::int, 0) WHERE competition_id = $1 AND round = $2
			AND number = $3 AND seat = $4`, id, round, number, seat, p)
	}
}

// CloseRounds follows the charters' rules for tables without a result at the end of their time. Where a match is under
// way, it is played to its end, or a host decides.
func (s *Competitions) CloseRounds(ctx context.Context) error {
	return s.InTx(ctx, "close rounds", func(ctx context.Context, tx *pg.Tx) error {
		list, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[struct {
			Club, ID int64
			Round    int
		}], `
			SELECT c.club_id, c.id, r.number FROM competition_rounds r JOIN competitions c ON c.id = r.competition_id
			JOIN clubs k ON k.id = c.club_id AND k.archived_at IS NULL
			WHERE r.due_at <= now() AND r.closed_at IS NULL ORDER BY c.id, r.number LIMIT 50
			FOR NO KEY UPDATE OF c SKIP LOCKED`)
		for _, due := range list {
			if err != nil {
				return err
			}
			var c Competition
			if c, err = selectCompetition(ctx, tx, due.Club, due.ID); err != nil {
				return err
			}
			for _, t := range c.Rounds[due.Round-1].Tables {
				placing := c.Charter.Missed.MissedPlacing(t.Players, t.there())
				if placing != nil && t.Placing == nil && !t.Begun {
					place(ctx, tx, c.ID, due.Round, t.Number, placing)
				}
			}
			tx.Do(ctx, `UPDATE competition_rounds SET closed_at = now() WHERE competition_id = $1 AND number = $2`,
				c.ID, due.Round)
			base.NotifyClub(tx, due.Club)
			err = compute(ctx, tx, due.Club, due.ID)
		}
		return err
	})
}

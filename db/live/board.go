package live

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/engine"
)

// A Board is a table with its running or last match, as one member of the club
// may see it.
type Board struct {
	Table TableView
	Dealt bool             // false: the match waits for its deal; what follows is zero
	View  engine.MatchView // for the viewer's seat, or a spectator
	Legal []engine.Move    // of the viewer
	Log   []LogEntry       // the last moves, oldest first
	Order []string         // in which the viewer holds the hand; nil where they gave none

	Talk     bool          // the viewer may say something now
	Muted    []engine.Seat // whose phrases the viewer does not want to see
	Watchers []base.Person // by name
	Undo     bool          // the viewer may propose to take the last move back
	Asides   []LogEntry    // events beside the moves, oldest first
	Offer    *Offer        // the last one, whatever became of it; nil where there is none
	First    bool          // the match is over, and the viewer has sat at no other one
}

// A LogEntry is one move as its viewer saw it happen.
type LogEntry struct {
	Version int // after the move
	Seat    engine.Seat
	Events  []engine.Event // only those the viewer saw
	Time    time.Time
	Made    string // for whom a move was made: "" by the seat's own player, else as MadeByClock
}

// logLength is the number of moves in the log, more than a round of most games.
const logLength = 50

// Board returns a table as a member of the club may see it: ErrUnwatched. With
// ErrOtherRules comes the table alone.
func (s *Tables) Board(ctx context.Context, club int64, number int, viewer int64) (b Board, err error) {
	err = s.Read(ctx, "board", func(ctx context.Context, conn *pgxpool.Conn) error {
		w, err := s.selectSnapshot(ctx, conn, `t.club_id = $2 AND t.number = $3 AND `+seenBy("$4"), club, number,
			viewer)
		if w != nil {
			mine := mineIn(w.table.Seats, viewer)
			if err == nil {
				err = w.table.mayWatch(viewer, mine)
			}
			if b.Table = w.table; err == nil {
				b = w.board(mine)
			}
			b.Table.Mine = mine
		}
		return err
	})
	return b, err
}

// Admit finds out whether a member of a club may see a table: ErrNotFound.
func (s *Tables) Admit(ctx context.Context, club int64, number int, viewer int64) (a Admission, err error) {
	err = s.Read(ctx, "admit", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT t.id, v.player_id FROM tables t JOIN members v ON v.club_id = t.club_id AND `+base.SeesSQL+`
			WHERE t.club_id = $1 AND t.number = $2 AND v.player_id = $3`, club, number, viewer).
			Scan(&a.table, &a.player)
	})
	return a, err
}

// seenBy is the condition that a member of the club may see the table t.
func seenBy(player string) string {
	return `EXISTS (SELECT FROM members v WHERE v.club_id = t.club_id AND v.player_id = ` + player + `
		AND ` + base.SeesSQL + `)`
}

// For returns the entry as a viewer saw it.
func (e LogEntry) For(viewer engine.Seat) LogEntry {
	e.Events = engine.AppendSeen(nil, e.Events, viewer)
	e.Time = e.Time.UTC()
	return e
}

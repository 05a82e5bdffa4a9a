package db

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
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

// A Whole is a table with its running or last match at one position, read once
// for all viewers. Nothing of it can be seen but by For. It does not change, but for Settle, and
// is safe for concurrent use.
type Whole struct {
	table TableView // of no viewer: Mine is not set
	match *engine.Match
	log   []LogEntry // of all viewers, oldest first
	hands []heldHand // of all seats

	asides   []LogEntry // nothing in them is hidden, but phrases of a muted seat
	mutes    []muted
	offer    *Offer
	watchers []base.Person

	mu     sync.Mutex // a match is not safe for concurrent use
	boards map[engine.Seat]Board
}

// An Admission proves that a member could see a table. Only the store makes one.
type Admission struct{ table, player int64 }

// Table is the id of the table.
func (a Admission) Table() int64 { return a.table }

// At is the table's position.
func (w *Whole) At() string { return w.table.At }

// For returns the board of a member who was admitted: ErrNotFound at another
// table, ErrUnwatched. Boards of one seat share what they hold, so nobody may change it.
func (w *Whole) For(a Admission) (Board, error) {
	if a.table != w.table.ID {
		return Board{}, ErrNotFound
	}
	mine := mineIn(w.table.Seats, a.player)
	if err := w.table.mayWatch(a.player, mine); err != nil {
		return Board{}, err
	}
	return w.board(mine), nil
}

// mineIn is a player's seat, Spectator where there is none.
func mineIn(seats []base.Seat, player int64) engine.Seat {
	for _, seat := range seats {
		if seat.Player == player {
			return seat.Seat
		}
	}
	return engine.Spectator
}

// board is the only code that reads a Whole and a seat together.
func (w *Whole) board(mine engine.Seat) Board {
	w.mu.Lock()
	defer w.mu.Unlock()
	if b, known := w.boards[mine]; known {
		return b
	}
	b := Board{Table: w.table, Asides: w.asides, Offer: w.offer, Watchers: w.watchers, Muted: w.mutedBy(mine)}
	if b.Muted != nil {
		b.Asides = slices.DeleteFunc(slices.Clone(w.asides), func(e LogEntry) bool { return e.isPhrase() && slices.Contains(b.Muted, e.Seat) })
	}
	b.Table.Mine = mine
	if w.match != nil {
		b.Dealt = true
		b.View = w.match.View(mine)
		if !w.match.HasLeft(mine) {
			b.Legal = w.match.Legal(mine, nil)
		}
		b.Talk = w.table.Phrases && mine != engine.Spectator && !w.match.HasLeft(mine) && !w.match.Secret()
		b.Order = order(w.hands, mine, b.View.Number)
		b.Log = make([]LogEntry, 0, len(w.log))
		for _, entry := range w.log {
			b.Log = append(b.Log, entry.For(mine))
		}
		if n := len(w.log); n > 0 && b.View.Outcome == nil && mine != engine.Spectator {
			b.Undo = w.log[n-1].Seat == mine && w.log[n-1].undoable(w.match)
		}
	}
	w.boards[mine] = b
	return b
}

// Board returns a table as a member of the club may see it: ErrUnwatched. With
// ErrOtherRules comes the table alone.
func (s *Store) Board(ctx context.Context, club int64, number int, viewer int64) (b Board, err error) {
	err = s.Read(ctx, "board", func(ctx context.Context, conn *pgxpool.Conn) error {
		w, err := s.selectWhole(ctx, conn, `t.club_id = $2 AND t.number = $3 AND `+seenBy("$4"), club, number, viewer)
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

// Whole returns a table for all viewers.
func (s *Store) Whole(ctx context.Context, table int64) (w *Whole, err error) {
	err = s.Read(ctx, "whole table", func(ctx context.Context, conn *pgxpool.Conn) error {
		w, err = s.selectWhole(ctx, conn, `t.id = $2`, table)
		return err
	})
	return w, err
}

// Admit finds out whether a member of a club may see a table: ErrNotFound.
func (s *Store) Admit(ctx context.Context, club int64, number int, viewer int64) (a Admission, err error) {
	err = s.Read(ctx, "admit", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT t.id, v.player_id FROM tables t JOIN members v ON v.club_id = t.club_id AND `+base.SeesSQL+`
			WHERE t.club_id = $1 AND t.number = $2 AND v.player_id = $3`, club, number, viewer).Scan(&a.table, &a.player)
	})
	return a, err
}

// seenBy is the condition that a member of the club may see the table t.
func seenBy(player string) string {
	return `EXISTS (SELECT FROM members v WHERE v.club_id = t.club_id AND v.player_id = ` + player + ` AND ` + base.SeesSQL + `)`
}

// selectWhole reads a table by one statement, so that position and log agree. The
// arguments of which begin with $2. With ErrOtherRules comes the table alone.
func (s *Store) selectWhole(ctx context.Context, q pg.Querier, which string, args ...any) (*Whole, error) {
	w := &Whole{boards: map[engine.Seat]Board{}}
	var p position
	err := w.table.read(q.QueryRow(ctx, `
		SELECT `+tableColumns("-1")+`, m.rules_version, m.seed, m.state, (
			SELECT coalesce(json_agg(json_build_object('version', version, 'seat', seat, 'events', events, 'time', at, 'made', made)
				ORDER BY version), '[]')
			FROM (SELECT * FROM moves WHERE match_id = m.id ORDER BY version DESC LIMIT $1) last),
			(`+asideList+`), (`+lastOffer+`), (`+heldHands+`), (`+mutesAt+`), (`+watcherList+`)
		FROM `+tableFrom+` WHERE `+which, append([]any{logLength}, args...)...),
		&p.Rules, &p.Seed, &p.State, &w.log, &w.asides, &w.offer, &w.hands, &w.mutes, &w.watchers)
	if err != nil {
		return nil, err
	}
	base.InNameOrder(w.watchers, func(p base.Person) string { return p.Name })
	if w.table.MatchStatus != base.MatchWaiting {
		p.Game, p.Match, p.Version = w.table.Game, w.table.Match, w.table.Version
		if w.table.MatchStatus == base.MatchOver {
			w.match, err = s.selectOver(ctx, q, w.table, p)
		} else {
			w.match, err = s.load(ctx, q, &p)
		}
	}
	return w, err
}

// For returns the entry as a viewer saw it.
func (e LogEntry) For(viewer engine.Seat) LogEntry {
	e.Events = engine.AppendSeen(nil, e.Events, viewer)
	e.Time = e.Time.UTC()
	return e
}

// A step is what a move changes at its table.
type step struct {
	from   string // position of the table before it
	match  *engine.Match
	seat   engine.Seat
	events []byte    // as the move's row keeps them
	clock  []byte    // as the match's row keeps it; nil without one
	state  []byte    // the position, when it is kept anew
	made   string    // for whom: see MadeByClock
	time   time.Time // by the database's clock, once it is committed
}

// After is the table after a move, as Whole would read it: nil where w is not the
// table exactly as it was before the move, and when the match is over.
func (w *Whole) After(move Played) *Whole {
	s := move.step
	if !w.precedes(move) {
		return nil
	}
	entry := LogEntry{Version: s.match.Version(), Seat: s.seat, Time: s.time, Made: s.made}
	var timed *clock.Clock
	if json.Unmarshal(s.events, &entry.Events) != nil || s.clock != nil && json.Unmarshal(s.clock, &timed) != nil {
		return nil
	}
	next := &Whole{
		table: w.table, match: s.match, hands: w.hands, asides: w.asides, mutes: w.mutes, offer: w.offer, watchers: w.watchers, boards: map[engine.Seat]Board{},
		log: append(slices.Clone(w.log[max(0, len(w.log)+1-logLength):]), entry),
	}
	t := &next.table
	t.Version, t.ToMove, t.At, t.Moved, t.Now, t.Clock = s.match.Version(), s.match.Awaited(), move.Change.At, s.time, s.time, timed
	if timed != nil {
		t.away = timed.Away
	}
	return next
}

// precedes reports whether this is the table exactly as it was before a move after which the match goes on.
func (w *Whole) precedes(move Played) bool {
	s := move.step
	if s == nil {
		return false
	}
	_, over := s.match.Outcome()
	return !over && move.Table == w.table.ID && w.table.At == s.from && w.match != nil
}

// Settle gives the table after a move that was drafted while it was on its way the times at which it is
// kept. It reports whether that is the table after this move; nobody else may have it yet.
func (w *Whole) Settle(draft *Whole, move Played) bool {
	if !w.precedes(move) || draft.At() != move.Change.At {
		return false
	}
	s, last := move.step, len(draft.log)-1
	draft.table.Moved, draft.table.Now, draft.log[last].Time = s.time, s.time, s.time
	for seat, board := range draft.boards {
		board.Table.Moved, board.Table.Now, board.Log[last].Time = s.time, s.time, s.time.UTC()
		draft.boards[seat] = board
	}
	return true
}

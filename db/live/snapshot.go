package live

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// A Snapshot is a table with its running or last match at one position, for all viewers. Only For shows any of it. It
// does not change, and is safe for concurrent use.
type Snapshot struct {
	table TableView // of no viewer: Mine is not set
	match *lockedMatch
	log   []LogEntry // of all viewers, oldest first
	hands []heldHand // of all seats

	asides   []LogEntry // nothing in them is hidden, but phrases of a muted seat
	mutes    []muted
	offer    *Offer
	watchers []base.Person
	firsts   []engine.Seat // of a match that is over: seats of players who have sat at no other one

	boards map[engine.Seat]Board // those that were asked for; the lock of match guards them
	drawn  *drawn
}

// A lockedMatch is a match for one at a time; nil before the deal.
type lockedMatch struct {
	sync.Mutex
	*engine.Match
}

// drawn is what is made of a snapshot once, to be shown.
type drawn struct {
	mu     sync.Mutex
	before any // of the snapshot from which a move has led here
	made   any
}

// Drawn returns what make has made of the snapshot when it was first asked for. It is given what was made of the
// snapshot before the move that has led here; nil where that is not known.
func (w *Snapshot) Drawn(make func(before any) any) any {
	w.drawn.mu.Lock()
	defer w.drawn.mu.Unlock()
	if w.drawn.made == nil {
		w.drawn.made, w.drawn.before = make(w.drawn.before), nil
	}
	return w.drawn.made
}

// An Admission proves that a member could see a table. Only the store makes one.
type Admission struct{ table, player int64 }

// Table is the id of the table.
func (a Admission) Table() int64 { return a.table }

// At is the table's position.
func (w *Snapshot) At() string { return w.table.At }

// For returns the board of a member who was admitted: ErrNotFound at another
// table, ErrUnwatched. Boards of one seat share what they hold, so nobody may change it.
func (w *Snapshot) For(a Admission) (Board, error) {
	if a.table != w.table.ID {
		return Board{}, base.ErrNotFound
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

// board is the only code that reads a Snapshot and a seat together.
func (w *Snapshot) board(mine engine.Seat) Board {
	w.match.Lock()
	defer w.match.Unlock()
	if b, known := w.boards[mine]; known {
		return b
	}
	b := Board{Table: w.table, Asides: w.asides, Offer: w.offer, Watchers: w.watchers, Muted: w.mutedBy(mine)}
	if b.Muted != nil {
		b.Asides = slices.DeleteFunc(slices.Clone(w.asides), func(e LogEntry) bool {
			return e.isPhrase() && slices.Contains(b.Muted, e.Seat)
		})
	}
	b.Table.Mine, b.First = mine, slices.Contains(w.firsts, mine)
	if w.match.Match != nil {
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
			b.Undo = w.table.Practice && !b.View.Between && ownLine(w.log, mine) ||
				w.log[n-1].Seat == mine && w.log[n-1].undoable(w.match.Match)
		}
	}
	w.boards[mine] = b
	return b
}

// ownLine reports that a seat has made a move in the round that was not taken back.
func ownLine(log []LogEntry, seat engine.Seat) bool {
	undone := 0
	for _, entry := range slices.Backward(log) {
		is := func(kind string) bool {
			return slices.ContainsFunc(entry.Events, func(e engine.Event) bool { return e.Kind == kind })
		}
		switch {
		case is("dealt"), is(engine.VerbNext):
			return false
		case is("undone"):
			undone++
		case undone > 0:
			undone--
		case entry.Seat == seat:
			return true
		}
	}
	return false
}

// selectSnapshot reads a table by one statement, so that position and log agree. The
// arguments of which begin with $2. With ErrOtherRules comes the table alone.
func (s *Tables) selectSnapshot(ctx context.Context, q pg.Querier, which string, args ...any) (*Snapshot, error) {
	w := &Snapshot{match: new(lockedMatch), boards: map[engine.Seat]Board{}, drawn: new(drawn)}
	var p MatchPosition
	var log []StoredEntry
	err := w.table.read(q.QueryRow(ctx, `
		SELECT `+tableColumns("-1")+`, m.rules_version, `+ShuffledSQL+`, m.state, (
			SELECT coalesce(json_agg(json_build_object('version', version, 'seat', seat, 'events', events, 'time', at,
				'made', made)
				ORDER BY version), '[]')
			FROM (SELECT * FROM moves WHERE match_id = m.id ORDER BY version DESC LIMIT $1) last),
			(`+asideList+`), (`+lastOffer+`), (`+heldHands+`), (`+mutesAt+`), (`+watcherList+`), `+firstsSQL+`
		FROM `+tableFromSQL+` WHERE `+which, append([]any{logLength}, args...)...),
		append(append([]any{&p.Rules}, p.Columns()...), &p.State, &log, &w.asides, &w.offer, &w.hands, &w.mutes,
			&w.watchers, &w.firsts)...)
	if err != nil {
		return nil, err
	}
	base.InNameOrder(w.watchers, func(p base.Person) string { return p.Name })
	if w.table.MatchStatus != base.MatchWaiting {
		if err := s.OpenKey(w.table.Match, &p.Shuffled); err != nil {
			return w, err
		}
		if w.log, err = OpenEntries(p.Key, log); err != nil {
			return w, err
		}
		for i := range w.hands {
			if w.hands[i].Cards, err = p.Key.OpenText(keys.Hand, w.hands[i].Cards); err != nil {
				return w, err
			}
		}
		p.Game, p.Match, p.Version = w.table.Game, w.table.Match, w.table.Version
		if w.table.MatchStatus == base.MatchOver {
			w.match.Match, err = s.selectOver(ctx, q, w.table, p)
		} else {
			w.match.Match, err = s.LoadMatch(ctx, q, &p)
		}
	}
	return w, err
}

// firstsSQL are the seats of the match m, once it is over, whose players have sat at no other match.
const firstsSQL = `CASE WHEN m.status = 'over' THEN (SELECT coalesce(array_agg(s.seat), '{}') FROM match_seats s
	WHERE s.match_id = m.id AND s.player_id IS NOT NULL AND NOT EXISTS (
		SELECT FROM match_seats o WHERE o.player_id = s.player_id AND o.match_id <> m.id)) ELSE '{}' END`

// A step is what a move changes at its table.
type step struct {
	from   string // position of the table before it
	match  *engine.Match
	seat   engine.Seat
	told   []byte    // the events, as JSON
	events []byte    // the same as the move's row keeps them
	clock  []byte    // as the match's row keeps it; nil without one
	state  []byte    // the position, when it is kept anew
	made   string    // for whom: see MadeByClock
	time   time.Time // by the database's clock, once it is committed
}

// after is the table after a move by which it has come from this position, as it would be read; nil where it has not,
// and when the match is over.
func (w *Snapshot) after(s *step, at string) *Snapshot {
	if _, over := s.match.Outcome(); over || w.table.At != s.from || w.match.Match == nil {
		return nil
	}
	entry := LogEntry{Version: s.match.Version(), Seat: s.seat, Time: s.time, Made: s.made}
	var timed *clock.Clock
	if json.Unmarshal(s.told, &entry.Events) != nil || s.clock != nil && json.Unmarshal(s.clock, &timed) != nil {
		return nil
	}
	next := *w
	next.match, next.boards, next.drawn = &lockedMatch{Match: s.match.Clone()}, map[engine.Seat]Board{},
		&drawn{before: w.drawn.latest()}
	next.log = append(slices.Clone(w.log[max(0, len(w.log)+1-logLength):]), entry)
	t := &next.table
	t.Version, t.ToMove, t.At, t.Moved, t.Now, t.Clock = s.match.Version(), s.match.Awaited(), at, s.time, s.time, timed
	if timed != nil {
		t.away = timed.Away
	}
	return &next
}

// latest is what was made of a snapshot, or else of the one before it.
func (d *drawn) latest() any {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.made == nil {
		return d.before
	}
	return d.made
}

// kept is the table after a move, with the time at which the move is kept. It shares what was drawn meanwhile.
func (w *Snapshot) kept(at time.Time) *Snapshot {
	w.match.Lock()
	defer w.match.Unlock()
	next, last := *w, len(w.log)-1
	next.log, next.boards = slices.Clone(w.log), maps.Clone(w.boards)
	next.table.Moved, next.table.Now, next.log[last].Time = at, at, at
	for seat, board := range next.boards {
		board.Log = slices.Clone(board.Log)
		board.Table.Moved, board.Table.Now, board.Log[last].Time = at, at, at.UTC()
		next.boards[seat] = board
	}
	return &next
}

// See returns the table of an admission as it is now: from memory, or read once for all who ask at the same time. It
// never returns what was read before a change of which this program knows.
func (s *Tables) See(ctx context.Context, a Admission) (*Snapshot, error) {
	known, hint := s.Waiters.snapshot(a.table)
	if known != nil {
		return known, nil
	}
	read := s.flights.DoChan(fmt.Sprintf("%d/%d", a.table, hint), func() (_ any, err error) {
		ctx, cancel := detached(ctx)
		defer cancel()
		defer func() {
			if value := recover(); value != nil {
				s.log.LogAttrs(ctx, slog.LevelError, "panic where a table is read", slog.Any("panic", value),
					slog.String("stack", string(debug.Stack())))
				err = fmt.Errorf("read a table: panic: %v", value)
			}
		}()
		leave, err := s.EnterPoll(ctx)
		if err != nil {
			return nil, err
		}
		defer leave()
		var w *Snapshot
		err = s.Read(ctx, "table", func(ctx context.Context, conn *pgxpool.Conn) error {
			w, err = s.selectSnapshot(ctx, conn, `t.id = $2`, a.table)
			return err
		})
		if err != nil {
			return nil, err
		}
		s.Waiters.keepSnapshot(hint, w)
		return w, nil
	})
	select {
	case got := <-read:
		w, _ := got.Val.(*Snapshot)
		return w, got.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// detached outlives a request, but not its deadline.
func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	free := context.WithoutCancel(ctx)
	if deadline, bounded := ctx.Deadline(); bounded {
		return context.WithDeadline(free, deadline)
	}
	return free, func() {}
}

// PollsAtOnce bounds the polls that read at the same time. It leaves half of the connections to others, when everything
// changes at once.
const PollsAtOnce = 8

// EnterPoll waits for one of the places for polls that read; leave gives it back. ErrUnavailable.
func (s *Tables) EnterPoll(ctx context.Context) (leave func(), err error) {
	if err := s.polls.Acquire(ctx, 1); err != nil {
		return nil, pg.Because(base.ErrUnavailable, err)
	}
	return func() { s.polls.Release(1) }, nil
}

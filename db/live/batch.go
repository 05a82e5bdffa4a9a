package live

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// A batch is a transaction that makes moves of different matches, so that PostgreSQL begins, commits and notifies once
// for all of them. No move waits for company or for a lock: it is made at once, or with those that came while the
// transaction before was under way, or in a second transaction when enough have come: the first may wait for the disk.

const (
	maxBatch      = 16 // moves in one transaction
	secondBatchAt = 4  // waiting moves for which a second transaction begins beside the first
)

// An errNotBatched says why a move was made alone, under the lock of its match. The metric of such moves names it.
type errNotBatched string

const (
	notCached  errNotBatched = "not_cached"  // the match's position is not in memory
	notNewest  errNotBatched = "not_newest"  // the form shows another version
	hasClock   errNotBatched = "clock"       // other things may be due before the move
	notLegal   errNotBatched = "refused"     // the game refuses the move
	roundEnds  errNotBatched = "round_ends"  // there is more to write
	playerLeft errNotBatched = "player_left" // automatic moves may be due
	// the match, its table or its player is not as remembered, or the match is locked
	notAsKnown errNotBatched = "row_changed"
	notMade    errNotBatched = "batch_failed"
)

// allNotBatched lists the reasons, so that each has its number from the start.
var allNotBatched = []errNotBatched{notCached, notNewest, hasClock, notLegal, roundEnds, playerLeft, notAsKnown,
	notMade}

func (e errNotBatched) Error() string { return "not batched: " + string(e) }

// countAlone counts a move that is made alone.
func (s *Tables) countAlone(ctx context.Context, in PlayInput, why errNotBatched) {
	s.alone[why].Add(1)
	s.log.LogAttrs(ctx, slog.LevelDebug, "move made alone", slog.String("why", string(why)),
		slog.Int64("match", in.Match), slog.Int("version", in.Version), slog.Int64("player", in.Player))
}

func aloneCounts() map[errNotBatched]*atomic.Int64 {
	counts := map[errNotBatched]*atomic.Int64{}
	for _, why := range allNotBatched {
		counts[why] = new(atomic.Int64)
	}
	return counts
}

// A batchedMove is a move that is made, perhaps with others.
type batchedMove struct {
	PlayInput
	ctx  context.Context
	row  string         // that the match must have
	next *MatchPosition // to which the move leads
	done chan struct{}  // closed once the error is known

	before, after *Snapshot // of the table; nil where it is not in memory

	played Played
	err    error
}

// A moveBatcher holds the moves that wait for a transaction.
type moveBatcher struct {
	mu            sync.Mutex
	waiting       []*batchedMove
	secondBatchAt int
	running       int // transactions
	moves         int // in them
}

// BatchSecondAt has a second transaction begin beside the first when n moves wait, for tests; otherwise it is four.
func (s *Tables) BatchSecondAt(n int) {
	s.batcher.mu.Lock()
	defer s.batcher.mu.Unlock()
	s.batcher.secondBatchAt = n
}

// underway counts the moves that wait or are being made, and the transactions that make them.
func (b *moveBatcher) underway() (moves, batches int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.moves + len(b.waiting), b.running
}

// startBatched begins to make a move in the newest position of a match that is in memory, and returns when the
// statement is sent, or others send it. With an errNotBatched nothing has happened.
func (s *Tables) startBatched(ctx context.Context, in PlayInput) (*batchedMove, error) {
	p, known := s.recalled(in)
	switch {
	case !known:
		return nil, notCached
	case in.Version != p.Version:
		return nil, notNewest
	case p.timed || p.Pace != (clock.Pace{}):
		return nil, hasClock
	}
	m := &batchedMove{PlayInput: in, ctx: ctx, row: p.Row, next: &p, done: make(chan struct{})}
	if err := m.play(p.match.Clone()); err != nil {
		return nil, err
	}
	if m.before, _ = s.Waiters.snapshot(p.Table); m.before != nil {
		p.Step.time = s.Now()
		m.after = m.before.after(p.Step, p.at())
	}
	if batch := s.batcher.add(m); len(batch) > 0 {
		sent := make(chan struct{})
		go s.runBatches(batch, sync.OnceFunc(func() { close(sent) }))
		<-sent
	}
	return m, nil
}

// play makes the move in memory: an errNotBatched when more follows from it than a batch writes.
func (m *batchedMove) play(match *engine.Match) error {
	p, rounds, between, number := m.next, len(match.Rounds()), match.Between(), match.Number()
	events, err := match.Play(p.Mine, m.Move)
	if err != nil {
		return notLegal
	}
	if len(match.Rounds()) != rounds {
		return roundEnds
	}
	for seat := range p.Players {
		if match.HasLeft(engine.Seat(seat)) {
			return playerLeft
		}
	}
	if err := p.follow(match, p.Mine, events); err != nil {
		return err
	}
	m.played = Played{
		Table: p.Table, Match: p.Match, Version: p.Version, Guest: Admission{p.Table, m.Player},
		Change: p.change(match.Between() == between && match.Number() == number),
	}
	return nil
}

// add returns the batch that the caller has to make; none while others make enough of them.
func (b *moveBatcher) add(m *batchedMove) []*batchedMove {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, m)
	if b.running == 0 || b.running == 1 && len(b.waiting) >= b.secondBatchAt {
		b.running++
		return b.nextBatch()
	}
	return nil
}

// next returns the moves that have come while a batch was made.
func (b *moveBatcher) next(made []*batchedMove) []*batchedMove {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.moves -= len(made)
	if b.running > 1 && len(b.waiting) < b.secondBatchAt {
		b.running--
		return nil
	}
	return b.nextBatch()
}

// nextBatch returns moves of different matches, the oldest first, for one more transaction. If none waits, one less is
// running.
func (b *moveBatcher) nextBatch() (batch []*batchedMove) {
	var left []*batchedMove
	for _, m := range b.waiting {
		switch {
		case m.ctx.Err() != nil: // its player has gone
		case len(batch) == maxBatch, slices.ContainsFunc(batch, func(other *batchedMove) bool {
			return other.Match == m.Match
		}):
			left = append(left, m)
		default:
			batch = append(batch, m)
		}
	}
	b.waiting, b.moves = left, b.moves+len(batch)
	if len(batch) == 0 {
		b.running--
	}
	return batch
}

// runBatches makes a batch, and those of the moves that come meanwhile. Sent is called once the first is on its way.
func (s *Tables) runBatches(batch []*batchedMove, sent func()) {
	for len(batch) > 0 {
		err := s.runBatch(batch, sent)
		sent()
		next := s.batcher.next(batch)
		for _, m := range batch {
			if err != nil {
				m.err = err
			}
			close(m.done)
		}
		batch = next
	}
}

// runBatch makes moves of different matches in one transaction. A move whose match is locked, or not as remembered,
// is notAsKnown. When the transaction fails, because of one move or in COMMIT, all are notMade: made alone, each is
// found by its key if it was kept. ErrUnavailable: the database was not asked.
func (s *Tables) runBatch(batch []*batchedMove, sent func()) (err error) {
	last := batch[len(batch)-1].ctx
	ctx, cancel := detached(last) // a player who goes away stops nobody else
	defer cancel()
	asked := false
	defer func() {
		if value := recover(); value != nil { // made alone it panics again, in the request of its own player
			s.log.LogAttrs(ctx, slog.LevelError, "panic in a batch of moves", slog.Int("moves", len(batch)),
				slog.Any("panic", value), slog.String("stack", string(debug.Stack())))
			err = notMade
		} else if err != nil && asked {
			s.logFailed(ctx, len(batch), err)
			if errors.Is(err, base.ErrUnavailable) { // the moves may be kept, and their players may have gone
				for _, m := range batch {
					s.Waiters.doubt(m.next.Table)
				}
			}
			err = notMade
		}
	}()
	return s.InUrgentTx(ctx, "play", func(ctx context.Context, tx *pg.Tx) error {
		asked = true
		tx.Sent = sent
		tx.Last.Queue("BEGIN")
		queueMoves(batch, &tx.Last).Query(func(rows pgx.Rows) error {
			var n int
			var row string
			var at time.Time
			_, err := pgx.ForEachRow(rows, []any{&n, &row, &at}, func() error {
				m := batch[n-1]
				p, at := m.next, at
				p.Row, p.Step.time, m.err = row, at, nil
				tx.OnCommit(func() {
					after := m.after // the move's player may be drawing it
					if after != nil {
						after = after.kept(at)
					}
					s.moved(p, m.played.Change, m.before, after)
				})
				return s.dueBots(ctx, tx, p, p.Step.match, false)
			})
			return err
		})
		s.notifyBatch(batch, &tx.After)
		for _, m := range batch {
			m.err = notAsKnown
		}
		return nil
	})
}

// logFailed tells why a batch has failed. A lost connection and a key that is used again are no fault of the program.
func (s *Tables) logFailed(ctx context.Context, moves int, err error) {
	level := slog.LevelError
	switch {
	case pg.Code(err) == keyUsed:
		level = slog.LevelDebug
	case errors.Is(err, base.ErrUnavailable):
		level = slog.LevelWarn
	}
	s.log.LogAttrs(ctx, level, "batch of moves failed", slog.Int("moves", moves), slog.Any("error", err))
}

// keyUsed is PostgreSQL's code for a second row with the same key.
const keyUsed = "23505"

// notifyBatch queues what tells the listeners of other programs of moves, once they are made. This program is told by
// the answer to a move if it is the only one that listens, and else like the others. As many rows are looked at for
// few moves as for many, so that PostgreSQL keeps its plan.
func (s *Tables) notifyBatch(list []*batchedMove, batch *pgx.Batch) {
	matches, versions, notices := make([]int64, len(list)), make([]int, len(list)), make([]string, len(list))
	for i, m := range list {
		matches[i], versions[i], notices[i] = m.Match, m.next.Version, m.played.Change.notice()
	}
	batch.Queue(`
		SELECT pg_notify('`+channel+`', ($3::text[])[n]) FROM generate_series(1, `+strconv.Itoa(maxBatch)+`) n
		WHERE (SELECT version >= ($2::integer[])[n] FROM matches WHERE id = ($1::bigint[])[n])
			AND (SELECT pg_try_advisory_xact_lock_shared($4, $5) OR NOT pg_try_advisory_xact_lock($4, $6))`,
		matches, versions, notices, listenerLocks, s.only.Load(), otherListenerLock).Query(func(rows pgx.Rows) error {
		defer rows.Close()
		if rows.Next() {
			for _, m := range list {
				m.played.Change.Players, m.played.Change.Within = nil, true
			}
		}
		return nil
	})
}

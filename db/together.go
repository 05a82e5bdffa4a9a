package db

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// Moves that come at the same time at different tables are made in one transaction, so that
// PostgreSQL begins, commits and tells once for all of them. Nobody waits for company: a move
// is made at once, or with those that came during the transaction before, or in a second one
// beside it when there are some: the first may be waiting for the disk. It waits for no lock.

const (
	mostTogether = 16 // moves in one transaction
	enough       = 4  // moves that wait, for which a second transaction is begun beside the first
)

// errAlone is the answer to a move that needs a transaction of its own.
var errAlone = errors.New("to be made alone")

// A waitingMove is one that is about to be made, perhaps together with others.
type waitingMove struct {
	PlayInput
	ctx  context.Context
	row  string        // that the match must have
	then position      // to which it leads
	made chan struct{} // closed once the error is known

	played Played
	err    error
}

// together are the moves that wait for their transaction.
type together struct {
	mu      sync.Mutex
	waiting []*waitingMove
	enough  int // moves for a second transaction
	running int // transactions
	making  int // moves in them
}

// playTogether makes a move in the newest position of a match that is remembered. Whatever is
// out of the ordinary is errAlone, and nothing has happened: so is a match with a clock, where
// other things may be due before the move.
func (s *Store) playTogether(ctx context.Context, in PlayInput) (Played, error) {
	p, remembered := s.recalled(in)
	if !remembered || in.Version != p.Version || p.Pace != (clock.Pace{}) {
		return Played{}, errAlone
	}
	w := &waitingMove{PlayInput: in, ctx: ctx, row: p.Row, then: p, made: make(chan struct{})}
	if !w.play(p.match.Clone()) {
		return Played{}, errAlone
	}
	draft := sync.OnceFunc(w.drafting())
	s.makeMoves(s.together.add(w), draft)
	draft()
	select {
	case <-w.made:
		return w.played, w.err
	case <-ctx.Done(): // it may be made or not, as when the answer to COMMIT is lost
		go s.tellSelf(w)
		return Played{}, pg.Because(ErrUnavailable, ctx.Err())
	}
}

// tellSelf tells this program of a move whose player does not wait for it any more.
func (s *Store) tellSelf(w *waitingMove) {
	<-w.made
	if only := s.only.Load(); only != nil && w.err == nil {
		only.changed(w.played.Change)
	}
}

// play makes the move in memory, and reports whether that is all there is to it.
func (w *waitingMove) play(match *engine.Match) bool {
	p, rounds, between, number := &w.then, len(match.Rounds()), match.Between(), match.Number()
	events, err := match.Play(p.Mine, w.Move)
	if err != nil || len(match.Rounds()) != rounds {
		return false
	}
	for seat := range p.Players {
		if match.HasLeft(engine.Seat(seat)) {
			return false
		}
	}
	if p.follow(match, p.Mine, events) != nil {
		return false
	}
	w.played = Played{
		Table: p.Table, Match: p.Match, Version: p.Version, Guest: Admission{p.Table, w.Player}, step: p.Step,
		Change: p.change(match.Between() == between && match.Number() == number),
	}
	return true
}

// drafting returns what tells of the move while it is on its way, as if it were made now.
func (w *waitingMove) drafting() func() {
	if w.Draft == nil {
		return func() {}
	}
	drafted, step := w.played, *w.played.step
	step.match = step.match.Clone() // a match is not for two at the same time
	drafted.step = &step
	return func() {
		step.time = time.Now()
		step.changed = step.time
		w.Draft(drafted)
	}
}

// add returns the moves that whoever adds one has to make.
func (t *together) add(w *waitingMove) []*waitingMove {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, w)
	if t.running == 0 || t.running == 1 && len(t.waiting) >= t.enough {
		t.running++
		return t.take()
	}
	return nil
}

// next returns the moves that have come while others were made, for whoever made those.
func (t *together) next(made []*waitingMove) []*waitingMove {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.making -= len(made)
	if t.running > 1 && len(t.waiting) < t.enough {
		t.running--
		return nil
	}
	return t.take()
}

// take returns moves of different matches, the oldest first. Without any a transaction less is running.
func (t *together) take() (list []*waitingMove) {
	var left []*waitingMove
	for _, w := range t.waiting {
		switch {
		case w.ctx.Err() != nil: // nobody waits for it
		case len(list) == mostTogether, slices.ContainsFunc(list, func(other *waitingMove) bool { return other.Match == w.Match }):
			left = append(left, w)
		default:
			list = append(list, w)
		}
	}
	t.waiting, t.making = left, t.making+len(list)
	if len(list) == 0 {
		t.running--
	}
	return list
}

// makeMoves makes moves of different matches, and leaves those that come during that to a
// goroutine of their own. Meanwhile is run while COMMIT is on its way.
func (s *Store) makeMoves(list []*waitingMove, meanwhile func()) {
	if len(list) == 0 {
		return
	}
	err := s.makeAtOnce(list, meanwhile)
	next := s.together.next(list)
	for _, w := range list {
		if err != nil {
			w.err = err
		}
		close(w.made)
	}
	if len(next) > 0 {
		go s.makeMoves(next, nil)
	}
}

// makeAtOnce makes moves of different matches in one transaction. One whose match is not as it
// is remembered, or locked, is errAlone; so are all when it fails, because of somebody's move or in
// COMMIT: alone, each is found by its key, if it was made. ErrUnavailable: nobody was asked.
func (s *Store) makeAtOnce(list []*waitingMove, meanwhile func()) (err error) {
	defer func() {
		if recover() != nil {
			err = errAlone // where it happens again, to the one who has asked for it
		}
	}()
	last := list[len(list)-1].ctx
	ctx := context.WithoutCancel(last) // who goes away stops nobody else
	if deadline, bounded := last.Deadline(); bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	asked := false
	err = s.InUrgentTx(ctx, "play", func(ctx context.Context, tx *pg.Tx) error {
		asked = true
		tx.Meanwhile = meanwhile
		tx.Last.Queue("BEGIN")
		making(list, &tx.Last).Query(func(rows pgx.Rows) error {
			var n int
			var row string
			var at time.Time
			_, err := pgx.ForEachRow(rows, []any{&n, &row, &at}, func() error {
				w := list[n-1]
				p := &w.then
				p.Row, p.Step.time, p.Step.changed, w.err = row, at, at, nil
				s.onCommit(tx, p, true)
				return s.dueBots(ctx, tx, p, p.Step.match, false)
			})
			return err
		})
		s.telling(list, &tx.After)
		for _, w := range list {
			w.err = errAlone
		}
		return nil
	})
	if err != nil && asked {
		return errAlone
	}
	return err
}

// telling queues what tells the listeners of other programs of moves, once they are made. This program is told by
// the answer to a move if it is the only one that listens, and else like the others. As many rows are looked at for
// few moves as for many, so that PostgreSQL keeps its plan.
func (s *Store) telling(list []*waitingMove, batch *pgx.Batch) {
	matches, versions, notices := make([]int64, len(list)), make([]int, len(list)), make([]string, len(list))
	for i, w := range list {
		matches[i], versions[i], notices[i] = w.Match, w.then.Version, w.played.Change.notice()
	}
	batch.Queue(`
		SELECT pg_notify('`+channel+`', ($3::text[])[n]) FROM generate_series(1, `+strconv.Itoa(mostTogether)+`) n
		WHERE (SELECT version >= ($2::integer[])[n] FROM matches WHERE id = ($1::bigint[])[n])
			AND (SELECT pg_try_advisory_xact_lock_shared($4, $5) OR NOT pg_try_advisory_xact_lock($4, $6))`,
		matches, versions, notices, listenerLocks, s.only.Load().id(), otherListenerLock).Query(func(rows pgx.Rows) error {
		defer rows.Close()
		if rows.Next() {
			for _, w := range list {
				w.played.Change.Players, w.played.Change.Within = nil, true
			}
		}
		return nil
	})
}

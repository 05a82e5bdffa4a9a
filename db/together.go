package db

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"

	"carteado/engine"
	"carteado/engine/clock"
)

// Moves that come at the same time at different tables are made in one transaction, so that
// PostgreSQL begins, commits and tells once for all of them. Nobody waits for company: a move
// is made at once, or with those that came while no transaction was free.

const (
	togetherAtOnce = 2  // transactions
	mostTogether   = 16 // moves in one of them
)

// errAlone is the answer to a move that needs a transaction of its own.
var errAlone = errors.New("to be made alone")

// A waitingMove is one that is about to be made together with others.
type waitingMove struct {
	PlayInput
	ctx  context.Context
	made chan struct{} // closed once the rest is known

	played Played
	err    error
}

// together are the moves that wait for a transaction.
type together struct {
	mu      sync.Mutex
	waiting []*waitingMove
	running int // transactions
}

// playTogether makes a move in a match that is remembered. Whatever is out of the ordinary is
// errAlone, and nothing has happened: so is a match with a clock, where other things may be
// due before the move.
func (s *Store) playTogether(ctx context.Context, in PlayInput) (Played, error) {
	if p, remembered := s.recalled(in); !remembered || p.Pace != (clock.Pace{}) {
		return Played{}, errAlone
	}
	w := &waitingMove{PlayInput: in, ctx: ctx, made: make(chan struct{})}
	s.makeMoves(s.together.add(w))
	select {
	case <-w.made:
		return w.played, w.err
	case <-ctx.Done(): // it may be made or not, as when the answer to COMMIT is lost
		return Played{}, because(ErrUnavailable, ctx.Err())
	}
}

// add returns the moves that whoever adds one has to make.
func (t *together) add(w *waitingMove) []*waitingMove {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, w)
	if t.running == togetherAtOnce {
		return nil
	}
	t.running++
	return t.take()
}

// next returns the moves that have come while others were made.
func (t *together) next() []*waitingMove {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.take()
}

// take returns moves of different matches, the oldest first. With none left a transaction
// is free again.
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
	t.waiting = left
	if len(list) == 0 {
		t.running--
	}
	return list
}

// makeMoves makes moves of different matches, and leaves those that have come meanwhile to
// a goroutine of their own.
func (s *Store) makeMoves(list []*waitingMove) {
	if len(list) == 0 {
		return
	}
	err := s.makeAtOnce(list)
	next := s.together.next()
	for _, w := range list {
		if errors.Is(err, ErrUnavailable) {
			w.err = err
		} else if err != nil {
			w.err = errAlone
		}
		close(w.made)
	}
	if len(next) > 0 {
		go s.makeMoves(next)
	}
}

// makeAtOnce makes moves of different matches in one transaction. When it fails, nobody
// but the one whose move it was has to know: each is errAlone then.
func (s *Store) makeAtOnce(list []*waitingMove) (err error) {
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
	return s.inTxFrom(ctx, "play", nil, func(ctx context.Context, tx *txn) error {
		tx.together = true
		was, now, known := make([]position, len(list)), make([]position, len(list)), make([]*knownMove, len(list))
		var locks []*pgx.QueuedQuery
		for i, w := range list {
			was[i], _ = s.recalled(w.PlayInput)
			now[i] = was[i]
			// Who holds several locks waits for none, so that nobody waits in a circle.
			locks = append(locks, locking(w.PlayInput, &now[i], &known[i], lockRecalled+` SKIP LOCKED`, now[i].changing()...)...)
		}
		if err := tx.begin(ctx, locks); err != nil {
			return err
		}
		for i, w := range list {
			p := &now[i]
			if w.played, w.err = (Played{}), errAlone; !p.is(was[i]) {
				continue
			}
			p.match = was[i].match.Clone()
			w.played, _, w.err = s.playLocked(ctx, tx, p, known[i], w.PlayInput)
			if w.err != nil && !refused(w.err) {
				return w.err
			}
		}
		return nil
	})
}

// refused reports an answer before which nothing of a move is written.
func refused(err error) bool {
	return errors.As(err, new(*engine.Illegal)) || errors.Is(err, ErrStale) || errors.Is(err, errAlone)
}

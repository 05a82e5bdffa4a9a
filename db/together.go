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

// playTogether makes a move in the newest position of a match that is remembered. Whatever is
// out of the ordinary is errAlone, and nothing has happened: so is a match with a clock, where
// other things may be due before the move.
func (s *Store) playTogether(ctx context.Context, in PlayInput) (Played, error) {
	if p, remembered := s.recalled(in); !remembered || in.Version != p.Version || p.Pace != (clock.Pace{}) {
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
		was, now := make([]position, len(list)), make([]position, len(list))
		for i, w := range list {
			was[i], _ = s.recalled(w.PlayInput)
			now[i] = was[i]
		}
		if err := tx.begin(ctx, lockingAll(list, now)); err != nil {
			return err
		}
		for i, w := range list {
			p := &now[i]
			// No key was used yet for a move from the newest position.
			if w.played, w.err = (Played{}), errAlone; !p.is(was[i]) || p.Version != w.Version {
				continue
			}
			p.match = was[i].match.Clone()
			w.played, _, w.err = s.playLocked(ctx, tx, p, nil, w.PlayInput)
			if w.err != nil && !refused(w.err) {
				return w.err
			}
		}
		return nil
	})
}

// lockingAll are the statements that lock the matches of moves. One that is held by somebody is
// left without a row: who holds several locks waits for none, so that nobody waits in a circle.
func lockingAll(list []*waitingMove, now []position) []*pgx.QueuedQuery {
	if len(list) == 1 {
		var known *knownMove
		return locking(list[0].PlayInput, &now[0], &known, lockRecalled+` SKIP LOCKED`, now[0].changing()...)[:1]
	}
	var keys [5][]int64
	for i, w := range list {
		now[i].Row = ""
		for k, key := range []int64{w.Match, w.Club, int64(w.Table), w.Player, w.Session} {
			keys[k] = append(keys[k], key)
		}
	}
	var batch pgx.Batch
	batch.Queue(`SET LOCAL plan_cache_mode = force_generic_plan`) // else it is planned anew for every few moves
	batch.Queue(lockSeveral, keys[0], keys[1], keys[2], keys[3], keys[4]).Query(func(rows pgx.Rows) error {
		var at position
		var n int
		_, err := pgx.ForEachRow(rows, append(at.changing(), &n), func() error {
			p := &now[n-1]
			p.Row, p.TableVersion, p.Clock = at.Row, at.TableVersion, at.Clock
			return nil
		})
		return err
	})
	return batch.QueuedQueries
}

// lockSeveral is lockRecalled for several moves.
const lockSeveral = `
	SELECT ` + rowOfMatch + `, ` + tableVersion + `, m.clock, w.n
	FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) WITH ORDINALITY AS w (match, club, number, player, session, n)
	JOIN matches m ON m.id = w.match
	JOIN tables t ON t.id = m.table_id AND t.club_id = w.club AND t.number = w.number
	WHERE EXISTS (SELECT FROM memberships WHERE club_id = t.club_id AND player_id = w.player AND suspended_at IS NULL)
		AND (w.session = 0 OR EXISTS (SELECT FROM sessions s WHERE s.id = w.session AND s.player_id = w.player AND ` + sessionAlive + `))
	FOR UPDATE OF m SKIP LOCKED`

// refused reports an answer before which nothing of a move is written.
func refused(err error) bool {
	return errors.As(err, new(*engine.Illegal)) || errors.Is(err, ErrStale) || errors.Is(err, errAlone)
}

package pg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"golang.org/x/sync/semaphore"
)

// maxTries bounds how often a transaction runs when Postgres asks to try again.
const maxTries = 3

// A Tx is an open transaction.
type Tx struct {
	*pgx.Conn
	Last  pgx.Batch // the last writes travel with COMMIT: what they answer is known once it is committed
	After pgx.Batch // notices that are sent after COMMIT
	Sent  func()    // called once COMMIT is on its way; nil: nothing is

	err       error // the first of Do: the transaction fails with it
	committed []func()
	jobs      *river.Client[pgx.Tx]
}

// InTx runs do in a transaction at READ COMMITTED. Rows are locked in the order
// club, table, match, player, so that transactions wait for each other but never
// in a circle. When Postgres asks to try again the whole of do runs again, so
// do must set, not add to, what it returns through its closure.
func (d *DB) InTx(ctx context.Context, op string, do func(context.Context, *Tx) error) error {
	return d.inTx(ctx, op, d.others, func(ctx context.Context, tx *Tx) error {
		if err := tx.Start(ctx, nil); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// InUrgentTx is InTx on a connection that others leave free, for a do that begins the transaction itself: by Start,
// before anything else, or in Last.
func (d *DB) InUrgentTx(ctx context.Context, op string, do func(context.Context, *Tx) error) error {
	return d.inTx(ctx, op, nil, do)
}

func (d *DB) inTx(ctx context.Context, op string, places *semaphore.Weighted,
	do func(context.Context, *Tx) error) error {
	for try := 1; ; try++ {
		err := d.withConn(ctx, places, func(conn *pgxpool.Conn) error {
			tx := &Tx{Conn: conn.Conn(), jobs: d.jobs}
			err := do(ctx, tx)
			if tx.err != nil {
				err = tx.err // later statements failed because of it
			}
			if err == nil {
				err = tx.commit(ctx)
			}
			if err != nil {
				tx.rollback(ctx)
				return err
			}
			for _, then := range tx.committed {
				then()
			}
			return nil
		})
		switch {
		case err == nil:
			return nil
		case try < maxTries && !errors.Is(err, ErrUnavailable) && tryAgain(err):
			continue
		}
		return fmt.Errorf("%s: %w", op, d.named(err))
	}
}

// OnCommit calls then once the transaction is committed, in order, while the connection is still lent: then must not
// wait.
func (tx *Tx) OnCommit(then func()) { tx.committed = append(tx.committed, then) }

// Start sends BEGIN together with the first statements.
func (tx *Tx) Start(ctx context.Context, first []*pgx.QueuedQuery) error {
	var batch pgx.Batch
	batch.Queue("BEGIN")
	batch.QueuedQueries = append(batch.QueuedQueries, first...)
	return tx.SendBatch(ctx, &batch).Close()
}

// Do runs a statement that answers nothing. When it fails, the transaction fails
// with its error, whatever comes after it.
func (tx *Tx) Do(ctx context.Context, sql string, args ...any) {
	if tx.err == nil {
		_, tx.err = tx.Exec(ctx, sql, args...)
	}
}

// Err is the error with which the transaction fails because of Do.
func (tx *Tx) Err() error { return tx.err }

// Change runs a statement that must change a row; otherwise it returns none.
func (tx *Tx) Change(ctx context.Context, none error, sql string, args ...any) error {
	tag, err := tx.Exec(ctx, sql, args...)
	if err == nil && tag.RowsAffected() == 0 {
		err = none
	}
	return err
}

// Flush sends the last writes ahead of COMMIT, for a caller that has to read what they have written.
func (tx *Tx) Flush(ctx context.Context) error {
	batch := tx.Last
	tx.Last = pgx.Batch{}
	return tx.SendBatch(ctx, &batch).Close()
}

// commit sends the last writes, COMMIT and what is told afterwards. Postgres
// leaves out what follows an error, so that nothing is committed or told that
// was not written.
func (tx *Tx) commit(ctx context.Context) error {
	batch := pgx.Batch{QueuedQueries: slices.Clone(tx.Last.QueuedQueries)}
	batch.Queue("COMMIT")
	batch.QueuedQueries = append(batch.QueuedQueries, tx.After.QueuedQueries...)
	results := tx.SendBatch(ctx, &batch)
	defer func() { _ = results.Close() }() // a notice is a hint, which may get lost
	if tx.Sent != nil {
		tx.Sent()
	}
	for _, write := range tx.Last.QueuedQueries {
		read := write.Fn
		if read == nil {
			read = func(results pgx.BatchResults) error { _, err := results.Exec(); return err }
		}
		if err := read(results); Code(err) != "" {
			return err // refused by Postgres, before it came to COMMIT
		} else if err != nil {
			return Because(ErrUnavailable, err)
		}
	}
	if _, err := results.Exec(); err != nil {
		return Because(ErrUnavailable, fmt.Errorf("commit: %w", err))
	}
	return nil
}

// rollback outlives the request, so that the connection can be used again. A
// connection that it leaves in a transaction is closed by the pool.
func (tx *Tx) rollback(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_, _ = tx.Exec(ctx, "ROLLBACK")
}

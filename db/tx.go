package db

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/semaphore"
)

// maxTries bounds how often a transaction runs when Postgres asks to try again.
const maxTries = 3

// A txn is an open transaction. Writes may wait in last, to travel with COMMIT in
// one round trip.
type txn struct {
	*pgx.Conn
	err   error     // the first of do: the transaction fails with it
	last  pgx.Batch // the last writes: what they answer is known once it is committed
	after pgx.Batch // notices that are sent after COMMIT
	bots  []BotMove // due once it is committed
	moves int64     // made once it is committed

	meanwhile func() // run while COMMIT is on its way; nil: nothing

	played []*position // after its moves; remembered once they are committed
}

// inTx runs do in a transaction at READ COMMITTED. Rows are locked in the order
// club, table, match, player, so that transactions wait for each other but never
// in a circle. When Postgres asks to try again the whole of do runs again, so
// do must set, not add to, what it returns through its closure.
//
// COMMIT is sent once. When its answer is an error or is lost, nobody knows
// whether it happened: that is ErrUnavailable, and only the caller can find out,
// by the idempotency key of the form. pgconn.SafeToRetry is not asked: pgx
// believes a lost answer to COMMIT to be safe, which it is not.
func (s *Store) inTx(ctx context.Context, op string, do func(context.Context, *txn) error) error {
	return s.inTxFrom(ctx, op, s.others, func(ctx context.Context, tx *txn) error {
		if err := tx.begin(ctx, nil); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// inTxFrom is inTx for a do that calls begin itself, before anything else. It waits for
// a place among others first; nil goes ahead of them.
func (s *Store) inTxFrom(ctx context.Context, op string, others *semaphore.Weighted, do func(context.Context, *txn) error) error {
	for try := 1; ; try++ {
		err := s.withConn(ctx, others, func(conn *pgxpool.Conn) error {
			tx := &txn{Conn: conn.Conn()}
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
			s.moves.Add(tx.moves)
			for _, p := range tx.played {
				s.memory.keep(*p)
			}
			s.tellBots(tx.bots)
			return nil
		})
		switch {
		case err == nil:
			return nil
		case try < maxTries && !errors.Is(err, ErrUnavailable) && tryAgain(err):
			continue
		}
		return fmt.Errorf("%s: %w", op, named(err))
	}
}

// begin sends BEGIN together with the first statements.
func (tx *txn) begin(ctx context.Context, first []*pgx.QueuedQuery) error {
	var batch pgx.Batch
	batch.Queue("BEGIN")
	batch.QueuedQueries = append(batch.QueuedQueries, first...)
	return tx.SendBatch(ctx, &batch).Close()
}

// do runs a statement that answers nothing. When it fails, the transaction fails
// with its error, whatever comes after it.
func (tx *txn) do(ctx context.Context, sql string, args ...any) {
	if tx.err == nil {
		_, tx.err = tx.Exec(ctx, sql, args...)
	}
}

// change runs a statement that must change a row; otherwise it returns none.
func (tx *txn) change(ctx context.Context, none error, sql string, args ...any) error {
	tag, err := tx.Exec(ctx, sql, args...)
	if err == nil && tag.RowsAffected() == 0 {
		err = none
	}
	return err
}

// queueTx is the transaction as River wants it: pgx makes one by a statement
// that begins it, and here any other does.
func (tx *txn) queueTx(ctx context.Context) (pgx.Tx, error) {
	return tx.BeginTx(ctx, pgx.TxOptions{BeginQuery: "SELECT"})
}

// commit sends the last writes, COMMIT and what is told afterwards. Postgres
// leaves out what follows an error, so that nothing is committed or told that
// was not written.
//
// Notices follow COMMIT instead of riding in the transaction, where they would
// make all commits of the server wait for each other, one disk write at a time.
// They are as sure: the server has them already when it commits, and should it
// stop in between, every listener loses its connection and starts afresh.
func (tx *txn) commit(ctx context.Context) error {
	batch := pgx.Batch{QueuedQueries: slices.Clone(tx.last.QueuedQueries)}
	batch.Queue("COMMIT")
	batch.QueuedQueries = append(batch.QueuedQueries, tx.after.QueuedQueries...)
	results := tx.SendBatch(ctx, &batch)
	defer func() { _ = results.Close() }() // a notice is a hint, which may get lost
	if tx.meanwhile != nil {
		tx.meanwhile()
	}
	for _, write := range tx.last.QueuedQueries {
		read := write.Fn
		if read == nil {
			read = func(results pgx.BatchResults) error { _, err := results.Exec(); return err }
		}
		if err := read(results); code(err) != "" {
			return err // refused by Postgres, before it came to COMMIT
		} else if err != nil {
			return because(ErrUnavailable, err)
		}
	}
	if _, err := results.Exec(); err != nil {
		return because(ErrUnavailable, fmt.Errorf("commit: %w", err))
	}
	return nil
}

// rollback outlives the request, so that the connection can be used again. A
// connection that it leaves in a transaction is closed by the pool.
func (tx *txn) rollback(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_, _ = tx.Exec(ctx, "ROLLBACK")
}

// read runs one statement, or several that need not see the same snapshot.
func (s *Store) read(ctx context.Context, op string, do func(context.Context, *pgxpool.Conn) error) error {
	if err := s.withConn(ctx, s.others, func(conn *pgxpool.Conn) error { return do(ctx, conn) }); err != nil {
		return fmt.Errorf("%s: %w", op, named(err))
	}
	return nil
}

// withConn lends a connection to do. A broken one is ErrUnavailable, unless COMMIT
// was not sent yet: then nothing has happened, and do runs once more, on a new
// connection. After a restart of the server all that the pool holds are broken.
func (s *Store) withConn(ctx context.Context, others *semaphore.Weighted, do func(*pgxpool.Conn) error) error {
	if others != nil {
		if err := s.enter(ctx, others); err != nil {
			return err
		}
		defer others.Release(1)
	}
	broken, err := s.lend(ctx, do)
	if broken && ctx.Err() == nil && !errors.Is(err, ErrUnavailable) && !pgconn.Timeout(err) {
		s.pool.Reset()
		broken, err = s.lend(ctx, do)
	}
	if broken {
		return because(ErrUnavailable, err)
	}
	return err
}

// enter waits for a place, which the caller releases.
func (s *Store) enter(ctx context.Context, places *semaphore.Weighted) error {
	wait, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	if err := places.Acquire(wait, 1); err != nil {
		return because(ErrUnavailable, err)
	}
	return nil
}

// lend also reports whether do has left the connection broken.
func (s *Store) lend(ctx context.Context, do func(*pgxpool.Conn) error) (broken bool, err error) {
	wait, cancel := context.WithTimeout(ctx, s.wait)
	conn, err := s.pool.Acquire(wait)
	cancel()
	if err != nil {
		return false, because(ErrUnavailable, err)
	}
	defer conn.Release()
	err = do(conn)
	return err != nil && conn.Conn().IsClosed(), err
}

// Codes of Postgres on which a transaction is run again.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03"
)

// noText is Postgres's code for text that is not UTF-8, or holds a zero byte.
const noText = "22021"

// errAgain runs a transaction again that somebody else has overtaken.
var errAgain = errors.New("overtaken")

func tryAgain(err error) bool {
	if errors.Is(err, errAgain) {
		return true
	}
	switch code(err) {
	case serializationFailure, deadlockDetected, lockNotAvailable:
		return true
	}
	return false
}

func code(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// named puts the store's own error before that of Postgres. No row is
// ErrNotFound, since permission stands in the queries.
func named(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return because(ErrNotFound, err)
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		if tryAgain(err) {
			err = because(ErrUnavailable, err)
		}
		return err
	}
	switch {
	case pg.ConstraintName == "players_name_key", pg.ConstraintName == "table_presets_name_key":
		return because(ErrTaken, err)
	case pg.ConstraintName == "club_keeps_owner":
		return because(ErrLastOwner, err)
	case pg.ConstraintName == "players_email_key":
		return because(ErrEmailTaken, err)
	case pg.Code == noText: // of an address, and not the name of anything
		return because(ErrNotFound, err)
	case tryAgain(err), pg.Code == "57014", pg.Code[:2] == "53": // timed out, out of resources
		return because(ErrUnavailable, err)
	}
	return err
}

// all returns the rows of a query, by the names of T's fields.
func all[T any](ctx context.Context, q querier, sql string, args ...any) ([]T, error) {
	return collect(ctx, q, pgx.RowToStructByName[T], sql, args...)
}

// collect returns the rows of a query, each as read makes it.
func collect[T any](ctx context.Context, q querier, read pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, read)
}

// queue adds a query to a batch; list is filled with its rows, each as read makes
// it.
func queue[T any](batch *pgx.Batch, list *[]T, read pgx.RowToFunc[T], sql string, args ...any) {
	batch.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*list, err = pgx.CollectRows(rows, read)
		return err
	})
}

// scanned reads a row into the fields of T.
func scanned[T any, P interface {
	*T
	fields() []any
}](row pgx.CollectableRow) (v T, err error) {
	return v, row.Scan(P(&v).fields()...)
}

// A querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// again finds the row that a member made just before by the same form: the id
// that the query selects, or 0. It locks the membership, so that a member's
// requests run one at a time.
func again(ctx context.Context, tx *txn, club, player int64, query string, args ...any) (id int64, err error) {
	if _, err := tx.Exec(ctx, `SELECT FROM memberships WHERE club_id = $1 AND player_id = $2 FOR UPDATE`, club, player); err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce((`+query+` ORDER BY id DESC LIMIT 1), 0)`, args...).Scan(&id)
	return id, err
}

package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// maxTries bounds how often a transaction runs when Postgres asks to try again.
const maxTries = 3

// inTx runs do in a transaction at READ COMMITTED. Rows are locked in the order
// club, table, match, player, so that transactions wait for each other but never
// in a circle. When Postgres asks to try again the whole of do runs again, so
// do must set, not add to, what it returns through its closure.
//
// COMMIT is sent once. When its answer is an error or is lost, nobody knows
// whether it happened: that is ErrUnavailable, and only the caller can find out,
// by the idempotency key of the form. pgconn.SafeToRetry is not asked: pgx
// believes a lost answer to COMMIT to be safe, which it is not.
func (s *Store) inTx(ctx context.Context, op string, do func(context.Context, pgx.Tx) error) error {
	for try := 1; ; try++ {
		err := s.withConn(ctx, func(conn *pgxpool.Conn) error {
			tx, err := conn.Begin(ctx)
			if err != nil {
				return err
			}
			if err := do(ctx, tx); err != nil {
				rollback(ctx, tx)
				return err
			}
			if err := tx.Commit(ctx); err != nil {
				return because(ErrUnavailable, fmt.Errorf("commit: %w", err))
			}
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

// rollback outlives the request, so that the connection can be used again.
func rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_ = tx.Rollback(ctx) // a connection that cannot is closed by the pool
}

// read runs one statement, or several that need not agree with each other.
func (s *Store) read(ctx context.Context, op string, do func(context.Context, *pgxpool.Conn) error) error {
	if err := s.withConn(ctx, func(conn *pgxpool.Conn) error { return do(ctx, conn) }); err != nil {
		return fmt.Errorf("%s: %w", op, named(err))
	}
	return nil
}

// withConn lends a connection to do. A broken one is ErrUnavailable.
func (s *Store) withConn(ctx context.Context, do func(*pgxpool.Conn) error) error {
	wait, cancel := context.WithTimeout(ctx, poolWait)
	conn, err := s.pool.Acquire(wait)
	cancel()
	if err != nil {
		return because(ErrUnavailable, err)
	}
	defer conn.Release()
	if err = do(conn); err != nil && conn.Conn().IsClosed() {
		return because(ErrUnavailable, err)
	}
	return err
}

// Codes of Postgres on which a transaction is run again.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03"
)

func tryAgain(err error) bool {
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

// named puts the store's own error before what Postgres says: no row is
// ErrNotFound, since permission stands in the queries.
func named(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return because(ErrNotFound, err)
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	switch {
	case pg.ConstraintName == "players_name_key":
		return because(ErrTaken, err)
	case pg.ConstraintName == "players_email_key":
		return because(ErrEmailTaken, err)
	case tryAgain(err), pg.Code == "57014", pg.Code[:2] == "53": // timed out, out of resources
		return because(ErrUnavailable, err)
	}
	return err
}

// one returns the only row of a query, by the names of T's fields.
func one[T any](ctx context.Context, q querier, sql string, args ...any) (T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		var none T
		return none, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
}

// all returns the rows of a query, by the names of T's fields.
func all[T any](ctx context.Context, q querier, sql string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[T])
}

// A querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

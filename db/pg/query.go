package pg

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A Querier is a connection or a transaction.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// All returns the rows of a query, by the names of T's fields.
func All[T any](ctx context.Context, q Querier, sql string, args ...any) ([]T, error) {
	return Collect(ctx, q, pgx.RowToStructByName[T], sql, args...)
}

// Collect returns the rows of a query, each as read makes it.
func Collect[T any](ctx context.Context, q Querier, read pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, read)
}

// Queue adds a query to a batch; list is filled with its rows, each as read makes
// it.
func Queue[T any](batch *pgx.Batch, list *[]T, read pgx.RowToFunc[T], sql string, args ...any) {
	batch.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*list, err = pgx.CollectRows(rows, read)
		return err
	})
}

// Scanned reads a row into the fields of T.
func Scanned[T any, P interface {
	*T
	Fields() []any
}](row pgx.CollectableRow) (v T, err error) {
	return v, row.Scan(P(&v).Fields()...)
}

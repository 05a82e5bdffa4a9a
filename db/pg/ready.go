package pg

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNotReady says why the store should not serve, in words for everybody; its
// cause is for the log.
type ErrNotReady struct {
	Why   string
	cause error
}

func (e *ErrNotReady) Error() string { return fmt.Sprintf("%s: %v", e.Why, e.cause) }
func (e *ErrNotReady) Unwrap() error { return e.cause }

// Ready reports why the store should not serve: no answer, a schema that is older
// or newer than this program, settings under which Postgres may lose a move that
// it has acknowledged, or a disk that takes no writes. Its error is an
// *ErrNotReady.
func (d *DB) Ready(ctx context.Context) error {
	err := d.Read(ctx, "ready", func(ctx context.Context, conn *pgxpool.Conn) error {
		for _, setting := range []string{"fsync", "full_page_writes", "synchronous_commit"} {
			var value string
			if err := conn.QueryRow(ctx, "SELECT current_setting($1)", setting).Scan(&value); err != nil {
				return err
			}
			if value == "off" {
				return &ErrNotReady{"acknowledged moves could be lost", fmt.Errorf("%s is off", setting)}
			}
		}
		if err := schemaFits(ctx, conn); err != nil {
			return err
		}
		// A write that is rolled back waits for no disk, but it takes room on it.
		_, err := conn.Conn().PgConn().Exec(ctx, `BEGIN; INSERT INTO readiness (filler)
			VALUES (repeat('x', 8000)); ROLLBACK`).ReadAll()
		if Code(err) != "" {
			return &ErrNotReady{"the database takes no writes", err}
		}
		return err
	})
	var known *ErrNotReady
	if err != nil && !errors.As(err, &known) {
		return &ErrNotReady{"the database does not answer", err}
	}
	return err
}

// AwaitSchema returns when a program has brought the schema up to date, for a
// command that leaves this to the club.
func AwaitSchema(ctx context.Context, url string, log *slog.Logger) error {
	return Retry(ctx, log, func() error {
		conn, err := Connect(ctx, url)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(ctx) }() // it has only read
		return schemaFits(ctx, conn)
	})
}

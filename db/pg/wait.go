package pg

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// startPause is the wait between two tries: a program that starts together with its database, as after a power cut, is
// often the faster of the two.
const startPause = 200 * time.Millisecond

// maxOverdue is how often a statement may be over its time. It is most likely one in which the database stood still, as
// on a machine that slept; one that always is will not be mended by waiting.
const maxOverdue = 5

// Await returns once the database lets the program in.
func Await(ctx context.Context, url string, log *slog.Logger) error {
	return Retry(ctx, log, func() error {
		conn, err := Connect(ctx, url)
		if err == nil {
			err = conn.Close(ctx)
		}
		return err
	})
}

// Connect is for what is done outside of a store.
func Connect(ctx context.Context, url string) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, url)
	return conn, refusal(err)
}

// refusal says in one line why no connection was made, where pgx lists each address
// that it tried.
func refusal(err error) error {
	var failed *pgconn.ConnectError
	var why *pgconn.PgError
	if !errors.As(err, &failed) || !errors.As(err, &why) {
		return err
	}
	switch why.Code {
	case "28P01": // often a new password beside an old volume
		return Because(ErrRefused, errors.New("it refuses the password, and keeps the one that it was set up with"))
	case "28000", "3D000": // no such user, or not from here; no such database
		return Because(ErrRefused, why)
	}
	return err
}

// Retry runs do while the program opens, and again for as long as the
// database is not there or cuts it off, or until ctx ends. It says so once in the
// log. An error that waiting cannot mend, such as a wrong password, is returned at
// once.
func Retry(ctx context.Context, log *slog.Logger, do func() error) error {
	for said, overdue := false, 0; ; {
		err := do()
		switch {
		case err == nil:
			return nil // even if ctx has ended: the caller has something to stop
		case ctx.Err() != nil:
			return gaveUp(ctx, err)
		case cutOff(err):
		case isOverdue(err) && overdue < maxOverdue:
			overdue++
		default:
			return err
		}
		if !said {
			log.Warn("waiting for the database", slog.Any("error", err))
			said = true
		}
		select {
		case <-ctx.Done():
			return gaveUp(ctx, err)
		case <-time.After(startPause):
		}
	}
}

// gaveUp is the reason where a limit is what ended ctx.
func gaveUp(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("waited for the database: %w", err)
	}
	return ctx.Err()
}

// isOverdue says whether a statement, a transaction or the start of workers was over its time.
func isOverdue(err error) bool {
	code := Code(err)
	return code == statementTimeout || code == transactionTimeout || code == "" && errors.Is(err, errWorkers)
}

// cutOff says whether an error means that the database is not there, or has
// ended the connection.
func cutOff(err error) bool {
	switch Code(err) {
	case "":
	case "57P01", "57P02", "57P03", // it is stopping, has crashed, is starting
		"53300", // too many connections: those of the program before are still ending
		serializationFailure, deadlockDetected, lockNotAvailable:
		return true
	default:
		return false
	}
	var path *fs.PathError
	var linked *os.LinkError
	if errors.As(err, &path) || errors.As(err, &linked) {
		return false // a file of ours, such as a key that we may not read, whose error has a network's methods
	}
	var broken net.Error
	return errors.Is(err, errBehind) || errors.As(err, &broken) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		pgconn.SafeToRetry(err) // the connection was closed before anything was sent
}

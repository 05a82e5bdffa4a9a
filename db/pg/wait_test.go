package pg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// The start waits for as long as it may, says so once, and then ends with the
// reason.
func TestRetryEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		err := Retry(ctx, slog.New(slog.NewTextHandler(&said, nil)), func() error { return syscall.ECONNREFUSED })
		if took := time.Since(began); took < time.Hour || !errors.Is(err, syscall.ECONNREFUSED) ||
			!strings.Contains(err.Error(), "waited") {
			t.Errorf("after %s: %v", took, err)
		}
		if n := strings.Count(said.String(), "waiting for the database"); n != 1 {
			t.Errorf("said %d times:\n%s", n, &said)
		}
	})
}

func TestRetryIsForWhatAWaitMends(t *testing.T) {
	t.Parallel()
	planted := errors.New("planted")
	for _, c := range []struct {
		err  error
		runs int
	}{
		{nil, 1}, {planted, 1},
		{&pgconn.PgError{Code: "28P01"}, 1}, // wrong password
		{&pgconn.PgError{Code: "3D000"}, 1}, // no such database
		{&pgconn.PgError{Code: "42601"}, 1}, // our own mistake
		{&ErrNotReady{"newer", planted}, 1}, {&ErrNotReady{"older", Because(errBehind, planted)}, 2},
		{&pgconn.PgError{Code: "57P01"}, 2}, {&pgconn.PgError{Code: "57P03"}, 2}, {&pgconn.PgError{Code: "53300"}, 2},
		// frozen in a statement, in a transaction
		{&pgconn.PgError{Code: "57014"}, 2}, {&pgconn.PgError{Code: "25P03"}, 2},
		{Because(errWorkers, planted), 2}, {Because(errWorkers, &pgconn.PgError{Code: "42601"}), 1},
		{&fs.PathError{Op: "open", Path: "matches.keys", Err: syscall.EACCES}, 1}, // a file of ours
		{syscall.ECONNREFUSED, 2}, {syscall.ENOENT, 2}, {io.ErrUnexpectedEOF, 2}, {context.DeadlineExceeded, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			runs := 0
			err := Retry(t.Context(), slog.New(slog.DiscardHandler), func() error {
				if runs++; runs == 2 || c.err == nil {
					return nil
				}
				return fmt.Errorf("start: %w", c.err)
			})
			if runs != c.runs || (err == nil) != (c.err == nil || c.runs == 2) {
				t.Errorf("%v: ran %d times, %v", c.err, runs, err)
			}
		})
	}
}

// A statement that is over its time again and again is an error of its own.
func TestRetryEndsWithWhatIsAlwaysOverdue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		err := Retry(t.Context(), slog.New(slog.DiscardHandler), func() error {
			runs++
			return &pgconn.PgError{Code: "57014"}
		})
		if Code(err) != "57014" || runs != 1+maxOverdue {
			t.Errorf("ran %d times, %v", runs, err)
		}
	})
}

func TestRetryEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		err := Retry(ctx, slog.New(slog.DiscardHandler), func() error { return syscall.ECONNREFUSED })
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if err := Retry(ctx, slog.New(slog.DiscardHandler), func() error { return nil }); err != nil {
			t.Errorf("what has begun has to be stopped: %v", err)
		}
	})
}

package db

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A Change says that something happened at a table: a hint that what is known
// of it is old.
type Change struct {
	Club  int64
	Table int64
	At    string // the table's position now, as in TableView.At
}

// How long Listen waits before it connects again: longer each time.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = 5 * time.Second
	// A listener hears nothing from a connection that died silently, so it asks.
	quiet = 20 * time.Second
)

// Listen reports the changes of every table, made in this and any other program
// on the same database, until the context ends; its error is the context's. A
// broken connection is opened again. Each time it listens, lost is called: what
// happened before is not told, and what was known of any table may be old.
func (s *Store) Listen(ctx context.Context, changed func(Change), lost func()) error {
	pause := firstPause
	for {
		_ = s.listen(ctx, changed, func() { // however it ended, it is tried again
			pause = firstPause
			lost()
		})
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
			pause = min(2*pause, lastPause)
		}
	}
}

// listen uses a connection of its own: one from the pool would be missing there.
func (s *Store) listen(ctx context.Context, changed func(Change), listening func()) error {
	config := s.pool.Config().ConnConfig
	connect, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(connect, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if _, err := conn.Exec(connect, "LISTEN "+channel); err != nil {
		return err
	}
	listening()
	for {
		notice, err := next(ctx, conn)
		if err != nil {
			return err
		}
		var c Change
		if _, err := fmt.Sscan(notice.Payload, &c.Club, &c.Table, &c.At); err != nil {
			return fmt.Errorf("notice %q: %w", notice.Payload, err)
		}
		changed(c)
	}
}

// next waits for a notice, and now and then whether the connection still lives.
func next(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	for {
		wait, cancel := context.WithTimeout(ctx, quiet)
		notice, err := conn.WaitForNotification(wait)
		cancel()
		if err == nil || ctx.Err() != nil || wait.Err() == nil {
			return notice, err
		}
		ask, cancel := context.WithTimeout(ctx, connectTimeout)
		err = conn.Ping(ask)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}

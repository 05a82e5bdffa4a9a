package db

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A Change says that something happened at a table, so that a position known
// before may be old.
type Change struct {
	Club  int64
	Table int64
	At    string // the table's position now, as in TableView.At
}

// Listen waits longer each time before it connects again, within these bounds.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = 5 * time.Second
	// A listener hears nothing from a connection that died silently, so it asks.
	quiet = 20 * time.Second
)

// Listen reports the changes of every table, made in this and any other program
// on the same database, until the context ends; its error is the context's. A
// broken connection is opened again. Each time it begins to listen, it calls
// lost: changes before that are not told, and the position known of any table may
// be old.
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

// listen uses a connection of its own, because one from the pool would be missing
// there.
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

// channel carries the changes of tables, as "<club> <table> <position>".
const channel = "carteado_table"

// notifyAt tells a match's new position once the transaction is committed.
func (tx *txn) notifyAt(p *position) {
	tx.after.Queue(`SELECT pg_notify($1, $2)`, channel, fmt.Sprintf("%d %d %s", p.Club, p.Table, p.at()))
}

// notify tells the table's new position once the transaction is committed.
func (tx *txn) notify(table int64) {
	tx.after.Queue(`
		SELECT pg_notify('`+channel+`', t.club_id || ' ' || t.id || ' ' || m.id || '.' || t.version || '.' || m.version)
		FROM tables t JOIN LATERAL (SELECT * FROM matches WHERE table_id = t.id ORDER BY id DESC LIMIT 1) m ON true
		WHERE t.id = $1`, table)
}

// notifyClub tells that something about the club itself changed, once the
// transaction is committed: a change of no table.
func (tx *txn) notifyClub(club int64) {
	tx.after.Queue(`SELECT pg_notify($1, $2)`, channel, fmt.Sprintf("%d 0 club", club))
}

package live

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"carteado/db/base"
	"carteado/db/pg"
)

// A Change says that something happened at a table, so that a position known
// before may be old.
type Change struct {
	Club  int64
	Table int64
	At    string // the table's position now, as in TableView.At

	Players []int64 // players whose marks may have changed
	Within  bool    // a round only went on: lists of tables change at once for its players alone
}

// Listen waits longer each time before it connects again, within these bounds.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = 5 * time.Second
	// A listener hears nothing from a connection that died silently, so it asks.
	quiet = 20 * time.Second
)

// Listen hears of the changes of every table, made in this and any other program on the same database, until the
// context ends; its error is the context's. A broken connection is opened again. Each time it begins to listen, it
// calls began: changes before that are not heard of, and what is known of any table may be old.
func (s *Tables) Listen(ctx context.Context, began func()) error {
	return s.ListenTo(ctx, s.Waiters.hinted, began)
}

// ListenTo is Listen for somebody else than the waiters.
func (s *Tables) ListenTo(ctx context.Context, changed func(Change), began func()) error {
	pause := firstPause
	for {
		_ = s.listen(ctx, changed, func() { // any error leads to another try
			pause = firstPause
			s.began.Add(1)
			s.Waiters.Forget()
			began()
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
func (s *Tables) listen(ctx context.Context, changed func(Change), listening func()) error {
	config, err := s.ConnConfig(ctx)
	if err != nil {
		return err
	}
	connect, cancel := context.WithTimeout(ctx, pg.ConnectTimeout)
	defer cancel()
	conn, err := pgx.ConnectConfig(connect, config)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	first, err := firstListener(connect, conn)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(connect, "LISTEN "+channel); err != nil {
		return err
	}
	s.listening.Store(true)
	defer s.listening.Store(false)
	s.only.Store(first)
	defer s.only.Store(0)
	listening()
	for {
		notice, err := next(ctx, conn)
		if err != nil {
			return err
		}
		c, err := changeOf(notice.Payload)
		if err != nil {
			return err
		}
		changed(c)
	}
}

// A program that is the only one to listen tells itself of an ordinary move, so that PostgreSQL need not wake its
// listener for each. Advisory locks say whether it is: of the first listener, of that one's process in the
// server, and, held by all others together, of the others.
const (
	listenerLocks     = 0x43617274 // the number of these among advisory locks
	firstListenerLock = -1
	otherListenerLock = -2
)

// firstListener takes the locks of a listener. It returns its process if it is the first, otherwise 0.
func firstListener(ctx context.Context, conn *pgx.Conn) (process int32, err error) {
	err = conn.QueryRow(ctx, `
		SELECT CASE WHEN NOT pg_try_advisory_lock($1, $2) THEN 0
			WHEN pg_try_advisory_lock($1, pg_backend_pid()) THEN pg_backend_pid() ELSE 0 END`,
		listenerLocks, firstListenerLock).Scan(&process)
	if err == nil && process == 0 {
		_, err = conn.Exec(ctx, `SELECT pg_advisory_lock_shared($1, $2)`, listenerLocks, otherListenerLock)
	}
	return process, err
}

// changeOf reads a notice. One of an earlier program names no players.
func changeOf(payload string) (c Change, err error) {
	var players, how string
	if n, err := fmt.Sscan(payload, &c.Club, &c.Table, &c.At, &players, &how); n < 3 {
		return c, fmt.Errorf("notice %q: %w", payload, err)
	}
	for text := range strings.SplitSeq(players, ",") {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			c.Players = append(c.Players, id)
		}
	}
	c.Within = how == inRound
	return c, nil
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
		ask, cancel := context.WithTimeout(ctx, pg.ConnectTimeout)
		err = conn.Ping(ask)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}

// channel carries the changes of tables, as "<club> <table> <position> <players>" and,
// where a round only went on, inRound.
const (
	channel = base.Channel
	inRound = "within"
)

// playersOf are the players of the match m at the table t, as a notice names them.
const playersOf = `coalesce((SELECT string_agg(s.player_id::text, ',') FROM ` + base.SeatedSQL + ` s), '-')`

// notifyAt tells a match's new position once the transaction is committed, and whether
// its round only went on.
func notifyAt(tx *pg.Tx, p *MatchPosition, within bool) {
	tx.After.Queue(`SELECT pg_notify($1, $2)`, channel, p.change(within).notice())
}

// change is what those are told who look at a match in its new position.
func (p *MatchPosition) change(within bool) Change {
	c := Change{Club: p.Club, Table: p.Table, At: p.at(), Within: within}
	for _, id := range p.Players {
		if id != 0 {
			c.Players = append(c.Players, id)
		}
	}
	return c
}

// notice is the change as changeOf reads it.
func (c Change) notice() string {
	var players []string
	for _, id := range c.Players {
		players = append(players, strconv.FormatInt(id, 10))
	}
	told := fmt.Sprintf("%d %d %s %s", c.Club, c.Table, c.At, cmp.Or(strings.Join(players, ","), "-"))
	if c.Within {
		told += " " + inRound
	}
	return told
}

// Notify tells the table's new position once the transaction is committed.
func Notify(tx *pg.Tx, table int64) { notifyAll(tx, playersOf, table) }

// notifyLookers is Notify for what nobody notices but those who look at the tables.
func notifyLookers(tx *pg.Tx, tables ...int64) { notifyAll(tx, `'- `+inRound+`'`, tables...) }

func notifyAll(tx *pg.Tx, players string, tables ...int64) {
	tx.After.Queue(`
		SELECT pg_notify('`+channel+`', t.club_id || ' ' || t.id || ' ' || `+tableAt+` || ' ' || `+players+`)
		FROM tables t JOIN LATERAL (SELECT * FROM matches WHERE table_id = t.id ORDER BY id DESC LIMIT 1) m ON true
		WHERE t.id = ANY ($1)`, tables)
}

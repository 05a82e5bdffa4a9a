package db_test

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
)

// A hearing is what a program is told that listens.
type hearing struct {
	changes chan live.Change
	lost    chan bool
	end     func()
}

// hears lets a program listen. Unless goOn is nil, a change keeps the program busy until goOn is closed.
func hears(t *testing.T, store *db.Store, goOn <-chan bool) hearing {
	t.Helper()
	h := hearing{changes: make(chan live.Change, 9), lost: make(chan bool, 9)}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	changed := func(c live.Change) {
		h.changes <- c
		if goOn == nil {
			return
		}
		select {
		case <-goOn:
		case <-ctx.Done():
		}
	}
	go func() { done <- store.ListenTo(ctx, changed, func() { h.lost <- true }) }()
	h.end = sync.OnceFunc(func() {
		cancel()
		if wait(t, done) == nil {
			t.Error("Listen ended without an error")
		}
	})
	wait(t, h.lost)
	return h
}

// plays makes a move, and returns what those are to be told who look at it.
func (c club) plays(t *testing.T, table int, key string) (played, told live.Change) {
	t.Helper()
	p, err := c.Play(t.Context(), c.input(t, table, c.mover(t, table), key))
	must(t, err)
	told = live.Change{Club: c.id, Table: p.Table, At: p.Change.At, Players: []int64{c.ana, c.bento}, Within: true}
	slices.Sort(p.Change.Players)
	slices.Sort(told.Players)
	return p.Change, told
}

func (h hearing) hears(t *testing.T, want live.Change) {
	t.Helper()
	got := wait(t, h.changes)
	slices.Sort(got.Players)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("told %+v, want %+v", got, want)
	}
}

// opens opens a table, of which everybody is told.
func (c club) opens(t *testing.T) live.Change {
	t.Helper()
	opened, err := c.OpenTable(t.Context(), c.id, c.ana,
		live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	view, err := c.TableOf(t.Context(), c.id, opened.Number, c.ana)
	must(t, err)
	return live.Change{Club: c.id, Table: opened.ID, At: view.At, Players: []int64{c.ana}}
}

// listeners hold advisory locks of this class, all but the first of them a shared one.
const (
	locks     = ` FROM pg_locks WHERE locktype = 'advisory' AND classid = 1130459764`
	listeners = ` FROM pg_stat_activity WHERE datname = current_database() AND pid IN (SELECT pid` + locks + `)`
	others    = locks + ` AND mode = 'ShareLock'
		AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
)

func TestListen(t *testing.T) {
	t.Parallel()
	c := found(t)
	table, another := c.table(t, inTurn), c.table(t, inTurn)
	own := hears(t, c.Store, nil)
	defer own.end()
	alone := func(key string) {
		t.Helper()
		if played, told := c.plays(t, table, key+", from the database"); played.Players == nil {
			own.hears(t, told)
		}
		if played, told := c.plays(t, table, key); !reflect.DeepEqual(played, told) {
			t.Errorf("the only program is to tell itself %+v of its move, want %+v", played, told)
		}
		own.hears(t, c.opens(t)) // and of the move nothing
	}
	alone("one")
	in := c.input(t, table, c.mover(t, table), "refused")
	in.Move = engine.Move{Verb: "fly"}
	_, _ = c.Play(t.Context(), in)

	for again := true; again; again = c.count(t, `SELECT count(*)`+others) > 0 { // the one before was still there
		if n := c.count(t, `SELECT count(pg_terminate_backend(pid))`+listeners); n == 0 {
			t.Fatal("nobody listens")
		}
		wait(t, own.lost)
	}
	alone("two")

	together := func(key string, all ...hearing) {
		t.Helper()
		played, told := c.plays(t, table, key)
		if played.Players != nil || played.At != told.At {
			t.Errorf("a program that is told by the database is to tell itself %+v", played)
		}
		for _, h := range all {
			h.hears(t, told)
		}
	}
	other := hears(t, c.impatient(t), nil)
	together("three", own, other)
	other.end()
	for c.count(t, `SELECT count(*)`+listeners) > 1 { // the server has not seen yet that it is gone
	}
	alone("four")
	own.end()
	for c.count(t, `SELECT count(*)`+listeners) > 0 {
	}
	other = hears(t, c.impatient(t), nil)
	again := hears(t, c.Store, nil)
	table = another
	together("five", again, other)
	again.end()
	other.end()
	for _, h := range []hearing{own, again, other} {
		if len(h.changes) > 0 {
			t.Errorf("told of %+v", <-h.changes)
		}
	}
}

// A program whose listener is gone, and which does not know it yet, tells the one that listens since.
func TestListenerGone(t *testing.T) {
	t.Parallel()
	c := found(t)
	table := c.table(t, inTurn)
	goOn := make(chan bool)
	own := hears(t, c.Store, goOn)
	defer own.end()
	own.hears(t, c.opens(t)) // and until goOn is closed it looks at nothing else
	c.count(t, `SELECT count(pg_terminate_backend(pid))`+listeners)
	for c.count(t, `SELECT count(*)`+listeners) > 0 {
	}
	other := hears(t, c.impatient(t), nil)
	defer other.end()
	_, told := c.plays(t, table, "unknown")
	other.hears(t, told)
	close(goOn)
	wait(t, own.lost)
}

// wait returns the next value.
func wait[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	return dbtest.Receive(t, "what is told", from)
}

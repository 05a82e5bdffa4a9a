package db_test

import (
	"context"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/engine"
)

func TestListen(t *testing.T) {
	t.Parallel()
	c := found(t)
	table := c.table(t, inTurn)
	changes, lost, done := make(chan db.Change, 9), make(chan bool, 9), make(chan error)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { done <- c.Listen(ctx, func(c db.Change) { changes <- c }, func() { lost <- true }) }()
	wait(t, lost)

	play := func(key string) {
		t.Helper()
		played, err := c.Play(t.Context(), c.input(t, table, c.mover(t, table), key))
		must(t, err)
		if change := wait(t, changes); change.At != played.At || change.Club != c.id || change.Table != played.Table || !change.Within || len(change.Players) != 2 {
			t.Errorf("told %+v after %+v", change, played)
		}
	}
	play("one")
	in := c.input(t, table, c.mover(t, table), "refused")
	in.Move = engine.Move{Verb: "fly"}
	_, _ = c.Play(t.Context(), in)

	if n := c.count(t, `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE datname = current_database() AND query LIKE 'LISTEN %'`); n != 1 {
		t.Fatalf("%d listeners", n)
	}
	wait(t, lost)
	play("two")
	opened, err := c.OpenTable(t.Context(), c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
	must(t, err)
	view, err := c.TableOf(t.Context(), c.id, opened.Number, c.ana)
	must(t, err)
	if change := wait(t, changes); change.Table != opened.ID || change.At != view.At || change.Within {
		t.Errorf("told %+v, want table %d at %s", change, opened.ID, view.At)
	}
	cancel()
	if err := wait(t, done); err == nil {
		t.Error("Listen ended without an error")
	}
	if len(changes) > 0 {
		t.Errorf("told of %+v", <-changes)
	}
}

// wait returns the next value.
func wait[T any](t *testing.T, from <-chan T) (value T) {
	t.Helper()
	select {
	case value = <-from:
	case <-time.After(dbtest.Patience):
		t.Fatal("waited in vain")
	}
	return value
}

package live

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

var aTable = Topic{Table: 21}

// hold is how long polls wait.
const hold = 25 * time.Second

// knowing returns waiters that have just read a position.
func knowing(at string) *Waiters {
	w := NewWaiters(time.Now)
	w.Read(w.Reading(aTable), Position{aTable, at})
	return w
}

func TestWaitersKnowsWhatItRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := NewWaiters(time.Now)
		if w.Current(Position{aTable, "1.1.0"}) {
			t.Error("a position is current that nobody read")
		}
		w.Read(w.Reading(aTable), Position{aTable, "1.1.0"})
		if !w.Current(Position{aTable, "1.1.0"}) || w.Current(Position{aTable, "1.1.1"}) {
			t.Error("not exactly what was read is current")
		}
		w.hinted(Change{Table: 22, At: "9.9.9"})
		if !w.Current(Position{aTable, "1.1.0"}) {
			t.Error("another table's change made the position old")
		}
		w.hinted(Change{Table: 21, At: "1.1.0"})
		if !w.Current(Position{aTable, "1.1.0"}) {
			t.Error("a hint of what is known already made it old")
		}
		time.Sleep(Trust)
		if w.Current(Position{aTable, "1.1.0"}) {
			t.Error("a position is trusted for longer than a minute")
		}
	})
}

// A hint between reading the store and telling the waiters leaves nobody sure.
func TestWaitersHintWhileReading(t *testing.T) {
	t.Parallel()
	w := knowing("1.1.0")
	hint := w.Reading(aTable)
	w.hinted(Change{Table: 21, At: "1.1.1"})
	w.Read(hint, Position{aTable, "1.1.0"})
	if w.Current(Position{aTable, "1.1.0"}) {
		t.Error("an old position is taken for the latest")
	}
	w.Read(w.Reading(aTable), Position{aTable, "1.1.1"})
	w.hinted(Change{Table: 21, At: "1.1.0"}) // late
	if w.Current(Position{aTable, "1.1.0"}) {
		t.Error("a late hint brought an old position back")
	}
}

func TestWaitersWait(t *testing.T) {
	t.Parallel()
	for name, wake := range map[string]struct {
		do      func(w *Waiters, leave, stop func())
		changed bool
		after   time.Duration
	}{
		"a change": {func(w *Waiters, _, _ func()) { w.hinted(Change{Table: 21, At: "1.1.1"}) }, true,
			time.Second},
		"lost hints":       {func(w *Waiters, _, _ func()) { w.Forget() }, true, time.Second},
		"the client left":  {func(_ *Waiters, leave, _ func()) { leave() }, false, time.Second},
		"stopping":         {func(_ *Waiters, _, stop func()) { stop() }, false, time.Second},
		"nothing":          {func(*Waiters, func(), func()) {}, false, hold},
		"another's change": {func(w *Waiters, _, _ func()) { w.hinted(Change{Table: 22}) }, false, hold},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := knowing("1.1.0")
				stopped := make(chan struct{})
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				time.AfterFunc(time.Second, func() { wake.do(w, leave, func() { close(stopped) }) })
				start := time.Now()
				changed := w.Wait(ctx.Done(), stopped, hold, Position{aTable, "1.1.0"})
				if took := time.Since(start); changed != wake.changed || took != wake.after {
					t.Errorf("wait = %t after %s, want %t after %s", changed, took, wake.changed, wake.after)
				}
			})
		})
	}
}

func TestWaitersWaitsForNothingOld(t *testing.T) {
	t.Parallel()
	w, stopped := knowing("1.1.1"), make(chan struct{})
	if !w.Wait(t.Context().Done(), stopped, hold, Position{aTable, "1.1.0"}) {
		t.Error("waited with an old position")
	}
	close(stopped)
	if w.Wait(t.Context().Done(), stopped, hold, Position{aTable, "1.1.1"}) {
		t.Error("waited while stopping")
	}
}

func TestWaitersHomePages(t *testing.T) {
	t.Parallel()
	w := NewWaiters(time.Now)
	home, other := Topic{Club: 1, Player: 5}, Topic{Club: 2, Player: 5}
	w.Read(w.Reading(home), Position{home, "a"})
	w.Read(w.Reading(other), Position{other, "b"})
	w.hinted(Change{Club: 1, Table: 21, At: "1.1.0"})
	if w.Current(Position{home, "a"}) || !w.Current(Position{other, "b"}) {
		t.Error("a change of a table is not exactly a change of its club's home pages")
	}
	watcher := Topic{Club: 1, Player: 6}
	w.Read(w.Reading(home), Position{home, "c"})
	w.Read(w.Reading(watcher), Position{watcher, "d"})
	w.hinted(Change{Club: 1, Table: 21, At: "1.1.1", Players: []int64{5, 7}, Within: true})
	if w.Current(Position{home, "c"}) || !w.Current(Position{watcher, "d"}) {
		t.Error("a move within a round is not exactly a change of its players' home pages")
	}
}

// What nobody asks for is dropped, but for matches, and of tables in memory the oldest where there are too many.
func TestWaitersForgetTheOldest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := NewWaiters(time.Now)
		keep := func(table int64) {
			s := &Snapshot{table: TableView{Table: Table{ID: table}, At: "1.1.0"}}
			w.keepSnapshot(w.Reading(Topic{Table: table}), s)
		}
		home := Topic{Club: 1, Player: 5}
		w.Read(w.Reading(home), Position{home, "a"})
		keep(1)
		keep(2)
		w.keepMatch(w.place(Topic{Table: 2}), &MatchPosition{Match: 7, Table: 2, Step: &step{}})
		w.Sweep()
		if len(w.topics) != 3 || len(w.cached) != 2 {
			t.Errorf("swept what is in use: %d topics and %d tables are left", len(w.topics), len(w.cached))
		}
		time.Sleep(2 * Trust)
		w.Sweep()
		if _, known := w.match(7); len(w.topics) != 1 || len(w.cached) != 1 || len(w.homes[1]) != 0 || !known ||
			w.topics[Topic{Table: 2}].snapshot != nil {
			t.Error("not exactly the match is left of what nobody asks for")
		}
		keep(1)
		keep(2)
		for table := range int64(maxCached - 2) {
			keep(table + 3)
		}
		for _, table := range []int64{1, maxCached} {
			if s, _ := w.snapshot(table); s == nil {
				t.Errorf("table %d is not kept: dead or doubled names use up the places", table)
			}
		}
		keep(maxCached + 1)
		if _, known := w.match(7); known || len(w.cached) != maxCached {
			t.Errorf("the oldest of %d tables is kept", len(w.cached))
		}
	})
}

package handlers

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"carteado/db"
	"carteado/views/part"
)

var (
	aTable = topic{table: 21}
	aPass  = pass{session: db.Session{ID: 7}, topic: aTable}
)

// knowing returns a hub that has just read a position.
func knowing(at string) *hub {
	h := newHub(time.Now)
	h.found(aTable, h.looking(aTable), at)
	return h
}

func TestHubKnowsWhatItRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHub(time.Now)
		if h.current(sight{aTable, "1.1.0"}) {
			t.Error("a position is current that nobody read")
		}
		h.found(aTable, h.looking(aTable), "1.1.0")
		if !h.current(sight{aTable, "1.1.0"}) || h.current(sight{aTable, "1.1.1"}) {
			t.Error("not exactly what was read is current")
		}
		h.hinted(db.Change{Table: 22, At: "9.9.9"})
		if !h.current(sight{aTable, "1.1.0"}) {
			t.Error("another table's change made the position old")
		}
		h.hinted(db.Change{Table: 21, At: "1.1.0"})
		if !h.current(sight{aTable, "1.1.0"}) {
			t.Error("a hint of what is known already made it old")
		}
		time.Sleep(trust)
		if h.current(sight{aTable, "1.1.0"}) {
			t.Error("a position is trusted for longer than a minute")
		}
	})
}

// A hint between reading the store and telling the hub leaves nobody sure.
func TestHubHintWhileReading(t *testing.T) {
	t.Parallel()
	h := knowing("1.1.0")
	hint := h.looking(aTable)
	h.hinted(db.Change{Table: 21, At: "1.1.1"})
	h.found(aTable, hint, "1.1.0")
	if h.current(sight{aTable, "1.1.0"}) {
		t.Error("an old position is taken for the latest")
	}
	h.found(aTable, h.looking(aTable), "1.1.1")
	h.hinted(db.Change{Table: 21, At: "1.1.0"}) // late
	if h.current(sight{aTable, "1.1.0"}) {
		t.Error("a late hint brought an old position back")
	}
}

func TestHubWait(t *testing.T) {
	t.Parallel()
	for name, wake := range map[string]struct {
		do      func(h *hub, leave context.CancelFunc)
		changed bool
		after   time.Duration
	}{
		"a change":         {func(h *hub, _ context.CancelFunc) { h.hinted(db.Change{Table: 21, At: "1.1.1"}) }, true, time.Second},
		"lost hints":       {func(h *hub, _ context.CancelFunc) { h.forget() }, true, time.Second},
		"the client left":  {func(_ *hub, leave context.CancelFunc) { leave() }, false, time.Second},
		"stopping":         {func(h *hub, _ context.CancelFunc) { h.drain() }, false, time.Second},
		"nothing":          {func(*hub, context.CancelFunc) {}, false, part.PollHold},
		"another's change": {func(h *hub, _ context.CancelFunc) { h.hinted(db.Change{Table: 22}) }, false, part.PollHold},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := knowing("1.1.0")
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				time.AfterFunc(time.Second, func() { wake.do(h, leave) })
				start := time.Now()
				changed := h.wait(ctx.Done(), part.PollHold, sight{aTable, "1.1.0"})
				if took := time.Since(start); changed != wake.changed || took != wake.after {
					t.Errorf("wait = %t after %s, want %t after %s", changed, took, wake.changed, wake.after)
				}
			})
		})
	}
}

func TestHubWaitsForNothingOld(t *testing.T) {
	t.Parallel()
	h := knowing("1.1.1")
	if !h.wait(t.Context().Done(), part.PollHold, sight{aTable, "1.1.0"}) {
		t.Error("waited with an old position")
	}
	h.drain()
	h.drain()
	if h.wait(t.Context().Done(), part.PollHold, sight{aTable, "1.1.1"}) {
		t.Error("waited while stopping")
	}
}

func TestHubHomePages(t *testing.T) {
	t.Parallel()
	h := newHub(time.Now)
	home, other := topic{club: 1, player: 5}, topic{club: 2, player: 5}
	h.found(home, h.looking(home), "a")
	h.found(other, h.looking(other), "b")
	h.hinted(db.Change{Club: 1, Table: 21, At: "1.1.0"})
	if h.current(sight{home, "a"}) || !h.current(sight{other, "b"}) {
		t.Error("a change of a table is not exactly a change of its club's home pages")
	}
	watcher := topic{club: 1, player: 6}
	h.found(home, h.looking(home), "c")
	h.found(watcher, h.looking(watcher), "d")
	h.hinted(db.Change{Club: 1, Table: 21, At: "1.1.1", Players: []int64{5, 7}, Within: true})
	if h.current(sight{home, "c"}) || !h.current(sight{watcher, "d"}) {
		t.Error("a move within a round is not exactly a change of its players' home pages")
	}
}

func TestHubBoundsPolls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHub(time.Now)
		var leave func()
		for i := range parkedPerSession {
			var ok bool
			if leave, ok = h.park(7); !ok {
				t.Fatalf("poll %d of a session may not wait", i+1)
			}
		}
		if _, ok := h.park(7); ok {
			t.Error("one poll too many may wait")
		}
		if _, ok := h.park(8); !ok {
			t.Error("another session's poll may not wait")
		}
		leave()
		if _, ok := h.park(7); !ok {
			t.Error("a place that was left is not free")
		}
		for session := int64(100); h.parking < parkedAtMost; session++ {
			if leave, _ = h.park(session); leave == nil {
				t.Fatalf("only %d polls may wait", h.parking)
			}
		}
		if _, ok := h.park(10); ok {
			t.Error("there is no end of polls that may wait")
		}
		leave()
		if _, ok := h.park(10); !ok {
			t.Error("a place that was left is not free for another session")
		}

		allowed := 0
		for range 10 * pollBurst {
			if h.allow(9) {
				allowed++
			}
		}
		if allowed != pollBurst || h.allow(9) {
			t.Errorf("%d polls at once, want %d", allowed, pollBurst)
		}
		time.Sleep(time.Second)
		if !h.allow(9) {
			t.Error("no poll allowed after a rest")
		}
	})
}

func TestHubPasses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHub(time.Now)
		token := db.HashToken([]byte("token"))
		h.admit(token, "/a", aPass)
		if p, ok := h.admitted(token, "/a", 0); !ok || p.session.ID != 7 || p.topic != aTable {
			t.Error("a pass is not what was admitted")
		}
		if _, ok := h.admitted(token, "/b", 0); ok {
			t.Error("a pass holds for another path")
		}
		if _, ok := h.admitted(db.HashToken([]byte("other")), "/a", 0); ok {
			t.Error("a pass holds for another session")
		}
		if _, ok := h.admitted(token, "/a", trust); ok {
			t.Error("a pass is said to hold for another minute")
		}
		time.Sleep(trust)
		if _, ok := h.admitted(token, "/a", 0); ok {
			t.Error("a pass holds for longer than a minute")
		}
		h.admit(token, "/a", aPass)
		h.dismiss()
		if _, ok := h.admitted(token, "/a", 0); ok {
			t.Error("a pass outlives its session")
		}
	})
}

func TestHubSweep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := knowing("1.1.0")
		home := topic{club: 1, player: 5}
		h.found(home, h.looking(home), "a")
		h.admit(db.HashToken([]byte("token")), "/a", aPass)
		h.allow(7)
		h.kept = []topic{{table: 21}}
		h.sweep()
		if len(h.kept) != 1 || len(h.topics) != 2 || len(h.passes) != 1 || len(h.visitors) != 1 {
			t.Error("swept what is in use")
		}
		time.Sleep(2 * trust)
		h.sweep()
		if len(h.kept)+len(h.topics)+len(h.passes)+len(h.visitors)+len(h.homes[1]) != 0 {
			t.Error("kept what nobody asks for")
		}
	})
}

// BenchmarkHubUnchanged is all that the hub does for a poll with nothing new.
func BenchmarkHubUnchanged(b *testing.B) {
	h := newHub(time.Now)
	token := db.HashToken([]byte("token"))
	for i := range 1000 {
		t := topic{table: int64(i + 1)}
		h.found(t, h.looking(t), "1.1.0")
		h.admit(token, fmt.Sprint(i+1), pass{topic: t})
	}
	b.ReportAllocs()
	for b.Loop() {
		seen, _ := h.admitted(token, "21", 0)
		if !h.current(sight{seen.topic, "1.1.0"}) {
			b.Fatal("not current")
		}
	}
}

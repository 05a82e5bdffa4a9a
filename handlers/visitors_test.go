package handlers

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"carteado/db"
)

var aPass = pass{session: db.Session{ID: 7}, topic: db.Topic{Table: 21}}

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
		if p, ok := h.admitted(token, "/a", 0); !ok || p.session.ID != 7 || p.topic != aPass.topic {
			t.Error("a pass is not what was admitted")
		}
		if _, ok := h.admitted(token, "/b", 0); ok {
			t.Error("a pass holds for another path")
		}
		if _, ok := h.admitted(db.HashToken([]byte("other")), "/a", 0); ok {
			t.Error("a pass holds for another session")
		}
		if _, ok := h.admitted(token, "/a", db.Trust); ok {
			t.Error("a pass is said to hold for another minute")
		}
		time.Sleep(db.Trust)
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
		h := newHub(time.Now)
		h.admit(db.HashToken([]byte("token")), "/a", aPass)
		h.allow(7)
		h.sweep()
		if len(h.passes) != 1 || len(h.visitors) != 1 {
			t.Error("swept what is in use")
		}
		time.Sleep(2 * db.Trust)
		h.sweep()
		if len(h.passes)+len(h.visitors) != 0 {
			t.Error("kept what nobody asks for")
		}
	})
}

// BenchmarkHubUnchanged is all that is done for a poll with nothing new.
func BenchmarkHubUnchanged(b *testing.B) {
	h, w := newHub(time.Now), db.NewWaiters(time.Now)
	token := db.HashToken([]byte("token"))
	for i := range 1000 {
		t := db.Topic{Table: int64(i + 1)}
		w.Read(w.Reading(t), db.Position{Topic: t, At: "1.1.0"})
		h.admit(token, fmt.Sprint(i+1), pass{topic: t})
	}
	b.ReportAllocs()
	for b.Loop() {
		seen, _ := h.admitted(token, "21", 0)
		if !w.Current(seen.shown("1.1.0", "")...) {
			b.Fatal("not current")
		}
	}
}

package web

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/live"
)

var aPermit = Permit{Session: accounts.Session{ID: 7}, Topic: live.Topic{Table: 21}}

func TestHubBoundsPolls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newPolls(&Site{Now: time.Now})
		var leave func()
		for i := range ParkedPerSession {
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
		for session := int64(100); h.parking < maxParked; session++ {
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
		for range 10 * PollBurst {
			if h.allow(9) {
				allowed++
			}
		}
		if allowed != PollBurst || h.allow(9) {
			t.Errorf("%d polls at once, want %d", allowed, PollBurst)
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
		h := newPolls(&Site{Now: time.Now})
		token := base.HashToken([]byte("token"))
		h.Admit(token, "/a", aPermit)
		if p, ok := h.admitted(token, "/a", 0); !ok || p.Session.ID != 7 || p.Topic != aPermit.Topic {
			t.Error("a permit is not what was admitted")
		}
		if _, ok := h.admitted(token, "/b", 0); ok {
			t.Error("a permit holds for another path")
		}
		if _, ok := h.admitted(base.HashToken([]byte("other")), "/a", 0); ok {
			t.Error("a permit holds for another session")
		}
		if _, ok := h.admitted(token, "/a", live.Trust); ok {
			t.Error("a permit is said to hold for another minute")
		}
		time.Sleep(live.Trust)
		if _, ok := h.admitted(token, "/a", 0); ok {
			t.Error("a permit holds for longer than a minute")
		}
		h.Admit(token, "/a", aPermit)
		h.Dismiss()
		if _, ok := h.admitted(token, "/a", 0); ok {
			t.Error("a permit outlives its session")
		}
	})
}

func TestHubSweep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newPolls(&Site{Now: time.Now})
		h.Admit(base.HashToken([]byte("token")), "/a", aPermit)
		h.allow(7)
		h.Sweep()
		if len(h.permits) != 1 || len(h.pollers) != 1 {
			t.Error("swept what is in use")
		}
		time.Sleep(2 * live.Trust)
		h.Sweep()
		if len(h.permits)+len(h.pollers) != 0 {
			t.Error("kept what nobody asks for")
		}
	})
}

// BenchmarkPollsUnchanged is all that is done for a poll with nothing new.
func BenchmarkPollsUnchanged(b *testing.B) {
	h, w := newPolls(&Site{Now: time.Now}), live.NewWaiters(time.Now)
	token := base.HashToken([]byte("token"))
	for i := range 1000 {
		t := live.Topic{Table: int64(i + 1)}
		w.Read(w.Reading(t), live.Position{Topic: t, At: "1.1.0"})
		h.Admit(token, fmt.Sprint(i+1), Permit{Topic: t})
	}
	b.ReportAllocs()
	for b.Loop() {
		seen, _ := h.admitted(token, "21", 0)
		if !w.Current(seen.shown("1.1.0", "")...) {
			b.Fatal("not current")
		}
	}
}

package jobs

import (
	"log/slog"
	"sync/atomic"
	"testing"
	"time"
)

// The more bots wait for a core, the less each thinks, down to a bound; the metrics say so.
func TestTimeToThinkIsHalved(t *testing.T) {
	t.Parallel()
	var halved atomic.Int32
	m := newThinkTime(Config{Logger: slog.New(slog.DiscardHandler), Halved: &halved})
	m.cores = make(chan struct{}, 2)
	for _, tc := range []struct{ waiting, want int32 }{
		{0, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 2}, {1000, maxSteps}, {1, 0},
	} {
		if got := m.loaded(tc.waiting, 0, 0); got != tc.want || halved.Load() != tc.want {
			t.Errorf("%d wait: halved %d times, and %d are told, want %d", tc.waiting, got, halved.Load(), tc.want)
		}
	}
}

// Bots leave half of their cores to people, however often they are asked, and none of it while they are asked seldom.
func TestBotsLeaveHalfTheTime(t *testing.T) {
	t.Parallel()
	m := newThinkTime(Config{Logger: slog.New(slog.DiscardHandler)})
	m.cores = make(chan struct{}, 2)
	const limit = 128 * time.Millisecond
	at := time.Now()
	for _, tc := range []struct {
		every time.Duration
		want  int32
	}{
		{time.Minute, 0}, {200 * time.Millisecond, 0}, {100 * time.Millisecond, 1}, {10 * time.Millisecond, 4},
		{time.Microsecond, maxSteps}, {time.Second, 0},
	} {
		var gap time.Duration
		for range 200 {
			at = at.Add(tc.every)
			gap = m.decides(at)
		}
		if got := m.loaded(0, limit, gap); got != tc.want {
			t.Errorf("asked every %v, by a gap of %v: halved %d times, want %d", tc.every, gap, got, tc.want)
		}
	}
}

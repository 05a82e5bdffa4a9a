package jobs

import (
	"log/slog"
	"sync/atomic"
	"testing"
)

// The more bots wait for a core, the less each thinks, down to a bound; whoever looks after the house is told.
func TestTimeToThinkIsHalved(t *testing.T) {
	t.Parallel()
	var halved atomic.Int32
	m := newMinds(Config{Logger: slog.New(slog.DiscardHandler), Halved: &halved})
	m.cores = make(chan struct{}, 2)
	for _, tc := range []struct{ waiting, want int32 }{
		{0, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 2}, {1000, maxSteps}, {1, 0},
	} {
		if got := m.loaded(tc.waiting); got != tc.want || halved.Load() != tc.want {
			t.Errorf("%d wait: halved %d times, and %d are told, want %d", tc.waiting, got, halved.Load(), tc.want)
		}
	}
}

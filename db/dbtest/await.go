package dbtest

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
)

// quiet is how long a test waits on a quiet machine for what comes at once, unless
// something is wrong.
const quiet = 45 * time.Second

// tick is how often a wait that is limited takes note of time.
const tick = 50 * time.Millisecond

// Limit returns a context that ends with ctx or when quiet is over. A machine on which
// ten processes want each processor gets ten times as long, and one that slept is not
// blamed for it.
func Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		ticks := time.NewTicker(tick)
		defer ticks.Stop()
		spent := time.Duration(0)
		for before := time.Now(); spent < quiet; {
			select {
			case <-ctx.Done():
				return
			case now := <-ticks.C:
				spent += time.Duration(float64(min(now.Sub(before), 2*tick)) / crowd())
				before = now
			}
		}
		cancel(context.DeadlineExceeded)
	}()
	return ctx, func() { cancel(context.Canceled) }
}

// crowd is the number of threads that want each processor, at least 1. Only Linux tells it.
func crowd() float64 {
	content, _ := os.ReadFile("/proc/loadavg")
	var load [3]float64
	running := 0
	_, _ = fmt.Sscanf(string(content), "%f %f %f %d/", &load[0], &load[1], &load[2], &running)
	return max(1, float64(running)/float64(runtime.NumCPU()))
}

// Await returns when holds does, which it asks again and again: the longer it has waited, the less often, so that
// asking does not keep what it waits for from a processor. A test that waits in vain fails, and says what it waited
// for.
func Await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	limit, cancel := Limit(context.WithoutCancel(t.Context()))
	defer cancel()
	for pause := 5 * time.Millisecond; !holds(); pause = min(pause*5/4, 100*time.Millisecond) {
		select {
		case <-limit.Done():
			t.Fatalf("waited in vain: %s", what)
		case <-time.After(pause):
		}
	}
}

// Receive returns what comes from a channel, or the zero value where it is closed. A test
// that waits in vain fails, and says what it waited for.
func Receive[T any](t testing.TB, what string, from <-chan T) (value T) {
	t.Helper()
	limit, cancel := Limit(context.WithoutCancel(t.Context()))
	defer cancel()
	select {
	case value = <-from:
	case <-limit.Done():
		t.Fatalf("waited in vain: %s", what)
	}
	return value
}

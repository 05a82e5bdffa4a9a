package enginetest

import (
	"syscall"
	"testing"
	"time"
)

// PerSecond reports how many of something a benchmark has made in a second of CPU time, the collector's
// included, so that a busy machine changes little. Call it before the loop, and the function it returns after
// the loop.
func PerSecond(b *testing.B, unit string) (made func(n int)) {
	b.Helper()
	began := spent(b)
	return func(n int) { b.ReportMetric(float64(n)/(spent(b)-began).Seconds(), unit) }
}

// spent is the CPU time of the program so far.
func spent(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

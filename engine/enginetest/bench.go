package enginetest

import (
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"
)

// PerSecond reports how many of something a benchmark has made in a second of CPU time, the collector's
// included, so that a busy machine changes little, and how many in the time of one fixed loop, which
// tells more where machines differ. Call it before the loop, and the function it returns after the loop.
func PerSecond(b *testing.B, unit string) (made func(n int)) {
	b.Helper()
	before := fixedLoop(b)
	began := spent(b)
	return func(n int) {
		took := spent(b) - began
		b.ReportMetric(float64(n)/took.Seconds(), unit)
		loop := (before + fixedLoop(b)) / 2
		b.ReportMetric(float64(n)*loop.Seconds()/took.Seconds(), strings.TrimSuffix(unit, "/s")+"/loop")
	}
}

// shuffled is what the fixed loop has made, so that it is not left out.
var shuffled [256]byte

// fixedLoop is the CPU time of a loop that is always the same: a thousand shuffles of 256 bytes, which
// multiplies, branches and reaches into memory as games do. It is the mean of those in a thirtieth of a second.
func fixedLoop(b *testing.B) time.Duration {
	const shuffles, enough = 1000, time.Second / 30
	for i := range shuffled {
		shuffled[i] = byte(i)
	}
	chance, began := rand.NewPCG(1, 2), spent(b)
	for turns := time.Duration(1); ; turns++ {
		for range shuffles {
			for i := len(shuffled) - 1; i > 0; i-- {
				j := below(chance, i+1)
				shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
			}
		}
		if took := spent(b) - began; took >= enough {
			return took / turns
		}
	}
}

// spent is the CPU time of the program so far.
func spent(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

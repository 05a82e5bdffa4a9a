package simulate

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// showProgress keeps one line up to date on a terminal, until it is told to stop;
// then the line is gone. Elsewhere it shows nothing.
func showProgress(to *os.File, p *progress) (stop func()) {
	info, err := to.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return func() {}
	}
	began, told, ended := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprint(to, "\r"+p.line(time.Since(began))+"\x1b[K")
			case <-told:
				fmt.Fprint(to, "\r\x1b[K")
				return
			}
		}
	}()
	return func() { close(told); <-ended }
}

// A progress counts what is done.
type progress struct {
	all   int // matches
	done  atomic.Int64
	moves atomic.Int64
}

// line is a bar, what is done, how fast, and how long it may take.
func (p *progress) line(took time.Duration) string {
	done, all, moves := int(p.done.Load()), p.all, int(p.moves.Load())
	const width = 24
	full := width * done / all
	left := "?"
	if done > 0 {
		left = (took * time.Duration(all-done) / time.Duration(done)).Round(time.Second).String()
	}
	return fmt.Sprintf("[%s%s] %s of %s matches, %s moves/s, %s left",
		strings.Repeat("#", full), strings.Repeat(".", width-full), grouped(done), grouped(all),
		grouped(int(float64(moves)/max(took.Seconds(), 0.001))), left)
}

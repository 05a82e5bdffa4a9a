package simulate

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// showProgress keeps one line up to date on a terminal, until it is told to stop;
// then the line is gone. Elsewhere it shows nothing.
func showProgress(to *os.File, s *simulation) (stop func()) {
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
				fmt.Fprint(to, "\r"+progress(int(s.done.Load()), s.Matches, int(s.moves.Load()), time.Since(began))+"\x1b[K")
			case <-told:
				fmt.Fprint(to, "\r\x1b[K")
				return
			}
		}
	}()
	return func() { close(told); <-ended }
}

// progress is the line: a bar, what is done, how fast, and how long it may take.
func progress(done, all, moves int, took time.Duration) string {
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

package dbtest

import (
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"testing"
)

// A Pgbench measures what "pgbench -N" reaches on the server of a database: how
// fast short durable transactions are there and now. A machine's own speed, and
// who else keeps it busy, is no merit of ours.
type Pgbench struct {
	url     string
	clients int
}

// NewPgbench prepares pgbench's tables in a database. It returns nil where the
// program is not on the PATH.
func NewPgbench(b *testing.B, url string, clients int) *Pgbench {
	b.Helper()
	if _, err := exec.LookPath("pgbench"); err != nil {
		return nil
	}
	p := &Pgbench{url, clients}
	p.run(b, "-i", "-q", "-s", strconv.Itoa(clients))
	return p
}

// Rate runs pgbench for a second and returns its transactions a second.
func (p *Pgbench) Rate(b *testing.B) float64 {
	b.Helper()
	threads := strconv.Itoa(min(p.clients, runtime.NumCPU()))
	out := p.run(b, "-N", "-n", "-c", strconv.Itoa(p.clients), "-j", threads, "-T", "1")
	tps := regexp.MustCompile(`(?m)^tps = ([0-9.]+)`).FindSubmatch(out)
	if tps == nil {
		b.Fatalf("pgbench says nothing of tps:\n%s", out)
	}
	rate, err := strconv.ParseFloat(string(tps[1]), 64)
	if err != nil {
		b.Fatal(err)
	}
	return rate
}

func (p *Pgbench) run(b *testing.B, args ...string) []byte {
	b.Helper()
	out, err := exec.CommandContext(b.Context(), "pgbench", append(args, p.url)...).CombinedOutput()
	if err != nil {
		b.Fatalf("pgbench %v: %v\n%s", args, err, out)
	}
	return out
}

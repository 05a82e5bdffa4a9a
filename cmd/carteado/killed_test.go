package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/postgres"
)

// The moments of a start at which TestServeStartsWhateverItsPostgresDoes disturbs it. By
// hand every millisecond, a hundred times each: -every 1ms -starts 100 -timeout 0.
var (
	every = flag.Duration("every", 0,
		"time between two moments of a start, in TestServeStartsWhateverItsPostgresDoes; 0: few")
	starts = flag.Int("starts", 1,
		"how often each moment of a start is disturbed, in TestServeStartsWhateverItsPostgresDoes")
)

// ownTimeout stands for the program's own limits, which are short.
const ownTimeout = 4 * time.Second

// A club whose PostgreSQL dies or stands still at any moment of its start is open
// afterwards, and works its queues.
func TestServeStartsWhateverItsPostgresDoes(t *testing.T) {
	type fault struct {
		signal syscall.Signal
		still  time.Duration // until SIGCONT
	}
	for name, fault := range map[string]fault{
		"died":                          {signal: syscall.SIGKILL},
		"stood still":                   {syscall.SIGSTOP, 100 * time.Millisecond},
		"stood still longer than River": {syscall.SIGSTOP, 6 * time.Second}, // which waits for five
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := openDir(t)
			server, err := postgres.Start(t.Context(),
				postgres.Config{Dir: dir, Bin: os.Getenv("CARTEADO_POSTGRES_BIN")})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = server.Stop() }()
			startDisturbed(t, server.URL(), func() {}) // makes the schema
			long := startDisturbed(t, server.URL(), func() {})
			pause, disturbed := cmp.Or(*every, long/4), 0
			for range *starts {
				for moment := time.Duration(0); moment <= long; moment += pause {
					startDisturbed(t, server.URL(), func() {
						time.Sleep(moment)
						signalPostgres(t, dir, fault.signal)
						if fault.still > 0 {
							time.Sleep(fault.still)
							signalPostgres(t, dir, syscall.SIGCONT)
						}
					})
					disturbed++
				}
			}
			t.Logf("%d starts of %s, every %s", disturbed, long, pause)
		})
	}
}

// startDisturbed starts a club and ends it, and returns how long it took to be at work.
func startDisturbed(t *testing.T, url string, disturb func()) time.Duration {
	t.Helper()
	began := time.Now()
	o := beginRun(t, config{DatabaseURL: url, timeout: ownTimeout})
	disturb()
	o.open(t)
	worksItsQueues(t, o, url)
	took := time.Since(began)
	o.close()
	if err := o.end(t); err != nil {
		t.Fatal(err)
	}
	return took
}

// worksItsQueues returns when a job of each queue is done, and the club's program leads
// those that look after the queues.
func worksItsQueues(t *testing.T, o *opened, url string) {
	t.Helper()
	const ours = `kind IN ('season_compute', 'tick')` // a start has jobs of its own
	pool, err := pgxpool.New(t.Context(), url)        // which connects again after a fault
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	ask := func() (done bool, err error) {
		ctx, cancel := context.WithTimeout(t.Context(), ownTimeout)
		defer cancel()
		err = pool.QueryRow(ctx, `
			WITH added AS (
				INSERT INTO river_job (kind, queue, args, max_attempts)
				SELECT kind, queue, '{"match": 0}', 1
					FROM (VALUES ('season_compute', 'default'), ('tick', 'ticks')) AS j (kind, queue)
				WHERE NOT EXISTS (SELECT FROM river_job WHERE `+ours+`)
			)
			SELECT (SELECT count(*) FROM river_job WHERE `+ours+` AND finalized_at IS NOT NULL) = 2
				AND EXISTS (SELECT FROM river_leader)`).Scan(&done)
		if done {
			_, err = pool.Exec(ctx, `DELETE FROM river_job`)
		}
		return done, err
	}
	o.await(t, "jobs to be done", func() bool {
		done, err := ask()
		return done && err == nil
	})
}

// postmaster is the process of the private Postgres below a directory; 0 while there is none.
func postmaster(t *testing.T, dir string) (pid int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "postgres/pg*/data/postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		content, _ := os.ReadFile(file)
		_, _ = fmt.Sscan(string(content), &pid)
	}
	return pid
}

// signalPostgres sends a signal to a private Postgres and, but for SIGKILL, which they
// notice, to its children.
func signalPostgres(t *testing.T, dir string, signal syscall.Signal) {
	t.Helper()
	pid := postmaster(t, dir)
	if err := syscall.Kill(pid, signal); err != nil {
		t.Fatal(err)
	}
	if signal == syscall.SIGKILL {
		return
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, child := range strings.Fields(string(children)) {
		if pid, err = strconv.Atoi(child); err == nil {
			_ = syscall.Kill(pid, signal) // it may have ended
		}
	}
}

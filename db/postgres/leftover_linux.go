package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// endsWithUs makes a child receive SIGINT, an orderly and fast stop for
// PostgreSQL, when the thread that forked it ends. That is with the program, even
// by kill -9.
func endsWithUs() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
}

// endLeftovers returns when no process of PostgreSQL's is in the cluster's
// directory any more. Somebody's shell may stay there.
func endLeftovers(ctx context.Context, c *cluster) error {
	const look = 10 * time.Millisecond
	began := time.Now()
	signals := []struct {
		after  time.Duration
		signal syscall.Signal
	}{{0, syscall.SIGINT}, {timeout, syscall.SIGQUIT}, {timeout + forcedTimeout, syscall.SIGKILL}}
	for {
		left, err := processesIn(c.dir)
		if err != nil || len(left) == 0 {
			return err
		}
		if len(signals) > 0 && time.Since(began) >= signals[0].after {
			for _, pid := range left {
				if err := syscall.Kill(pid, signals[0].signal); err != nil && !errors.Is(err, syscall.ESRCH) {
					return fmt.Errorf("signal process %d: %w", pid, err)
				}
			}
			signals = signals[1:]
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("processes %v: %w", left, ctx.Err())
		case <-time.After(look):
		}
	}
}

// processesIn lists the living processes of PostgreSQL that work in dir or below.
// A zombie works nowhere.
func processesIn(dir string) ([]int, error) {
	entries, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, entry := range entries {
		// An error means that the process has ended, or is another user's and not ours.
		cwd, err := os.Readlink(entry)
		if err != nil || cwd != dir && !strings.HasPrefix(cwd, dir+"/") {
			continue
		}
		process := filepath.Dir(entry)
		name, err := os.ReadFile(filepath.Join(process, "comm"))
		if err != nil || !slices.Contains([]string{"postgres", "initdb"}, strings.TrimSpace(string(name))) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(process))
		if err != nil {
			return nil, err
		}
		pids = append(pids, pid)
	}
	return pids, nil
}

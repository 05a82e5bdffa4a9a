package compose

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A shell runs programs in a directory, with an environment beside this tool's.
type shell struct {
	dir string
	env []string
}

// run returns what a program writes to its standard output. An error holds all
// that it wrote.
func (s shell) run(ctx context.Context, name string, args ...string) (string, error) {
	const timeout = 10 * time.Second // once ctx has ended
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env = s.dir, append(os.Environ(), s.env...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = timeout
	var out, all strings.Builder
	c.Stdout, c.Stderr = io.MultiWriter(&out, &all), &all
	if err := c.Run(); err != nil {
		return out.String(), fmt.Errorf("%s: %w\n%s", strings.Join(append([]string{name}, args...), " "), err,
			all.String())
	}
	return out.String(), nil
}

// script runs lines of bash that stop at the first error.
func (s shell) script(ctx context.Context, lines string) (string, error) {
	return s.run(ctx, "bash", "-euo", "pipefail", "-c", lines)
}

// eventually tries again until it succeeds or the time is up.
func eventually(ctx context.Context, limit time.Duration, try func() error) error {
	const pause = 100 * time.Millisecond
	late := time.After(limit)
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-late:
			return fmt.Errorf("not after %s: %w", limit, err)
		case <-time.After(pause):
		}
	}
}

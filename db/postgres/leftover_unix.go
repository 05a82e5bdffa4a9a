//go:build unix && !linux

package postgres

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// endsWithUs can promise nothing here: only Linux tells a child that its parent
// has died. The next start ends a server that was left behind.
func endsWithUs() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{}
}

// endLeftovers stops the server that the data directory names, if it still runs.
func endLeftovers(ctx context.Context, c *cluster) error {
	if _, err := os.Stat(filepath.Join(c.data(), "postmaster.pid")); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	stop := exec.CommandContext(ctx, filepath.Join(c.bin, "pg_ctl"), "stop", "--mode=fast", "--pgdata="+c.data())
	c.prepare(stop)
	var refused *exec.ExitError
	if err := run(stop); err != nil && !errors.As(err, &refused) { // it refuses when nothing runs
		return err
	}
	return nil
}

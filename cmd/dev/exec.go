package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// command is a program that is asked to end before it is made to, and that
// Ctrl-C reaches through us alone, in our order.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	const patience = 20 * time.Second // the club finishes what is in flight, the database writes its checkpoint
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = patience
	return c
}

// run shows what the program says.
func run(ctx context.Context, name string, args ...string) error {
	if err := command(ctx, name, args...).Run(); err != nil {
		return failure(ctx, err, name, args)
	}
	return nil
}

// quietly shows what the program says only if it fails.
func quietly(ctx context.Context, dir, name string, args ...string) error {
	c := command(ctx, name, args...)
	c.Dir = dir
	var said strings.Builder
	c.Stdout, c.Stderr = &said, &said
	if err := c.Run(); err != nil {
		return fmt.Errorf("%w\n%s", failure(ctx, err, name, args), strings.TrimSpace(said.String()))
	}
	return nil
}

func failure(ctx context.Context, err error, name string, args []string) error {
	if ctx.Err() != nil {
		return ctx.Err() // we were told to stop, not the program wrong
	}
	return fmt.Errorf("%s: %w", strings.Join(append([]string{name}, args...), " "), err)
}

// Command dev is the developer's one tool: it fetches what a machine lacks, runs
// the club and restarts it when a file changes, and checks everything that CI
// checks. It needs Go, and Node's npm to fetch the rest.
//
// # What it stands on
//
// Files are watched by looking four times a second: no limits of the system, and any file system.
//
// The tests' browser has no windows: the shell of Chromium from npm, the same on every machine, does a round of pages
// with little more than half the work of the whole program (84 CPU seconds against 153). Where it does not run, an
// installed Chromium serves. Firefox and WebKit are tried by hand, since the tests drive Chromium alone.
//
// golangci-lint is pinned here and not in go.mod, into which it would bring hundreds of modules.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

type commands struct {
	Run         runCommand         `cmd:"" default:"1" help:"Set up what is missing, run the club, restart it when a file changes."`
	Gallery     galleryCommand     `cmd:"" help:"The same for a gallery of every page and board, with prepared data."`
	Seed        seedCommand        `cmd:"" help:"Fill an empty database with a big club."`
	Generate    generateCommand    `cmd:"" help:"Fetch the vendor files, draw the icons where there is a browser, and write *_templ.go."`
	Test        testCommand        `cmd:"" passthrough:"" help:"Run go test on a real Postgres and a real browser. Packages and flags are go test's."`
	Chaos       chaosCommand       `cmd:"" help:"Play while instances and the database are killed, paused and cut off, and see that no move is lost."`
	Bench       benchCommand       `cmd:"" help:"Measure what people wait for, and print it as a table."`
	Check       checkCommand       `cmd:"" help:"All that CI checks."`
	Release     releaseCommand     `cmd:"" help:"Make what a host can pull: programs, licences, checksums, a list of parts, notes and an image."`
	TestCompose testComposeCommand `cmd:"" help:"Put the club up as the README says, on a container engine, and see it work. Takes minutes and root."`
}

func main() {
	var cli commands
	parsed := kong.Parse(&cli, kong.Name("dev"), kong.Description("Develop and check Carteado."), kong.UsageOnError())
	err := execute(parsed)
	if command := parsed.Command(); errors.Is(err, context.Canceled) && (command == "run" || command == "gallery") {
		return // so they end
	}
	if err != nil { // a check that was stopped has not passed
		fmt.Fprintln(os.Stderr, "dev:", err)
		os.Exit(1)
	}
}

func execute(parsed *kong.Context) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	syscall.Umask(0o022) // the database's user reads files that root fetches
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, orphaned := context.WithCancel(ctx)
	go func() {
		defer orphaned()
		waitForOrphanhood(ctx)
	}()
	parsed.BindTo(ctx, (*context.Context)(nil))
	return parsed.Run()
}

// waitForOrphanhood returns when the process that started us is gone: `go run`
// ends at SIGTERM without passing it on, and nobody would stop us any more.
func waitForOrphanhood(ctx context.Context) {
	parent := os.Getppid()
	tick := time.NewTicker(300 * time.Millisecond)
	defer tick.Stop()
	for os.Getppid() == parent {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// moduleRoot is the nearest directory upwards with a go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("run me inside the repository: there is no go.mod here or above")
		}
		dir = filepath.Dir(dir)
	}
}

// command returns a program that receives SIGTERM when ctx ends, and SIGKILL after
// some patience. It has a process group of its own, so that Ctrl-C reaches only
// this tool, which stops its programs in order.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	const timeout = 2 * time.Minute // the club finishes what is in flight, the database writes its checkpoint
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	c.WaitDelay = timeout
	return c
}

func run(ctx context.Context, name string, args ...string) error {
	if err := command(ctx, name, args...).Run(); err != nil {
		return failure(ctx, err, name, args)
	}
	return nil
}

// quietly runs a program and shows its output only if it fails.
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
		return ctx.Err() // the tool was told to stop; the program did nothing wrong
	}
	return fmt.Errorf("%s: %w", strings.Join(append([]string{name}, args...), " "), err)
}

package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// run is exec.Cmd.Run on a thread of its own: on Linux a child's end is tied to
// the thread that forked it, and Go ends threads when it likes.
func run(program *exec.Cmd) error {
	result := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		result <- program.Run()
	}()
	return <-result
}

// A postmaster is one process of the server.
type postmaster struct {
	process  *os.Process
	output   *output
	stopping atomic.Bool
	ended    chan struct{}
	err      error // of the process, written before ended is closed
}

// launch starts the server's process and returns when it answers. One that does not
// is ended.
func (c *cluster) launch(ctx context.Context, log *slog.Logger) (*postmaster, error) {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	program := exec.Command(filepath.Join(c.bin, "postgres"),
		append([]string{"-D", c.data()}, settings(c.socket)...)...)
	c.prepare(program)
	program.Stderr = writer

	p := &postmaster{output: newOutput(log), ended: make(chan struct{})}
	started := make(chan error)
	go p.output.follow(reader) //nolint:gosec // it ends with the server
	go func() {
		runtime.LockOSThread() // see run
		defer runtime.UnlockOSThread()
		err := program.Start()
		_ = writer.Close() // the server has its own copy
		started <- err
		if err == nil {
			p.err = program.Wait()
			close(p.ended)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start: %w", c.explain(err))
	}
	p.process = program.Process
	if err := p.ready(ctx, c.url()); err != nil {
		return nil, errors.Join(err, p.end())
	}
	return p, nil
}

// why says why the process has ended, nil if it was told to.
func (p *postmaster) why() error {
	switch {
	case p.err != nil:
		return fmt.Errorf("private Postgres ended: %w%s", p.err, p.output.last())
	case !p.stopping.Load():
		return fmt.Errorf("private Postgres was stopped by somebody else%s", p.output.last())
	}
	return nil
}

// settings are those that differ from PostgreSQL's own, which are durable.
func settings(socket string) []string {
	var flags []string
	for _, setting := range []string{
		"listen_addresses=", "port=" + port, "unix_socket_directories=" + socket, "unix_socket_permissions=0700",
		"max_connections=500", // a test run has dozens of pools
		"logging_collector=off", "log_destination=stderr", "log_line_prefix=",
		// Errors of statements reach the program anyway, and may quote values.
		"log_min_messages=log", "log_error_verbosity=terse", "log_min_error_statement=panic",
	} {
		flags = append(flags, "-c", setting)
	}
	return flags
}

// output logs the server's messages and keeps the last ones, for the error that
// says why the server ended.
type output struct {
	log   *slog.Logger
	ended chan struct{}
	mutex sync.Mutex
	lines []string
}

func newOutput(log *slog.Logger) *output {
	return &output{log: log, ended: make(chan struct{})}
}

// follow reads until the server and all its children have closed their side.
func (o *output) follow(reader io.ReadCloser) {
	defer close(o.ended)
	defer reader.Close()
	for scanner := bufio.NewScanner(reader); scanner.Scan(); {
		severity, message, found := strings.Cut(scanner.Text(), ":  ")
		if !found {
			severity, message = "", scanner.Text()
		}
		level := slog.LevelDebug // FATAL, too, is about one connection
		if severity == "PANIC" {
			level = slog.LevelError
		}
		o.log.Log(context.Background(), level, "postgres: "+message)
		o.remember(message)
	}
}

func (o *output) remember(line string) {
	const enough = 5
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.lines = append(o.lines, line)
	o.lines = o.lines[max(0, len(o.lines)-enough):]
}

func (o *output) last() string {
	select {
	case <-o.ended:
	case <-time.After(forcedTimeout): // children of a killed server take a moment to notice
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if len(o.lines) == 0 {
		return ""
	}
	return "; it said last: " + strings.Join(o.lines, " / ")
}

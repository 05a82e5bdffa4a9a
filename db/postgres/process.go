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

// launch starts the server and watches it to its end, which gives the lock back.
func (s *Server) launch(c *cluster) error {
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	program := exec.Command(filepath.Join(c.bin, "postgres"), append([]string{"-D", c.data()}, settings(c.socket)...)...)
	c.prepare(program)
	program.Stderr = writer

	started := make(chan error)
	go s.output.follow(reader)
	go func() {
		runtime.LockOSThread() // see run
		defer runtime.UnlockOSThread()
		err := program.Start()
		_ = writer.Close() // the server has its own copy
		started <- err
		if err == nil {
			err = program.Wait()
			s.ended(err, c)
		}
	}()
	if err := <-started; err != nil {
		return fmt.Errorf("start: %w", c.explain(err))
	}
	s.process = program.Process
	return nil
}

// settings are those that differ from PostgreSQL's own, which are durable.
func settings(socket string) []string {
	var flags []string
	for _, setting := range []string{
		"listen_addresses=", "port=" + port, "unix_socket_directories=" + socket, "unix_socket_permissions=0700",
		"max_connections=200", // a test run has several pools
		"logging_collector=off", "log_destination=stderr", "log_line_prefix=",
		// Errors of statements reach the program anyway, and may quote values.
		"log_min_messages=log", "log_error_verbosity=terse", "log_min_error_statement=panic",
	} {
		flags = append(flags, "-c", setting)
	}
	return flags
}

func (s *Server) ended(err error, c *cluster) {
	if filepath.Dir(c.socket) != c.dir {
		_ = os.RemoveAll(c.socket) // in the temporary directory, where nothing is lost
	}
	switch {
	case err == nil && !s.stopping.Load():
		s.err = fmt.Errorf("private Postgres was stopped by somebody else%s", s.output.last())
	case err != nil:
		s.err = fmt.Errorf("private Postgres ended: %w%s", err, s.output.last())
	}
	s.err = errors.Join(s.err, c.close())
	close(s.done)
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
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
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
	case <-time.After(forcedPatience): // children of a killed server take a moment to notice
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if len(o.lines) == 0 {
		return ""
	}
	return "; it said last: " + strings.Join(o.lines, " / ")
}

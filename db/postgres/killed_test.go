package postgres

import (
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestKilledProgramTakesItsServerWithIt(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	p := startProgram(t, dir, nil)
	write(t, p.url, "a")
	witness := connect(t, p.url)
	kill(t, p.command.Process.Pid)
	if _, err := witness.WaitForNotification(t.Context()); err == nil || t.Context().Err() != nil {
		t.Errorf("the server lives on: %v", err)
	}
	_ = p.command.Wait() // it holds its lock until it is gone
	if got := read(t, mustStart(t, config(dir)).URL()); got != "a" {
		t.Errorf("kept %q", got)
	}
}

// A server that is killed is started again at the same address, with what it has
// acknowledged, and under a lock that keeps others out, even where the disk was mounted anew.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	s := mustStart(t, config(dir))
	write(t, s.URL(), "a")
	s.dies(t)
	write(t, s.URL(), "b")
	if err := os.Remove(s.cluster.lock.Name()); err != nil {
		t.Fatal(err)
	}
	s.dies(t)
	if other, err := Start(t.Context(), config(dir)); !errors.Is(err, errBusy) {
		t.Errorf("a second start took %v: %v", other, err)
	}
	mustStop(t, s)
	if got := read(t, mustStart(t, config(dir)).URL()); got != "a b" {
		t.Errorf("kept %q", got)
	}
}

// dies kills the server and returns when it answers again.
func (s *Server) dies(t *testing.T) {
	t.Helper()
	before := s.pid()
	kill(t, before)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		again, err := pgx.Connect(ctx, s.URL())
		if err == nil {
			_ = again.Close(ctx)
		}
		if pid := s.pid(); err == nil && pid != 0 && pid != before {
			return
		}
		select {
		case <-s.done:
			t.Fatal("it is not started again")
		case <-ctx.Done():
			t.Fatalf("waited in vain for another server: %v", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func TestKilledProgramAndServer(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	p := startProgram(t, dir, nil)
	write(t, p.url, "a")
	kill(t, p.server)
	kill(t, p.command.Process.Pid)
	_ = p.command.Wait() // it holds its lock until it is gone
	if got := read(t, mustStart(t, config(dir)).URL()); got != "a" {
		t.Errorf("kept %q", got)
	}
}

func kill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

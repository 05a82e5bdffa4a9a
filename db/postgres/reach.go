package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// errBusy says that another process runs the server.
var errBusy = errors.New("already runs")

// Reach is Start for a command beside the club: where a process runs the server
// already, that one is used, and Stop leaves it alone.
func Reach(ctx context.Context, c Config) (*Server, error) {
	s, err := Start(ctx, c)
	if !errors.Is(err, errBusy) {
		return s, err
	}
	home, err := c.home()
	if err != nil {
		return nil, fmt.Errorf("private Postgres: %w", err)
	}
	running, err := runningIn(home)
	if err != nil {
		return nil, fmt.Errorf("private Postgres: %w", err)
	}
	return &Server{url: running.url(), done: make(chan struct{}), stop: func() error { return nil }}, nil
}

// runningIn finds the server that runs in a home by the file that PostgreSQL
// writes while it does; its fifth line is the directory of the socket.
func runningIn(home string) (*cluster, error) {
	files, err := filepath.Glob(filepath.Join(home, "pg*", "data", "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if lines := strings.Split(string(text), "\n"); len(lines) > 4 && lines[4] != "" {
			return &cluster{dir: filepath.Dir(filepath.Dir(file)), socket: lines[4]}, nil
		}
	}
	return nil, fmt.Errorf("its process runs no server in %s yet: try again", home)
}

package main

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A snapshot knows when each watched file was last written.
type snapshot map[string]time.Time

// watched are the directories whose files end up in the program.
var watched = []string{"cmd", "db", "engine", "handlers", "migrations", "static", "views"}

func look() (snapshot, error) {
	seen := snapshot{}
	for _, dir := range watched {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // removed while we looked
			}
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if entry.Name() == "node_modules" || entry.Name() == "testdata" {
					return filepath.SkipDir
				}
				return nil
			}
			if !matters(path) {
				return nil
			}
			info, err := entry.Info()
			if err == nil {
				seen[path] = info.ModTime()
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// matters leaves out what never changes the program, and what we write ourselves
// from a *.templ that does.
func matters(path string) bool {
	name := filepath.Base(path)
	return !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_templ.go") &&
		slices.Contains([]string{".go", ".templ", ".json", ".sql", ".css", ".js", ".svg"}, filepath.Ext(name))
}

// changes are the files of only one snapshot, or that were written in between.
func (s snapshot) changes(later snapshot) []string {
	changed := map[string]bool{}
	for path, at := range later {
		if before, ok := s[path]; !ok || !before.Equal(at) {
			changed[path] = true
		}
	}
	for path := range s {
		if _, ok := later[path]; !ok {
			changed[path] = true
		}
	}
	return slices.Sorted(maps.Keys(changed))
}

// waitForChange returns what changed, once nothing has changed for a moment: an
// editor saves several files, git many. Looking takes some milliseconds, and
// works on every file system.
func (s snapshot) waitForChange(ctx context.Context) ([]string, snapshot, error) {
	const pause = 250 * time.Millisecond
	tick := time.NewTicker(pause)
	defer tick.Stop()
	last := s
	for {
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-tick.C:
		}
		now, err := look()
		if err != nil {
			return nil, nil, err
		}
		quiet := len(last.changes(now)) == 0
		if changed := s.changes(now); quiet && len(changed) > 0 {
			return changed, now, nil
		}
		last = now
	}
}

package enginetest

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/conform"
)

var update = flag.Bool("update", false, "write golden replays anew, and those that are missing")

// Golden plays every replay in a directory again and compares what comes out. A
// replay is a text of a match: how it is dealt, every move, and after each round
// the result. The report of a rule bug is the replay of a match in which it shows.
//
// A file "index" lists the replays, so that none goes missing, and each value of
// each option has one. With -update replays are written anew, and missing ones
// are played by bots; the diff shows what changed.
func Golden(t *testing.T, g engine.Game, dir string) {
	if *update {
		if err := write(g, dir); err != nil {
			t.Fatal(err)
		}
	}
	if err := CheckGolden(g, dir); err != nil {
		t.Error(err)
	}
}

// CheckGolden returns everything that Golden finds wrong.
func CheckGolden(g engine.Game, dir string) error {
	index, err := os.ReadFile(filepath.Join(dir, "index"))
	if err != nil {
		return fmt.Errorf("%w: go test -update writes what is missing", err)
	}
	there, err := replays(dir)
	if err != nil {
		return err
	}
	var wrong []error
	if got := strings.Join(there, "\n") + "\n"; got != string(index) {
		wrong = append(wrong, fmt.Errorf("the index lists\n%sand there are\n%s", index, got))
	}
	for _, name := range slices.Sorted(maps.Keys(standard(g))) {
		if !slices.Contains(there, name) {
			wrong = append(wrong, fmt.Errorf("%s is missing: go test -update writes it", name))
		}
	}
	for _, name := range there {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		got, err := conform.Replay(g, string(want))
		if err == nil && got != string(want) {
			err = errors.New(firstDifference(string(want), got))
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(wrong...)
}

const extension = ".replay"

// standard are the replays that every game has: the default for each number of
// seats, and each option's other values for the fewest.
func standard(g engine.Game) map[string]conform.Case {
	info := g.Info()
	cases := map[string]conform.Case{}
	for n, options := range Singly(info) {
		seats := offered(g, options)
		if n > 0 {
			seats = seats[:min(1, len(seats))]
		}
		for _, seats := range seats {
			cases[fmt.Sprintf("%d-%s%s", seats, Name(options), extension)] = conform.Case{
				Seats: seats, Options: options, Seed: engine.Seed{}.Derive("golden", n),
			}
		}
	}
	return cases
}

// replays lists the files of a directory, sorted.
func replays(dir string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*"+extension))
	for i := range paths {
		paths[i] = filepath.Base(paths[i])
	}
	slices.Sort(paths)
	return paths, err
}

func write(g engine.Game, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	there, err := replays(dir)
	if err != nil {
		return err
	}
	texts := map[string]string{}
	for name, from := range standard(g) {
		if !slices.Contains(there, name) {
			if texts[name], err = conform.Record(g, from); err != nil {
				return err
			}
		}
	}
	for _, name := range there {
		old, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if texts[name], err = conform.Replay(g, string(old)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	list := strings.Join(slices.Sorted(maps.Keys(texts)), "\n") + "\n"
	return os.WriteFile(filepath.Join(dir, "index"), []byte(list), 0o644)
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d is %q, was %q", i+1, append(b, make([]string, len(a))...)[i], a[i])
		}
	}
	return fmt.Sprintf("line %d is %q, was not there", len(a)+1, b[len(a)])
}

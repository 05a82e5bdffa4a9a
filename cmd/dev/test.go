package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"carteado/db/postgres"
)

type testCommand struct {
	Args []string `arg:"" optional:"" help:"Packages (all when none is named) and flags of go test."`
}

func (t testCommand) Run(ctx context.Context) error { return test(ctx, t.Args) }

// test runs go test once for each list of arguments, and gives all of them one
// Postgres, as durable as a club's as far as its directory is.
func test(ctx context.Context, runs ...[]string) (err error) {
	if err := fetchVendor(ctx, htmx, axe); err != nil {
		return err
	}
	browser, err := chromium(ctx)
	if err != nil {
		return err
	}
	bin, err := postgresBin(ctx)
	if err != nil {
		return err
	}
	scratch, err := scratchDir()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, removeAll(scratch)) }()
	server, stop, err := temporaryPostgres(ctx, scratch, bin)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()

	// Tests are over before they have used much memory: less of their time goes into finding it again.
	return goTest(ctx, runs, "GOGC=400", "TMPDIR="+scratch, "GOTMPDIR="+os.TempDir(), "CARTEADO_TEST_DATABASE_URL="+
		server, "CARTEADO_POSTGRES_BIN="+bin, "CARTEADO_CHROMIUM="+browser)
}

// scratchDir makes a directory for the files of a run. A run that was killed has left its
// own behind, which is removed.
func scratchDir() (dir string, err error) {
	const name = "carteado-test-run-%d-"
	parent := memory()
	left, err := filepath.Glob(filepath.Join(cmp.Or(parent, os.TempDir()), "carteado-test-run-*"))
	if err != nil {
		return "", err
	}
	for _, old := range left {
		var process int
		if _, err := fmt.Sscanf(filepath.Base(old), name, &process); err == nil &&
			errors.Is(syscall.Kill(process, 0), syscall.ESRCH) {
			_ = removeAll(old) // or the next run will
		}
	}
	if dir, err = os.MkdirTemp(parent, fmt.Sprintf(name, os.Getpid())); err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o755) // for the user that root's servers run as
}

// removeAll removes a directory with all that is mounted below it: a test of chaos that is ended leaves its disk there,
// which cannot be removed before.
func removeAll(dir string) error {
	mounts, _ := os.ReadFile("/proc/self/mounts") // only Linux has it
	for _, place := range slices.Backward(mountedBelow(dir, string(mounts))) {
		// a database may still run there; what stays mounted is not removed, which is said
		_ = exec.Command("umount", "-l", place).Run()
	}
	return os.RemoveAll(dir)
}

// mountedBelow are the places below a directory in a list of what is mounted, each before those that it holds.
func mountedBelow(dir, mounts string) (places []string) {
	for line := range strings.Lines(mounts) {
		if fields := strings.Fields(line); len(fields) > 1 {
			place := strings.ReplaceAll(fields[1], `\040`, " ")
			if strings.HasPrefix(place, dir+"/") {
				places = append(places, place)
			}
		}
	}
	return places
}

// memory is a directory that is kept in the machine's memory, if there is one with room
// for the databases of tests; else "". On a disk, most of the work of a test is to make
// and remove the three hundred files of its database.
func memory() string {
	const dir, room, noexec = "/dev/shm", 4 << 30, 8
	var there syscall.Statfs_t
	if err := syscall.Statfs(dir, &there); err != nil || there.Bavail*uint64(there.Bsize) < room ||
		there.Flags&noexec != 0 {
		return ""
	}
	return dir
}

// temporaryPostgres starts a server in a directory of its own below another; stop ends
// it and removes the directory.
func temporaryPostgres(ctx context.Context, parent, bin string) (url string, stop func() error, err error) {
	dir, err := os.MkdirTemp(parent, "postgres-")
	if err != nil {
		return "", nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // for the user that root's server runs as
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	server, err := postgres.Start(ctx, postgres.Config{Dir: dir, Bin: bin})
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return server.URL(), func() error { return errors.Join(server.Stop(), os.RemoveAll(dir)) }, nil
}

// goTest runs go test, once for each list of arguments, and reports the progress of
// all of them as one. It shows the output as it is when a flag of the caller asks
// for another form.
func goTest(ctx context.Context, runs [][]string, environment ...string) (failed error) {
	const pause = 30 * time.Second // until it names the tests that are still running
	reader, writer := io.Pipe()
	var followed sync.WaitGroup
	followed.Go(func() { newProgress(os.Stdout).follow(reader, time.Tick(pause)) })
	for _, given := range runs {
		args, plain := goTestArgs(given)
		c := command(ctx, "go", args...)
		c.Env = append(os.Environ(), environment...)
		// The test programs, too: they outlive go, and hold the pipe.
		c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
		if !plain {
			c.Stdout = writer
		}
		if err := c.Run(); err != nil {
			failed = errors.Join(failed, failure(ctx, err, "go", args))
		}
	}
	_ = writer.Close() // a pipe's end always closes
	followed.Wait()
	return failed
}

// packages are all of them. Those that take longest come first, because go test begins
// them in this order: otherwise one of them is alone at the end, and a core idles.
var packages = []string{"./cmd/carteado", "./handlers", "./db", "./..."}

// valued are the flags whose value can look like a package: expressions, files and directories.
var valued = strings.Fields("run skip bench list fuzz coverpkg coverprofile blockprofile cpuprofile memprofile " +
	"mutexprofile trace outputdir o exec C modfile overlay pkgdir toolexec pgo")

// packageNamed is how somebody names packages of this module.
var packageNamed = regexp.MustCompile(`^(\.{1,3}|(\.{1,2}|carteado)/.*)$`)

// goTestArgs adds all packages when the arguments name none, and a limit when
// they set none: go test's own ends a package after ten minutes, which is too soon
// for a busy machine. Plain reports whether a flag chooses the form of the output.
// What stands behind -args is the tests' own.
func goTestArgs(given []string) (args []string, plain bool) {
	var own []string
	if end := slices.IndexFunc(given, func(arg string) bool { return arg == "-args" || arg == "--args" }); end >= 0 {
		given, own = given[:end], given[end:]
	}
	named, limited, value := false, false, false
	for _, arg := range given {
		flag, _, set := strings.Cut(strings.TrimPrefix(strings.TrimLeft(arg, "-"), "test."), "=")
		switch {
		case value: // of the flag before, whatever it looks like
			value = false
			continue
		case !strings.HasPrefix(arg, "-"):
			named = named || packageNamed.MatchString(arg)
			continue
		case flag == "timeout":
			limited = true
		case slices.Contains([]string{"v", "bench", "json", "list", "fuzz", "c", "n", "x"}, flag):
			plain = true
		}
		value = !set && slices.Contains(valued, flag)
	}
	args = []string{"test"}
	if !plain {
		args = append(args, "-json")
	}
	if !limited {
		args = append(args, "-timeout=2h")
	}
	args = append(args, given...)
	if !named {
		args = append(args, packages...)
	}
	return append(args, own...), plain
}

// An event is a line of go test -json.
type event struct {
	Time                          time.Time
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// progress follows a long run by the events of go test -json. It prints each
// package when it ends, with the output of its failed tests, then the slowest
// tests, and at last the closing lines of go test.
type progress struct {
	out     io.Writer
	running map[string]*packageRun
	slowest []event  // a pass or fail of each top-level test
	closing []string // go test's line for each package
	failed  bool
}

type packageRun struct {
	began   time.Time
	running map[string]bool             // tests, without those that wait for their turn
	output  map[string]*strings.Builder // of tests that have not passed; "" is the package's own
}

func newProgress(out io.Writer) *progress {
	return &progress{out: out, running: map[string]*packageRun{}}
}

// follow reads events until they end. At each tick it names the tests that are still running.
func (p *progress) follow(in io.Reader, ticks <-chan time.Time) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for r := bufio.NewReader(in); ; {
			line, err := r.ReadString('\n') // no limit: a line can hold a whole page
			if line != "" {
				lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case now := <-ticks:
			p.sayRunning(now)
		case line, more := <-lines:
			if !more {
				p.sayEnd()
				return
			}
			var e event
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				fmt.Fprint(p.out, line)
				continue
			}
			p.add(e)
		}
	}
}

func (p *progress) add(e event) {
	if e.Action == "build-output" {
		fmt.Fprint(p.out, e.Output)
	}
	if e.Package == "" {
		return
	}
	run := p.running[e.Package]
	if run == nil {
		run = &packageRun{e.Time, map[string]bool{}, map[string]*strings.Builder{}}
		p.running[e.Package] = run
	}
	switch e.Action {
	case "run", "cont":
		run.running[e.Test] = true
	case "pause":
		delete(run.running, e.Test)
	case "output":
		p.keep(run, e)
	case "pass", "fail", "skip":
		p.end(run, e)
	}
}

func (p *progress) keep(run *packageRun, e event) {
	for _, start := range []string{"ok  \t", "FAIL\t", "?   \t", "\t"} {
		if e.Test == "" && strings.HasPrefix(e.Output, start+e.Package) {
			p.closing = append(p.closing, e.Output)
			return
		}
	}
	if strings.HasPrefix(e.Output, "=== ") || e.Output == "FAIL\n" {
		return // a test runs, pauses or continues; the line of the package says the rest
	}
	if run.output[e.Test] == nil {
		run.output[e.Test] = &strings.Builder{}
	}
	run.output[e.Test].WriteString(e.Output)
}

func (p *progress) end(run *packageRun, e event) {
	if e.Test != "" {
		delete(run.running, e.Test)
		if e.Action != "fail" {
			delete(run.output, e.Test)
		}
		if !strings.Contains(e.Test, "/") {
			p.slowest = append(p.slowest, e)
		}
		return
	}
	delete(p.running, e.Package)
	if e.Action == "fail" {
		p.failed = true
		for _, test := range slices.Sorted(maps.Keys(run.output)) {
			fmt.Fprint(p.out, run.output[test])
		}
	}
	if e.Action != "skip" { // it has no tests
		fmt.Fprintf(p.out, "%-6s %s  %.1fs\n", map[string]string{"pass": "passed", "fail": "failed"}[e.Action],
			e.Package, e.Elapsed)
	}
}

func (p *progress) sayRunning(now time.Time) {
	for _, name := range slices.Sorted(maps.Keys(p.running)) {
		run := p.running[name]
		fmt.Fprintf(p.out, "still running for %s: %s %s\n", now.Sub(run.began).Round(time.Second), name,
			strings.Join(slices.Sorted(maps.Keys(run.running)), " "))
	}
}

func (p *progress) sayEnd() {
	const named, notable = 10, 1.0
	slices.SortFunc(p.slowest, func(a, b event) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	for i, e := range p.slowest {
		if i == named || e.Elapsed < notable {
			break
		}
		fmt.Fprintf(p.out, "slow   %s %s  %.1fs\n", e.Package, e.Test, e.Elapsed)
	}
	slices.SortFunc(p.closing, func(a, b string) int {
		_, a, _ = strings.Cut(a, "\t")
		_, b, _ = strings.Cut(b, "\t")
		return cmp.Compare(a, b)
	})
	fmt.Fprint(p.out, strings.Join(p.closing, ""))
	if p.failed {
		fmt.Fprintln(p.out, "FAIL")
	}
}

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

type benchCommand struct {
	Only  string `help:"Measure only rows whose words or benchmark match this expression, and write no file."`
	Turns int    `default:"8" help:"How often each benchmark runs."`
}

// figuresFile keeps the last whole run.
const figuresFile = "cmd/dev/FIGURES.md"

// figuresHead is what a reader of the file has to know.
const figuresHead = `# Figures

` + "`go run ./cmd/dev bench`" +
	` writes this file, from one benchmark after the other on one PostgreSQL of its own. The comment of each
benchmark says how its figure is made; where a machine's speed matters it is a ratio of two things measured in the same
run, or counted in the time of one fixed loop (` + "`engine/enginetest/bench.go`" + `). A figure is the median of its
turns, with the lowest and the highest in brackets. Goals fail nothing.

`

// Run measures all figures one after the other on one Postgres, as durable as a
// club's, and prints them as a table, which becomes the file if all of them were measured. Goals are shown and not
// checked: a busy machine fails nothing. What was not measured has a dash, and is an error.
func (c benchCommand) Run(ctx context.Context) (err error) {
	only, err := regexp.Compile(c.Only)
	if err != nil {
		return err
	}
	chosen := slices.DeleteFunc(slices.Clone(figures), func(f figure) bool {
		return !only.MatchString(f.what) && !only.MatchString(f.bench)
	})
	if err := fetchVendor(ctx, htmx); err != nil {
		return err
	}
	bin, err := postgresBin(ctx)
	if err != nil {
		return err
	}
	server, stop, err := temporaryPostgres(ctx, "", bin)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	environment := append(os.Environ(), "GOGC=400", "GOMEMLIMIT=200MiB", // as the program has them
		"CARTEADO_TEST_DATABASE_URL="+server, "CARTEADO_POSTGRES_BIN="+bin,
		"PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH")) // pgbench stands there

	began, measured, machine := time.Now(), results{}, ""
	var done []figure
	var failed error
	for _, f := range chosen {
		if slices.ContainsFunc(done, f.sharesRun) {
			continue
		}
		done = append(done, f)
		said, err := measure(ctx, f, c.Turns, environment)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failed = errors.Join(failed, err)
		machine = cmp.Or(machine, measured.read(f.place, strings.NewReader(said), runtime.GOMAXPROCS(0)))
	}
	about := strings.Join(slices.DeleteFunc([]string{
		commit(ctx), machine, fmt.Sprintf("%d CPUs, %s/%s, %s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH,
			runtime.Version()),
		version(ctx, filepath.Join(bin, "postgres")), fmt.Sprintf("%d turns in %s", c.Turns, time.Since(began).
			Round(time.Second)),
	}, func(s string) bool { return s == "" }), " · ")
	made := about + "\n\n" + table(chosen, measured)
	fmt.Print("\n", made)
	failed = errors.Join(failed, measured.lack(chosen))
	if c.Only != "" {
		return failed
	}
	return keep(figuresFile, made, failed)
}

// keep writes a whole run into a file. One in which anything failed leaves the file as it is.
func keep(file, made string, failed error) error {
	if failed != nil {
		return fmt.Errorf("%s is left as it was: %w", file, failed)
	}
	return os.WriteFile(file, []byte(figuresHead+made), 0o644)
}

// sharesRun reports that one run of go test measures both figures.
func (f figure) sharesRun(g figure) bool {
	return f.place == g.place && f.bench == g.bench && f.time == g.time
}

// measure runs a figure's benchmark, showing what it says as it goes.
func measure(ctx context.Context, f figure, turns int, environment []string) (string, error) {
	args := []string{"test", f.place, "-run=^$", "-bench=^Benchmark" + f.bench + "$", "-benchmem", "-timeout=2h",
		"-count=" + strconv.Itoa(turns)}
	if f.time != "" {
		args = append(args, "-benchtime="+f.time)
	}
	var said strings.Builder
	run := command(ctx, "go", args...)
	run.Env, run.Stdout = environment, io.MultiWriter(&said, os.Stderr)
	// The test program, too: it outlives go, and holds the pipe.
	run.Cancel = func() error { return syscall.Kill(-run.Process.Pid, syscall.SIGTERM) }
	if err := run.Run(); err != nil {
		return said.String(), failure(ctx, err, "go", args)
	}
	return said.String(), nil
}

// results are what benchmarks reported in each turn, by package, benchmark and metric.
type results map[[3]string][]float64

var benchLine = regexp.MustCompile(`^Benchmark(\S+)\s+\d+\s+(.*)$`)

// read adds the lines of a run of go test on so many processors, which stand
// behind each name unless there is one, and returns what the processor is called.
func (r results) read(place string, said io.Reader, processors int) (cpu string) {
	suffix := ""
	if processors > 1 {
		suffix = "-" + strconv.Itoa(processors)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if name, is := strings.CutPrefix(lines.Text(), "cpu: "); is {
			cpu = name
		}
		found := benchLine.FindStringSubmatch(lines.Text())
		if found == nil {
			continue
		}
		for pair := range slices.Chunk(strings.Fields(found[2]), 2) {
			value, err := strconv.ParseFloat(pair[0], 64)
			if err == nil && len(pair) == 2 {
				key := [3]string{place, strings.TrimSuffix(found[1], suffix), pair[1]}
				r[key] = append(r[key], value)
			}
		}
	}
	return cpu
}

// keys are where the results of a figure stand, in the order of the row.
func (f figure) keys() (keys [][3]string) {
	if f.lines == nil {
		return [][3]string{{f.place, f.bench, f.metric}}
	}
	for _, line := range f.lines {
		keys = append(keys, [3]string{f.place, f.bench + "/" + line, f.metric})
	}
	return keys
}

// lack says which figures were not measured.
func (r results) lack(figures []figure) (err error) {
	for _, f := range figures {
		for _, key := range f.keys() {
			if len(r[key]) == 0 {
				err = errors.Join(err, fmt.Errorf("not measured: %s (%s)", f.what, strings.Join(key[:], " ")))
			}
		}
	}
	return err
}

// table writes the figures as a table of Markdown.
func table(figures []figure, measured results) string {
	var b strings.Builder
	b.WriteString("| what | figure | wanted | benchmark |\n| --- | --- | --- | --- |\n")
	for _, f := range figures {
		var values []string
		for _, key := range f.keys() {
			values = append(values, written(measured[key], f.metric))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` %s |\n", f.what, strings.Join(values, " / "), f.wanted, f.place, f.bench)
	}
	return b.String()
}

// written is the median of some values and their range, each with three digits that count,
// and a dash for none.
func written(values []float64, metric string) string {
	if len(values) == 0 {
		return "–"
	}
	values = slices.Sorted(slices.Values(values))
	low, high := values[0], values[len(values)-1]
	median := (values[(len(values)-1)/2] + values[len(values)/2]) / 2
	factor, unit := scale(median, metric)
	plain := func(v float64) string {
		const digits = 3
		switch {
		case unit == "":
			return strconv.FormatFloat(v, 'f', 2, 64)
		case v*factor >= math.Pow10(digits):
			return strconv.FormatFloat(v*factor, 'f', 0, 64)
		}
		return strconv.FormatFloat(v*factor, 'g', digits, 64)
	}
	text := plain(median)
	if plain(low) != plain(high) {
		text += " (" + plain(low) + "–" + plain(high) + ")"
	}
	return strings.TrimSpace(text + " " + unit)
}

// scale is what a value is multiplied by to be read in a unit; a ratio has none.
func scale(value float64, metric string) (factor float64, unit string) {
	switch {
	case metric == "ns/op":
		factor = 1
		for _, unit := range []string{"ns", "µs", "ms"} {
			if value*factor < 1000 {
				return factor, unit
			}
			factor /= 1000
		}
		return factor, "s"
	case metric == "ratio" || strings.HasSuffix(metric, "-ratio"):
		return 1, ""
	case strings.HasSuffix(metric, "-ms"):
		unit = "ms"
	case strings.HasSuffix(metric, "-%"):
		unit = "%"
	default:
		unit = metric
	}
	switch {
	case value >= 1e6:
		return 1e-6, "M " + unit
	case value >= 1e4:
		return 1e-3, "k " + unit
	}
	return 1, unit
}

// commit names the version that is measured, and whether it was changed since.
func commit(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty=, with changes").Output()
	if err != nil {
		return "no commit"
	}
	return "commit " + strings.TrimSpace(string(out))
}

// version is the output of a program's --version, "" on an error.
func version(ctx context.Context, program string) string {
	out, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

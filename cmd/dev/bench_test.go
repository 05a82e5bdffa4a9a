package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Lines of go test about benchmarks become rows: several numbers in one, and a dash
// for what was not measured.
func TestBenchTable(t *testing.T) {
	said := `goos: linux
cpu: Some Processor
BenchmarkPlay/clients=1-2         	     400	   2500000 ns/op	       400.0 moves/s	         0.4567 ratio
BenchmarkPlay/clients=1-2         	     400	   2500000 ns/op	       410.0 moves/s	         0.5 ratio
BenchmarkPlay/clients=1-2         	     400	   2500000 ns/op	       420.0 moves/s	         0.43 ratio
BenchmarkPlay/clients=8-2         	     400	    500000 ns/op	      2000 moves/s	         1 ratio
BenchmarkPoll-2                   	      10	     28250 ns/op
    a_test.go:1: something it logged
BenchmarkRandom-2                 	      10	 171463590 ns/op	  12345678 moves/s
PASS
`
	measured := results{}
	if cpu := measured.read("./db", strings.NewReader(said), 2); cpu != "Some Processor" {
		t.Errorf("processor %q", cpu)
	}
	rows := []figure{
		{what: "moves", wanted: "≥ 0.9", place: "./db", bench: "Play", lines: []string{"clients=1", "clients=8",
			"clients=32"}, metric: "ratio"},
		{what: "polls", place: "./db", bench: "Poll", metric: "ns/op"},
		{what: "random", place: "./db", bench: "Random", metric: "moves/s"},
		{what: "elsewhere", place: "./handlers", bench: "Poll", metric: "ns/op"},
	}
	got := table(rows, measured)
	want := `| what | figure | wanted | benchmark |
| --- | --- | --- | --- |
| moves | 0.46 (0.43–0.50) / 1.00 / – | ≥ 0.9 | ` + "`./db`" + ` Play |
| polls | 28.2 µs |  | ` + "`./db`" + ` Poll |
| random | 12.3 M moves/s |  | ` + "`./db`" + ` Random |
| elsewhere | – |  | ` + "`./handlers`" + ` Poll |
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	const lacks = "not measured: moves (./db Play/clients=32 ratio)\nnot measured: elsewhere (./handlers Poll ns/op)"
	if err := measured.lack(rows); err == nil || err.Error() != lacks {
		t.Errorf("the rows lack %v", err)
	}
	if err := measured.lack(rows[1:3]); err != nil {
		t.Errorf("rows that were measured lack %v", err)
	}
	one := results{}
	one.read("./db", strings.NewReader("BenchmarkBoard/board-2 \t 10 \t 5 ns/op\n"), 1)
	if one[[3]string{"./db", "Board/board-2", "ns/op"}][0] != 5 {
		t.Errorf("on one processor a name ends with its own number: %v", one)
	}
}

// A run in which a measurement failed does not replace the figures of the last whole one.
func TestAFailedRunLeavesTheFigures(t *testing.T) {
	file, failed := filepath.Join(t.TempDir(), "FIGURES.md"), errors.New("a benchmark failed")
	for _, run := range []struct {
		made   string
		failed error
		kept   string
	}{{"whole", nil, "whole"}, {"with dashes", failed, "whole"}, {"whole again", nil, "whole again"}} {
		if err := keep(file, run.made, run.failed); !errors.Is(err, run.failed) {
			t.Errorf("%s: %v", run.made, err)
		}
		if kept, err := os.ReadFile(file); err != nil || string(kept) != figuresHead+run.kept {
			t.Errorf("after %s the file has %q, %v", run.made, kept, err)
		}
	}
}

// Every row names a benchmark that exists, and every row that is kept is one of the list.
func TestFigures(t *testing.T) {
	var whats []string
	for _, f := range figures {
		whats = append(whats, f.what)
		out, err := exec.CommandContext(t.Context(), "grep", "-rlE", "^func Benchmark"+f.bench+`\(`,
			"--include=*_test.go", filepath.Join("../..", f.place)).Output()
		if err != nil || len(bytes.TrimSpace(out)) == 0 {
			t.Errorf("%s: no Benchmark%s in %s", f.what, f.bench, f.place)
		}
	}
	kept, err := os.ReadFile("../../" + figuresFile)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(kept), figuresHead) {
		t.Errorf("%s does not begin as bench writes it", figuresFile)
	}
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]+) \| [^-]`).FindAllStringSubmatch(string(kept), -1) {
		if row[1] != "---" && row[1] != "what" && !slices.Contains(whats, row[1]) {
			t.Errorf("%s has a row that nothing measures: %s", figuresFile, row[1])
		}
	}
}

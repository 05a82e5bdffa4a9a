package main

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A module with a package that passes, one that fails in a subtest beside a test
// that passes, one that dies, one that does not compile and one without tests.
var modules = map[string]string{
	"go.mod":         "module toy\n",
	"good/a_test.go": "package good\nimport \"testing\"\nfunc TestGood(t *testing.T) { t.Log(\"says nothing\") }\n",
	"bad/a_test.go": "package bad\nimport \"testing\"\nfunc TestBad(t *testing.T) { t.Run(\"sub\", func(t " +
		"*testing.T) { t.Parallel(); t.Error(\"one\\n\\ttwo\") }) }\n" +
		"func TestFine(t *testing.T) { t.Log(\"says nothing\") }\n",
	"dead/a_test.go":   "package dead\nimport \"testing\"\nfunc TestDead(t *testing.T) { panic(\"the end\") }\n",
	"broken/a_test.go": "package broken\nfunc f() { unknown() }\n",
	"none/a.go":        "package none\n",
}

func TestProgressOfARealRun(t *testing.T) {
	dir := t.TempDir()
	for path, content := range modules {
		path = dir + "/" + path
		if err := os.MkdirAll(path[:strings.LastIndex(path, "/")], 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "test", "-json", "./...")
	run.Dir = dir
	out, err := run.Output()
	if err == nil {
		t.Error("the run passes")
	}
	var said strings.Builder
	newProgress(&said).follow(strings.NewReader(string(out)), nil)
	for _, want := range []string{
		"passed toy/good  ", "failed toy/bad  ", "--- FAIL: TestBad/sub", "one\n        \ttwo\n",
		"panic: the end", "goroutine ", "undefined: unknown", "FAIL\ttoy/broken [build failed]\n",
	} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("lacks %q", want)
		}
	}
	for _, unwanted := range []string{"says nothing", "=== ", `"Action"`} {
		if strings.Contains(said.String(), unwanted) {
			t.Errorf("has %q", unwanted)
		}
	}
	lines := strings.Split(strings.TrimSuffix(said.String(), "\n"), "\n")
	for i, want := range []string{"FAIL\ttoy/bad\t", "FAIL\ttoy/broken ", "FAIL\ttoy/dead\t", "ok  \ttoy/good\t",
		"?   \ttoy/none\t", "FAIL"} {
		if line := lines[max(0, len(lines)-6+i)]; !strings.HasPrefix(line, want) {
			t.Errorf("closing line %q, want %q…", line, want)
		}
	}
	if t.Failed() {
		t.Log(said.String())
	}
}

func TestProgressSaysWhatIsStillRunning(t *testing.T) {
	in, events := io.Pipe()
	ticks := make(chan time.Time)
	var said strings.Builder
	done := make(chan struct{})
	go func() {
		defer close(done)
		newProgress(&said).follow(in, ticks)
	}()
	tell := func(action, test, more string) {
		_, _ = io.WriteString(events, `{"Time":"2026-11-22T10:00:00Z","Action":"`+action+`","Package":"toy","Test":"`+
			test+`"`+more+"}\n")
	}
	tell("start", "", "")
	for _, test := range []string{"TestA", "TestB", "TestC"} {
		tell("run", test, "")
	}
	tell("pass", "TestA", `,"Elapsed":7.25`)
	tell("pause", "TestB", "")
	tell("output", "TestC", `,"Output":"waits\n"`)
	tell("output", "TestC", `,"Output":"waits\n"`) // all events before have been read by now
	ticks <- time.Date(2026, time.November, 22, 10, 1, 30, 0, time.UTC)
	_ = events.Close()
	<-done
	if got, want := said.String(), "still running for 1m30s: toy TestC\nslow   toy TestA  7.2s\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

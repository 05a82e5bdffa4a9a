package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// A directory is removed with what is mounted below it, and nothing beside it is unmounted.
func TestRemoveAllUnmounts(t *testing.T) {
	const mounts = "tmpfs /dev/shm tmpfs rw 0 0\ncarteado-chaos /dev/shm/run-1/a\\040b tmpfs rw 0 0\n" +
		"x /dev/shm/run-1/a\\040b/in tmpfs rw 0 0\nx /dev/shm/run-12/other tmpfs rw 0 0\n"
	want := []string{"/dev/shm/run-1/a b", "/dev/shm/run-1/a b/in"}
	if got := mountedBelow("/dev/shm/run-1", mounts); !slices.Equal(got, want) {
		t.Errorf("mounted are %q, want %q", got, want)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "run")
	disk := filepath.Join(dir, "test", "disk")
	if err := os.MkdirAll(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "carteado-chaos", disk).Run(); err != nil {
		return // where nothing may be mounted, nothing is left, either
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", disk).Run() })
	open, err := os.Create(filepath.Join(disk, "held")) // as a database that still runs holds it
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := removeAll(dir); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}

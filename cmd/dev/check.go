package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

type checkCommand struct{}

// golangci is pinned here and not in go.mod: it would bring 400 modules along.
const golangci = "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0"

// Run goes from quick to slow and ends with the test command of the README, so
// that the last lines are go test's.
func (checkCommand) Run(ctx context.Context) error {
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"vendor files", func(ctx context.Context) error { return fetchVendor(ctx, htmx, axe) }},
		{"generated files", checkGenerated},
		{"gofmt", checkFormat},
		{"go.mod", func(ctx context.Context) error { return quietly(ctx, ".", "go", "mod", "tidy", "-diff") }},
		// golangci-lint vets all but generated files, which are the pages.
		{"go vet", func(ctx context.Context) error { return run(ctx, "go", "vet", "./views/...") }},
		{"golangci-lint", checkLint},
		{"C compiler", compiler},
	} {
		began := time.Now()
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Printf("%-16s ok  %.1fs\n", step.name, time.Since(began).Seconds())
	}
	// Import arrows, the dumped schema, the README and the catalogs are tests. The race
	// detector makes tests up to six times as long, and would find nothing in those of
	// the rules: the engine starts no goroutine (a test says so). The simulation plays
	// every game on all cores with the detector. Nor would it in those that go through all
	// routes, compare answers, look at prepared pages, play without script or talk to the
	// rulebook, one after the other. Chaos is about what the database keeps, and most of it are starts.
	list := append([]string{"list"}, packages...)
	out, err := exec.CommandContext(ctx, "go", list...).Output()
	if err != nil {
		return failure(ctx, err, "go", list)
	}
	const (
		vetted   = "-vet=off" // as above
		oneByOne = "^(TestNoLeak|Test[A-Za-z]+WithoutScript$|TestPagesAreAccessible$|TestBoardsFit$|TestRulebook|" +
			"TestNoMoveIsLostOrDoubled$|TestTableAfterAMoveIsWhatIsRead$|TestEveryRouteForEveryRole$|" +
			"TestGetNeverWrites$|TestOtherSitesCannotAct$|TestAbsentAndForbiddenAreAlike$)"
	)
	engine, others := []string{vetted}, []string{vetted, "-race", "-skip=" + oneByOne}
	for _, name := range strings.Fields(string(out)) {
		if strings.HasPrefix(name, "carteado/engine") {
			engine = append(engine, name)
		} else {
			others = append(others, name)
		}
	}
	return test(ctx, engine, []string{vetted, "-run=" + oneByOne, "./handlers", "./cmd/carteado",
		"./cmd/carteado/rulebook"}, others)
}

// checkGenerated fails when a committed *_templ.go differs from what templ makes of its page.
func checkGenerated(ctx context.Context) error {
	before, err := readGenerated()
	if err != nil {
		return err
	}
	if err := generate(ctx); err != nil {
		return err
	}
	after, err := readGenerated()
	if err != nil {
		return err
	}
	var stale []string
	for path, content := range after {
		if !bytes.Equal(content, before[path]) {
			stale = append(stale, path)
		}
	}
	if len(stale) > 0 {
		return fmt.Errorf("commit what was generated: %s", strings.Join(stale, ", "))
	}
	return nil
}

func readGenerated() (map[string][]byte, error) {
	files := map[string][]byte{}
	return files, eachTempl(func(_, generated string) error {
		content, err := os.ReadFile(generated)
		if !errors.Is(err, os.ErrNotExist) {
			files[generated] = content
			return err
		}
		return nil
	})
}

func checkFormat(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, "gofmt", append([]string{"-l"}, watched...)...).Output()
	if err != nil {
		return failure(ctx, err, "gofmt", nil)
	}
	if len(out) > 0 {
		return fmt.Errorf("not formatted: %s", strings.Join(strings.Fields(string(out)), ", "))
	}
	return nil
}

// checkLint builds golangci-lint once; that takes some minutes.
func checkLint(ctx context.Context) error {
	bin, err := filepath.Abs(".bin")
	if err != nil {
		return err
	}
	program := filepath.Join(bin, "golangci-lint")
	_, version, _ := strings.Cut(golangci, "@v")
	out, err := exec.CommandContext(ctx, program, "version", "--short").Output()
	if err != nil || strings.TrimSpace(string(out)) != version {
		fmt.Println("Building golangci-lint …")
		if err := quietly(ctx, ".", "env", "GOBIN="+bin, "go", "install", golangci); err != nil {
			return err
		}
	}
	return run(ctx, program, "run", "./...")
}

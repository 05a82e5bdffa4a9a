package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
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
		{"govulncheck", checkVulnerabilities},
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

func checkLint(ctx context.Context) error {
	program, err := installed(ctx, golangci, "version", "--short")
	if err != nil {
		return err
	}
	return run(ctx, program, "run", "./...")
}

// installed is the program of a package and version, which says that version if asked. It is built once; that can take
// some minutes.
func installed(ctx context.Context, pkg string, ask ...string) (program string, err error) {
	bin, err := filepath.Abs(".bin")
	if err != nil {
		return "", err
	}
	name, version, _ := strings.Cut(pkg, "@v")
	program = filepath.Join(bin, path.Base(name))
	out, err := exec.CommandContext(ctx, program, ask...).Output()
	if err == nil && strings.Contains(string(out), version) {
		return program, nil
	}
	fmt.Println("Building", path.Base(name), "…")
	return program, quietly(ctx, ".", "env", "GOBIN="+bin, "go", "install", pkg)
}

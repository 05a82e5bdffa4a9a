package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"carteado/cmd/dev/release"
)

const (
	govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.9.0"

	// vulndb holds the reports of Go's vulnerability database, as a module from wherever modules come.
	vulndb = "golang.org/x/vulndb@latest"
)

// answered are the vulnerabilities that stand in code that the program reaches and does no harm there. One that is not
// found any more is deleted here.
var answered = map[string]string{
	"GO-2026-6872": "addresses that visitors forge, if Echo is not told whom to believe: handlers/server.go tells it",
	"GO-2026-6875": "of Echo's proxy, which the program does not use",
}

// checkVulnerabilities fails if the program reaches code with a known vulnerability that nobody has answered. Those of
// the standard library count by the Go of the image, which is what hosts run; of this machine's they are told. Where
// the database cannot be had, it says so.
func checkVulnerabilities(ctx context.Context) error {
	program, err := installed(ctx, govulncheck, "-version")
	if err != nil {
		return err
	}
	fetch := exec.CommandContext(ctx, "go", "mod", "download", "-json", vulndb)
	out, _ := fetch.Output() // what fails says so by a module without a directory
	var module struct{ Dir string }
	if _ = json.Unmarshal(out, &module); module.Dir == "" {
		fmt.Println("Known vulnerabilities were not looked for: their database cannot be had.")
		return nil
	}
	scan := exec.CommandContext(ctx, program, "-format=json",
		"-db=file://"+filepath.ToSlash(filepath.Join(module.Dir, "data", "osv")), "./...")
	found, err := scan.Output()
	if err != nil {
		return failure(ctx, err, program, scan.Args[1:])
	}
	image, err := os.ReadFile(release.Dockerfile)
	if err != nil {
		return err
	}
	return judgeVulnerabilities(strings.NewReader(string(found)), string(image), answered)
}

// judgeVulnerabilities reads what govulncheck has found, and returns what has to be done about it.
func judgeVulnerabilities(found io.Reader, image string, answered map[string]string) error {
	goOfImage, err := release.Go(image)
	if err != nil {
		return err
	}
	type place struct{ Module, Version, Function string }
	reached, here, decoder := map[string]error{}, map[string]string{}, json.NewDecoder(found)
	for {
		var message struct {
			Finding *struct {
				OSV   string
				Fixed string `json:"fixed_version"`
				Trace []place
			}
		}
		if err := decoder.Decode(&message); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return fmt.Errorf("govulncheck: %w", err)
		}
		f := message.Finding
		if f == nil || len(f.Trace) == 0 || f.Trace[0].Function == "" { // a package that is there, and not reached
			continue
		}
		at := f.Trace[0]
		if at.Module == "stdlib" && f.Fixed != "" && !older(goOfImage, strings.TrimPrefix(f.Fixed, "v")) {
			here[f.OSV] = f.Fixed
			continue
		}
		reached[f.OSV] = fmt.Errorf("%s in %s@%s is reached: fixed in %q, see https://pkg.go.dev/vuln/%[1]s",
			f.OSV, at.Module, at.Version, f.Fixed)
	}
	if len(here) > 0 {
		fmt.Printf("This machine's Go has %d known vulnerabilities, which that of the image (%s) has not: %s\n",
			len(here), goOfImage, strings.Join(slices.Sorted(maps.Keys(here)), " "))
	}
	for id := range answered {
		if reached[id] == nil {
			reached[id] = fmt.Errorf("%s is answered and not found any more: delete the answer", id)
		} else {
			delete(reached, id)
		}
	}
	return errors.Join(slices.Collect(maps.Values(reached))...)
}

// older reports that a version like 1.26.9 comes before another.
func older(a, b string) bool {
	var x, y [3]int
	_, _ = fmt.Sscanf(a, "%d.%d.%d", &x[0], &x[1], &x[2])
	_, _ = fmt.Sscanf(b, "%d.%d.%d", &y[0], &y[1], &y[2])
	return slices.Compare(x[:], y[:]) < 0
}

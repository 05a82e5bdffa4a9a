package release

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

// A Part is something of others in the program.
type Part struct {
	Name, Version string
	Purl          string   // https://github.com/package-url
	Licences      []string // files
}

// licence is how the file of a licence is called, and of what has to be handed on with it.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright)([.-].*)?$`)

// licencesIn are the files with licences in a directory; none is an error, because then nobody may hand it on.
func licencesIn(name, dir string) (files []string, err error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, file := range list {
		if licence.MatchString(file.Name()) && !file.IsDir() {
			files = append(files, filepath.Join(dir, file.Name()))
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no licence in %s", name, dir)
	}
	return files, nil
}

// Parts are what a program was built from: the modules that it names, Go itself, and what browsers are given.
func Parts(ctx context.Context, built *debug.BuildInfo) (parts []Part, err error) {
	root, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	parts = append(parts, Part{Name: "go", Version: strings.TrimPrefix(built.GoVersion, "go"),
		Purl:     "pkg:golang/std@" + strings.TrimPrefix(built.GoVersion, "go"),
		Licences: []string{filepath.Join(root, "LICENSE")}})
	dirs, err := moduleDirs(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range built.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		p := Part{Name: m.Path, Version: m.Version, Purl: "pkg:golang/" + m.Path + "@" + m.Version}
		if p.Licences, err = licencesIn(m.Path, dirs[m.Path]); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	browser, err := browserParts("static")
	return append(parts, browser...), err
}

// moduleDirs are the directories of all modules.
func moduleDirs(ctx context.Context) (map[string]string, error) {
	listed, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}}\t{{.Dir}}", "all").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	dirs := map[string]string{}
	for line := range strings.Lines(string(listed)) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		dirs[path] = dir
	}
	return dirs, nil
}

// browserParts are the packages of npm that browsers are given.
func browserParts(dir string) (parts []Part, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return nil, err
	}
	var wanted struct{ Dependencies map[string]string }
	if err := json.Unmarshal(text, &wanted); err != nil {
		return nil, err
	}
	for name, version := range wanted.Dependencies {
		p := Part{Name: name, Version: version, Purl: "pkg:npm/" + name + "@" + version}
		if p.Licences, err = licencesIn(name, filepath.Join(dir, "node_modules", name)); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return nil, errors.New("browsers are given nothing of others: does package.json say otherwise now?")
	}
	return parts, nil
}

// BOM lists the parts of a version of the program, as CycloneDX in JSON.
func BOM(version string, parts []Part, at time.Time) ([]byte, error) {
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: at.Format(time.RFC3339), Component: &cyclonedx.Component{
		BOMRef: "carteado", Type: cyclonedx.ComponentTypeApplication, Name: "carteado", Version: version,
		Licenses: &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "MIT"}}}}}
	var components []cyclonedx.Component
	var refs []string
	for _, p := range parts {
		components = append(components, cyclonedx.Component{BOMRef: p.Purl, Type: cyclonedx.ComponentTypeLibrary,
			Name: p.Name, Version: p.Version, PackageURL: p.Purl})
		refs = append(refs, p.Purl)
	}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: "carteado", Dependencies: &refs}}
	var out bytes.Buffer
	err := cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return out.Bytes(), err
}

package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// An archive is the same whenever it is packed, with the program alone to be run.
func TestPack(t *testing.T) {
	place := t.TempDir()
	files := map[string]string{}
	for _, name := range []string{"carteado", "LICENSE", "licences/a/LICENSE"} {
		files[name] = filepath.Join(place, strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(files[name], []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Unix(1790000000, 0)
	one, err := Pack("carteado-v1", files, at)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(files["LICENSE"], at, at); err != nil {
		t.Fatal(err)
	}
	if two, err := Pack("carteado-v1", files, at); err != nil || !bytes.Equal(one, two) {
		t.Errorf("packed twice it is another: %v", err)
	}
	zipped, err := gzip.NewReader(bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for in := tar.NewReader(zipped); ; {
		header, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, fmt.Sprintf("%s %o %d", header.Name, header.Mode, header.ModTime.Unix()))
	}
	want := []string{"carteado-v1/LICENSE 644 1790000000", "carteado-v1/carteado 755 1790000000",
		"carteado-v1/licences/a/LICENSE 644 1790000000"}
	if strings.Join(listed, "\n") != strings.Join(want, "\n") {
		t.Errorf("packed are %q", listed)
	}
}

// Whatever is handed on has its licence; without one nothing is.
func TestLicences(t *testing.T) {
	parts, err := browserParts("../../../static")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		if len(p.Licences) == 0 || !strings.HasPrefix(p.Purl, "pkg:npm/") {
			t.Errorf("%+v", p)
		}
	}
	dir := t.TempDir()
	for _, name := range []string{"README.md", "licenser.go", "LICENSE-MIT", "COPYING", "licence.txt", "NOTICE"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if files, err := licencesIn("x", dir); err != nil || len(files) != 4 {
		t.Errorf("the licences are %q: %v", files, err)
	}
	if _, err := licencesIn("x", t.TempDir()); err == nil {
		t.Error("a part without a licence is handed on")
	}
}

func TestBOM(t *testing.T) {
	bom, err := BOM("v1.2.3",
		[]Part{{Name: "example.org/a", Version: "v0.1.0", Purl: "pkg:golang/example.org/a@v0.1.0"}},
		time.Unix(1790000000, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		BomFormat  string
		Metadata   struct{ Component struct{ Version string } }
		Components []struct{ Name, Purl string }
	}
	if err := json.Unmarshal(bom, &got); err != nil {
		t.Fatal(err)
	}
	if got.BomFormat != "CycloneDX" || got.Metadata.Component.Version != "v1.2.3" || len(got.Components) != 1 ||
		got.Components[0].Purl != "pkg:golang/example.org/a@v0.1.0" {
		t.Errorf("the list is %s", bom)
	}
}

func TestChecksums(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("b"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := checksums(dir); err != nil {
		t.Fatal(err)
	}
	got := read(t, filepath.Join(dir, "SHA256SUMS"))
	if want := fmt.Sprintf("%x  a\n", sha256.Sum256([]byte("b"))); got != want {
		t.Errorf("the sums are %q", got)
	}
}

func TestNotesAreOrderedByPlace(t *testing.T) {
	got := ByPlace("v1.1.0", "v1.0.0", []string{"views: b", "engine/rummy, db: c", "views: a", "no place"})
	want := "# Carteado v1.1.0\n\n4 changes since v1.0.0.\n\n## elsewhere\n\n* no place\n\n## engine/rummy\n\n* c\n\n" +
		"## views\n\n* b\n* a\n"
	if got != want {
		t.Errorf("the notes are\n%s", got)
	}
}

// There is one way to make a release: the workflow calls this command, and the image is built as the archives are.
func TestOneWay(t *testing.T) {
	workflow := read(t, "../../../.github/workflows/release.yml")
	if !strings.Contains(workflow, "go run ./cmd/dev release --image ") || strings.Contains(workflow, "build-push-action") {
		t.Error("the workflow makes its release in another way")
	}
	docker := strings.ReplaceAll(read(t, "../../carteado/Dockerfile"), `"`, "")
	line := regexp.MustCompile(`(?m)go (build .*) \\$`).FindStringSubmatch(docker)
	if line == nil || line[1] != strings.Join(Build("$VERSION", "/carteado"), " ") {
		t.Errorf("the Dockerfile builds by %q", line)
	}
	args := strings.Join(ImageArgs(Options{Image: "ghcr.io/a/carteado"}, "v1.2.3"), " ")
	for _, part := range []string{"linux/amd64,linux/arm64", "--tag ghcr.io/a/carteado:1.2.3 --tag ghcr.io/a/carteado:1.2 --push",
		"VERSION=v1.2.3", "--sbom true", "--provenance mode=max"} {
		if !strings.Contains(args, part) {
			t.Errorf("the image is not built with %q: %s", part, args)
		}
	}
	if dry := strings.Join(ImageArgs(Options{Dir: "x", Dry: true}, "v1.2.3"), " "); strings.Contains(dry, "--push") {
		t.Errorf("a dry run publishes: %s", dry)
	}
}

// Archives are built by the Go that the Dockerfile names, whichever runs this tool.
func TestArchivesHaveTheGoOfTheImage(t *testing.T) {
	docker := read(t, "../../carteado/Dockerfile")
	t.Chdir("../../..")
	given, err := environment("arm64")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"GOARCH=arm64", "GOTOOLCHAIN=go"} {
		found := slices.IndexFunc(given, func(v string) bool { return strings.HasPrefix(v, want) })
		if found < 0 {
			t.Fatalf("%s is not in %q", want, given)
		}
		if version, is := strings.CutPrefix(given[found], "GOTOOLCHAIN=go"); is &&
			!strings.Contains(docker, "FROM --platform=$BUILDPLATFORM golang:"+version+"-") {
			t.Errorf("the archives are built by %s, the image by another Go", given[found])
		}
	}
	if version, err := Go("FROM scratch"); err == nil {
		t.Errorf("a Dockerfile without Go has %q", version)
	}
}

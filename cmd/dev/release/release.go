// Package release makes what a host can pull: the program for each kind of machine in an archive with all licences, a
// list of what is in it (SBOM), checksums, notes from the commits, and an image. A dry run does the same and publishes
// nothing, so that the first tag finds nothing untried.
//
// Archives of a commit are the same from every machine: their times are the commit's, and the Go that builds them is
// the image's, which is also the one that known vulnerabilities are judged by.
package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// machines are the kinds that a release is for, as in GOARCH. All run Linux.
var machines = []string{"amd64", "arm64"}

// Options say what to make.
type Options struct {
	Dir   string // where it is put, which is emptied first
	Image string // the image's name without a version, as ghcr.io/somebody/carteado
	Dry   bool   // nothing is published
	Say   func(format string, args ...any)
}

// tag is how a release is called.
var tag = regexp.MustCompile(`^v(\d+\.\d+)\.\d+$`)

// Run makes a release of the commit that is checked out, in the directory of the repository.
func Run(ctx context.Context, o Options) error {
	version, err := output(ctx, "git", "describe", "--tags", "--always", "--dirty")
	if err != nil {
		return err
	}
	if !o.Dry && !tag.MatchString(version) {
		return fmt.Errorf("%s is no version like v1.2.3 without changes: a release is made of a tag", version)
	}
	seconds, err := output(ctx, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(o.Dir), os.MkdirAll(o.Dir, 0o755)); err != nil {
		return err
	}
	for _, machine := range machines {
		if err := archive(ctx, o, version, machine, time.Unix(unix, 0).UTC()); err != nil {
			return fmt.Errorf("%s: %w", machine, err)
		}
	}
	notes, err := Notes(ctx, version)
	if err == nil {
		err = os.WriteFile(filepath.Join(o.Dir, "NOTES.md"), []byte(notes), 0o644)
	}
	if err == nil {
		err = checksums(o.Dir)
	}
	if err == nil {
		err = image(ctx, o, version)
	}
	if err == nil && !o.Dry {
		err = publish(ctx, o, version)
	}
	return err
}

// Build are the arguments with which the program is built, as in the Dockerfile; a test compares the two.
func Build(version, out string) []string {
	return []string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version=" + version, "-o", out,
		"./cmd/carteado"}
}

// Dockerfile is where the image is described.
const Dockerfile = "cmd/carteado/Dockerfile"

var goOfImage = regexp.MustCompile(`golang:(\d+\.\d+\.\d+)`)

// Go is the version of Go that a Dockerfile builds with, as 1.26.10.
func Go(dockerfile string) (string, error) {
	found := goOfImage.FindStringSubmatch(dockerfile)
	if found == nil {
		return "", fmt.Errorf("%s names no Go", Dockerfile)
	}
	return found[1], nil
}

// environment is what go build is given for a kind of machine, beside what this process has.
func environment(machine string) ([]string, error) {
	image, err := os.ReadFile(Dockerfile)
	if err != nil {
		return nil, err
	}
	version, err := Go(string(image))
	return []string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=" + machine, "GOTOOLCHAIN=go" + version}, err
}

// archive builds the program for a kind of machine and packs it with what belongs to it.
func archive(ctx context.Context, o Options, version, machine string, at time.Time) error {
	place, err := os.MkdirTemp("", "carteado-release-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(place) }()
	given, err := environment(machine)
	if err != nil {
		return err
	}
	program := filepath.Join(place, "carteado")
	build := exec.CommandContext(ctx, "go", Build(version, program)...)
	build.Env = append(os.Environ(), given...)
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, said)
	}
	built, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	files := map[string]string{"carteado": program, "LICENSE": "LICENSE", "HOSTING.md": "cmd/carteado/HOSTING.md",
		"docker-compose.yml": "docker-compose.yml"}
	parts, err := Parts(ctx, built)
	if err != nil {
		return err
	}
	for _, p := range parts {
		for _, file := range p.Licences {
			files["licences/"+p.Name+"/"+filepath.Base(file)] = file
		}
	}
	name := "carteado-" + version + "-linux-" + machine
	packed, err := Pack(name, files, at)
	if err == nil {
		err = os.WriteFile(filepath.Join(o.Dir, name+".tar.gz"), packed, 0o644)
	}
	if err != nil {
		return err
	}
	bom, err := BOM(version, parts, at)
	if err == nil {
		err = os.WriteFile(filepath.Join(o.Dir, name+".cdx.json"), bom, 0o644)
	}
	o.Say("%s.tar.gz: %d MB, %d files, %d parts of others with their licences", name, len(packed)>>20, len(files),
		len(parts))
	return err
}

// Pack packs files by their names in a directory, in order, as they are at a time.
func Pack(dir string, files map[string]string, at time.Time) ([]byte, error) {
	var packed bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	out := tar.NewWriter(zipped)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		content, err := os.ReadFile(files[name])
		if err != nil {
			return nil, err
		}
		header := &tar.Header{Name: dir + "/" + name, Mode: 0o644, Size: int64(len(content)), ModTime: at,
			Format: tar.FormatPAX}
		if name == "carteado" {
			header.Mode = 0o755
		}
		if err := out.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := out.Write(content); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(out.Close(), zipped.Close()); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// checksums writes the hashes of all files of a directory, as sha256sum --check reads them.
func checksums(dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, file := range list {
		content, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), file.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// ImageArgs are those of `docker buildx` for both kinds of machine. A dry run leaves the image in a file.
func ImageArgs(o Options, version string) []string {
	platforms := "linux/" + strings.Join(machines, ",linux/")
	args := []string{"buildx", "build", "--platform", platforms, "--file", "cmd/carteado/Dockerfile", "--build-arg",
		"VERSION=" + version, "--provenance", "mode=max", "--sbom", "true"}
	named := strings.TrimPrefix(version, "v")
	if o.Dry {
		return append(args, "--output", "type=oci,dest="+filepath.Join(o.Dir, "carteado-"+version+"-image.tar"), ".")
	}
	return append(args, "--tag", o.Image+":"+named, "--tag", o.Image+":"+tag.FindStringSubmatch(version)[1],
		"--push", ".")
}

// image builds the image. A dry run says so where there is no engine.
func image(ctx context.Context, o Options, version string) error {
	if said, err := exec.CommandContext(ctx, "docker", "buildx", "version").CombinedOutput(); err != nil {
		return missing(o, "docker buildx", err, said)
	}
	if said, err := exec.CommandContext(ctx, "docker", "info").CombinedOutput(); err != nil {
		return missing(o, "a container engine", err, said)
	}
	return run(ctx, "docker", ImageArgs(o, version)...)
}

func missing(o Options, what string, err error, said []byte) error {
	first, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
	if !o.Dry {
		return fmt.Errorf("no image without %s: %w: %s", what, err, first)
	}
	o.Say("No image: this machine has not got %s (%v). All else is made; the image is built where one runs.", what, err)
	return nil
}

// publish makes a release of a tag on GitHub, with the files.
func publish(ctx context.Context, o Options, version string) error {
	files, err := filepath.Glob(filepath.Join(o.Dir, "*"))
	if err != nil {
		return err
	}
	args := []string{"release", "create", version, "--verify-tag", "--title", version, "--notes-file",
		filepath.Join(o.Dir, "NOTES.md")}
	return run(ctx, "gh", append(args, files...)...)
}

func run(ctx context.Context, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, args[0], err)
	}
	return nil
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

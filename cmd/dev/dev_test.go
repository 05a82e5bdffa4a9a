package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestChanges(t *testing.T) {
	at := time.Date(2026, time.November, 20, 20, 0, 0, 0, time.UTC)
	before := snapshot{"same.go": at, "edited.go": at, "removed.go": at}
	after := snapshot{"same.go": at, "edited.go": at.Add(time.Millisecond), "added.go": at}
	if got, want := before.changes(after), []string{"added.go", "edited.go", "removed.go"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := after.changes(after); len(got) > 0 {
		t.Errorf("nothing changed, and got %v", got)
	}
}

func TestWhatIsWatched(t *testing.T) {
	for path, want := range map[string]bool{
		"db/play.go": true, "views/page/club/home.templ": true, "views/i18n/en.json": true,
		"migrations/00001_club.sql": true,
		"static/style.css":          true, "static/vendor/htmx.min.js": true, "static/cards.svg": true,
		"views/page/club/home_templ.go": false, "db/play_test.go": false, "cmd/carteado/Dockerfile": false,
		"views/page/club/home.templ~": false,
	} {
		if matters(path) != want {
			t.Errorf("%s is watched: %v", path, !want)
		}
	}
}

func TestWatchSeesAWholeEdit(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, dir := range watched {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	before, err := look()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"db/a.go", "views/b.templ"} {
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	changed, _, err := before.waitForChange(t.Context())
	if err != nil || !slices.Equal(changed, []string{"db/a.go", "views/b.templ"}) {
		t.Errorf("changed %v, %v", changed, err)
	}
}

func TestGoTestArguments(t *testing.T) {
	const all = "./cmd/carteado ./handlers ./db ./..." // the longest first
	for args, want := range map[string]string{
		"":                         "test -json -timeout=2h " + all,
		"-race":                    "test -json -timeout=2h -race " + all,
		"-run Knock":               "test -json -timeout=2h -run Knock " + all,
		"-run Knock ./engine/...":  "test -json -timeout=2h -run Knock ./engine/...",
		"carteado/db -count=1":     "test -json -timeout=2h carteado/db -count=1",
		"-timeout 5m ./db -update": "test -json -timeout 5m ./db -update",
		"-test.timeout=5m ./db":    "test -json -test.timeout=5m ./db",
		"-run v ./db":              "test -json -timeout=2h -run v ./db",
		"-v ./db ./handlers":       "test -timeout=2h -v ./db ./handlers",
		"--bench=. ./db":           "test -timeout=2h --bench=. ./db",
		"-run .":                   "test -json -timeout=2h -run . " + all,
		"-bench . ./db":            "test -timeout=2h -bench . ./db",
		"-skip ./x -test.run .Fit": "test -json -timeout=2h -skip ./x -test.run .Fit " + all,
		"-run -v .":                "test -json -timeout=2h -run -v .",
		"-o ./a.test -c ../b":      "test -timeout=2h -o ./a.test -c ../b",
		"-run A -args -v ./a":      "test -json -timeout=2h -run A " + all + " -args -v ./a",
		"./db --args -timeout=1s":  "test -json -timeout=2h ./db --args -timeout=1s",
	} {
		if got, _ := goTestArgs(strings.Fields(args)); strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", args, got, want)
		}
	}
}

func TestModuleRootIsFoundFromBelow(t *testing.T) {
	want, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := moduleRoot(); err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	t.Chdir(t.TempDir())
	if _, err := moduleRoot(); err == nil {
		t.Error("found one where there is none")
	}
}

// An edit of a page after a checkout makes its file stale; the checkout itself does not.
func TestCheckoutIsNotStale(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("views", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"views/a.templ", "views/a_templ.go"} {
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := generateStale(t.Context()); err != nil {
		t.Errorf("generates after a checkout: %v", err)
	}
	edited := time.Now().Add(time.Minute)
	if err := os.Chtimes("views/a.templ", edited, edited); err != nil {
		t.Fatal(err)
	}
	if err := generateStale(t.Context()); err == nil {
		t.Error("an edited page is not generated") // it fails here, where there is no module
	}
}

// The address at which a club can be founded is said in both forms of the log, and
// nothing of the log is lost.
func TestHeraldSaysWhereAClubIsFounded(t *testing.T) {
	const address = "http://localhost:8080/setup?code=K7QM-29XA"
	for _, text := range []bool{true, false} {
		var log, said strings.Builder
		h := &herald{log: &log, say: &said}
		var handler slog.Handler = slog.NewJSONHandler(h, nil)
		if text {
			handler = slog.NewTextHandler(h, nil)
		}
		program := slog.New(handler)
		program.Warn("no club yet", "code", "K7QM-29XA", "open", address)
		program.Warn("something else")
		if said.String() != "Found the club at "+address+"\n" || strings.Count(log.String(), "\n") != 2 {
			t.Errorf("said %q, log %q", said.String(), log.String())
		}
	}
}

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
)

// The rules of the house: where things live, which way imports go, and what no
// file may hold.

// ownFiles are the files of the repository that we wrote, with slashes.
func ownFiles(t *testing.T, extensions ...string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			base := entry.Name()
			if base == "node_modules" || name == "static/vendor" || base != "." && base != ".ci" &&
				strings.HasPrefix(base, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if slices.Contains(extensions, path.Ext(name)) && !strings.HasSuffix(name, "_templ.go") {
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// goFiles are all files of Go, with those made from pages: the Go of a page may
// stand beside its elements.
func goFiles(t *testing.T) []string {
	t.Helper()
	files := ownFiles(t, ".go", ".templ")
	for i, file := range files {
		if page, is := strings.CutSuffix(file, ".templ"); is {
			files[i] = page + "_templ.go"
		}
	}
	return files
}

func TestTopLevel(t *testing.T) {
	allowed := strings.Fields("cmd handlers views engine db migrations static go.mod go.sum docker-compose.yml " +
		"README.md LICENSE")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); !strings.HasPrefix(name, ".") && !slices.Contains(allowed, name) {
			t.Errorf("%s has no place at the top level", name)
		}
	}
}

// An arrow says what the packages below a path may import: of ours, and of the
// libraries that have a place of their own.
type arrow struct {
	from      string
	ours      []string // paths below carteado/, "x/..." with all below
	libraries []string // of reserved
}

// reserved are libraries that only some places may know.
var reserved = []string{"github.com/labstack/echo", "github.com/jackc/pgx", "github.com/a-h/templ"}

const echo, pgx, templating = 0, 1, 2

// web are the libraries of those who answer requests.
var web = []string{reserved[echo], reserved[templating]}

// pages are what those who answer requests may import, and more.
func pages(more ...string) []string {
	return append(more, "views/...", "db", "db/base", "db/delivery", "db/results", "static",
		"engine", "engine/card", "engine/bot", "engine/clock", "engine/role", "engine/shuffle", "engine/standing")
}

// arrows are tried in order; the first whose path fits counts.
var arrows = []arrow{
	{"static", nil, nil},
	{"migrations", nil, nil},
	{"engine", []string{"engine/..."}, nil},
	{"views/page/account", []string{"views/page", "views/i18n", "views/layout", "views/link", "views/part",
		"views/table", "engine/...", "static"}, reserved[templating:]},
	{"views/page/table", []string{"views/page", "views/i18n", "views/layout", "views/link", "views/part", "views/table",
		"engine/...", "static"}, reserved[templating:]},
	// a club's pages show accounts and tables
	{"views", []string{"views/...", "engine/...", "static"}, reserved[templating:]},
	{"db/postgres", nil, reserved[pgx:templating]},
	{"db/backup", []string{"db", "db/pg", "engine"}, reserved[pgx:templating]},
	{"db/pg", []string{"migrations"}, reserved[pgx:templating]},
	{"db/base", []string{"db/pg", "engine", "engine/clock", "engine/role"}, reserved[pgx:templating]},
	{"db/delivery", []string{"db/base", "db/pg", "engine", "engine/clock"}, reserved[pgx:templating]},
	{"db/results", []string{"db/base", "db/pg", "engine", "engine/role", "engine/standing"}, reserved[pgx:templating]},
	{"db/dbtest", []string{"db", "db/pg", "db/postgres", "engine", "migrations"}, reserved[pgx:templating]},
	{"db/seed", []string{"db", "db/results", "engine", "engine/role", "engine/shuffle", "engine/standing"},
		reserved[pgx:templating]},
	{"db", []string{"db/base", "db/delivery", "db/pg", "db/results", "engine", "engine/bot", "engine/clock",
		"engine/role", "engine/shuffle", "engine/standing", "migrations"}, reserved[pgx:templating]},
	{"handlers/jobs", []string{"handlers/mail", "handlers/push", "handlers/signed", "views/...", "db", "db/delivery",
		"db/results", "engine", "engine/bot"}, reserved[templating:]},
	{"handlers/web", pages("handlers/jobs", "handlers/mail", "handlers/password", "handlers/push"), web},
	{"handlers/account", pages("handlers/web", "handlers/jobs", "handlers/password"), web}, // a wing knows no other
	{"handlers/club", pages("handlers/web"), web},
	{"handlers", pages("handlers/..."), web},
	// which looks past the store
	{"cmd/dev/chaos", []string{"cmd/carteado/games", "db/...", "engine"}, reserved[pgx:templating]},
	{"cmd", []string{"cmd/carteado/...", "cmd/dev/...", "handlers", "handlers/password", "views/gallery", "views/i18n",
		"views/link", "views/table/...", "db/...", "engine/...", "static"}, nil},
}

// gameOf is the key of the game that a package belongs to, by its rules or its
// face; "" for what is common to all.
func gameOf(name string) string {
	for _, game := range games.All() {
		for _, part := range []any{game.Rules, game.Face} {
			if own, _ := strings.CutPrefix(reflect.TypeOf(part).PkgPath(), "carteado/"); below(name, own) {
				return game.Rules.Info().Key
			}
		}
	}
	return ""
}

// mayImport says what is wrong with a package's import, nothing if it may.
func mayImport(from, imported string) string {
	i := slices.IndexFunc(arrows, func(a arrow) bool { return below(from, a.from) })
	if i < 0 {
		return "has no place in the plan"
	}
	a := arrows[i]
	for _, library := range reserved {
		if below(imported, library) && !slices.Contains(a.libraries, library) {
			return "must not know " + library
		}
	}
	ours, is := strings.CutPrefix(imported, "carteado/")
	switch {
	case below(from, "engine") && from != "engine/enginetest" && !is && strings.Contains(imported, "."):
		return "is the standard library's and ours alone"
	case from == "engine/shuffle" && is && ours != "engine/card":
		return "is read by those who check a shuffle, and stands alone"
	case from == "engine/clock" && imported == "time":
		return "" // it computes with times; what time it is its callers say
	case below(from, "engine") && from != "engine/enginetest" &&
		slices.Contains([]string{"time", "os", "net", "net/http", "log", "crypto/rand", "math/rand"}, imported):
		return "has no clock, no input or output and no chance of its own"
	case !slices.Contains([]string{"engine/enginetest", "db/dbtest", "views/table/tabletest"}, from) &&
		(imported == "testing" || ours == "engine/enginetest" || ours == "db/dbtest" ||
			ours == "views/table/tabletest"):
		return "is for tests"
	case !is:
		return ""
	case gameOf(ours) != "" && gameOf(from) == "" && from != "cmd/carteado/games":
		return "leaves it to cmd/carteado/games to name games"
	case gameOf(ours) != "" && gameOf(from) != "" && gameOf(from) != gameOf(ours):
		return "is one game and knows no other"
	}
	for _, pattern := range a.ours {
		if all, found := strings.CutSuffix(pattern, "/..."); pattern == ours || found && below(ours, all) {
			return ""
		}
	}
	return "must not look that way"
}

func below(name, dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }

func TestImportArrows(t *testing.T) {
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue // tests may reach further
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if wrong := mayImport(path.Dir(file), imported); wrong != "" {
				t.Errorf("%s imports %s: %s %s", file, imported, path.Dir(file), wrong)
			}
		}
	}
}

// The rule is itself tested: these must be caught, and those let through.
func TestImportArrowsCatch(t *testing.T) {
	for _, c := range []struct {
		from, imported string
		ok             bool
	}{
		{"engine/knock", "carteado/engine/card", true},
		{"engine/knock", "carteado/engine/rummy", false},
		{"engine/clock", "time", true},
		{"engine/clock", "os", false},
		{"engine/shuffle", "carteado/engine", false},
		{"engine/shuffle", "carteado/engine/card", true},
		{"engine/knock", "carteado/db", false},
		{"engine/knock", "time", false},
		{"engine", "github.com/google/uuid", false},
		{"engine/conform", "testing", false},
		{"cmd/carteado", "carteado/engine/enginetest", false},
		{"views/page", "carteado/engine/knock", false},
		{"views/table/knock", "carteado/engine/knock", true},
		{"views/table/knock", "carteado/engine/rummy", false},
		{"views/table", "carteado/views/table/knock", false},
		{"cmd/carteado/games", "carteado/views/table/knock", true},
		{"cmd/carteado", "carteado/engine/knock", false},
		{"views/page/club", "carteado/views/page/table", true},
		{"views/page/table", "carteado/views/page/club", false},
		{"views/page/account", "carteado/views/page/table", false},
		{"views/page", "carteado/db", false},
		{"views/page", "github.com/jackc/pgx/v5", false},
		{"db", "carteado/engine/knock", false},
		{"db", "carteado/views/page", false},
		{"db", "github.com/jackc/pgx/v5", true},
		{"db/postgres", "carteado/db", false},
		{"db/pg", "carteado/db", false},
		{"db/pg", "carteado/engine", false},
		{"db/pg", "carteado/db/base", false},
		{"db/base", "carteado/db", false},
		{"db/base", "carteado/db/results", false},
		{"db/results", "carteado/db", false},
		{"db/results", "carteado/db/delivery", false},
		{"db/delivery", "carteado/db", false},
		{"db/delivery", "carteado/db/results", false},
		{"db/results", "carteado/db/base", true},
		{"db", "carteado/db/pg", true},
		{"handlers", "carteado/db/pg", false},
		{"db", "carteado/db/backup", false},
		{"db/backup", "carteado/db", true},
		{"handlers", "carteado/db", true},
		{"handlers", "carteado/engine/knock", false},
		{"handlers", "github.com/jackc/pgx/v5", false},
		{"handlers/jobs", "github.com/labstack/echo/v4", false},
		{"handlers/jobs", "carteado/handlers/web", false},
		{"handlers/web", "github.com/labstack/echo/v4", true},
		{"handlers/web", "carteado/handlers/club", false},
		{"handlers/web", "carteado/handlers", false},
		{"handlers/club", "carteado/handlers/web", true},
		{"handlers/club", "carteado/handlers/account", false},
		{"handlers/account", "carteado/handlers/club", false},
		{"handlers", "carteado/handlers/club", true},
		{"static", "carteado/engine", false},
		{"migrations", "carteado/db", false},
		{"cmd/carteado", "github.com/labstack/echo/v4", false},
		{"helpers", "fmt", false},
	} {
		if wrong := mayImport(c.from, c.imported); (wrong == "") != c.ok {
			t.Errorf("%s imports %s: %q", c.from, c.imported, wrong)
		}
	}
}

// namesGames are the files outside a game's own packages that name games, with the reason.
// All others take the list, and so does a test that is about every game.
var namesGames = map[string]string{
	"views/gallery/data.go":   "results and house rules that are prepared belong to a game",
	"cmd/dev/figures.go":      "each game has a goal of its own, and the rows of the table name the games",
	"cmd/dev/chaos/chaos.go":  "one game is played",
	"cmd/dev/compose/club.go": "one game is played, by its buttons",
	"engine/pile.go":          "the knock card lies in a place of that name",
}

func TestNothingElseNamesAGame(t *testing.T) {
	var keys []string
	for _, game := range games.All() {
		keys = append(keys, strconv.Quote(game.Rules.Info().Key))
	}
	named := map[string]bool{}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			content := readFile(t, file)
			if !slices.ContainsFunc(keys, func(key string) bool {
				return !strings.Contains(content, strings.Trim(key, `"`)+".Game{}")
			}) {
				t.Errorf("%s names every game and does not take the list", file)
			}
			continue
		}
		if gameOf(path.Dir(file)) != "" {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			if text, ok := node.(*ast.BasicLit); ok && slices.Contains(keys, text.Value) {
				named[file] = true
				if namesGames[file] == "" {
					t.Errorf("%s names the game %s", file, text.Value)
				}
			}
			return true
		})
	}
	for file := range namesGames {
		if !named[file] {
			t.Errorf("%s names no game any more", file)
		}
	}
}

// The boards of the gallery are matches that are set up and played, so that they show
// what play can lead to. What happens beside the moves is no part of a board.
func TestNoBoardIsMadeByHand(t *testing.T) {
	for _, file := range goFiles(t) {
		if !below(file, "views") || path.Base(file) != "sample.go" {
			continue
		}
		source, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		source = regexp.MustCompile(`(?m)^.*"aside\..*$`).ReplaceAll(source, nil)
		if made := regexp.MustCompile(`View\{|\.Round = |RoundScore\{|Event\{`).FindString(string(source)); made != "" {
			t.Errorf("%s makes a board by hand: %s", file, made)
		}
	}
}

// Pages and handlers work from views. Samples for the gallery alone play rounds of
// their own.
func TestNoRoundReachesAPage(t *testing.T) {
	for _, file := range goFiles(t) {
		if !below(file, "views") && !below(file, "handlers") || path.Base(file) == "sample.go" ||
			strings.HasSuffix(file, "_test.go") {
			continue
		}
		if file == "views/page/table/examples.go" {
			continue // it plays the examples of the rules, which are nobody's cards
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			selector, ok := node.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			name, ok := selector.X.(*ast.Ident)
			if ok && (name.Name == "engine" && slices.Contains([]string{"Round", "Match", "Setup"},
				selector.Sel.Name) ||
				gameOf("engine/"+name.Name) != "" && selector.Sel.Name == "Round") {
				t.Errorf("%s knows %s.%s", file, name.Name, selector.Sel.Name)
			}
			return true
		})
	}
}

func TestNoFileIsTooLong(t *testing.T) {
	const most = 420
	for _, file := range ownFiles(t, ".go", ".templ", ".js", ".mjs", ".sql", ".css") {
		if lines := strings.Count(readFile(t, file), "\n"); lines > most {
			t.Errorf("%s has %d lines: two places in one", file, lines)
		}
	}
}

func TestNothingIsLeftForLater(t *testing.T) {
	// Put together here, so that this file does not hold them.
	words := regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|X` + `XX)\b`)
	skips := regexp.MustCompile(`\b[a-z]+\.Sk` + `ip(f|Now)?\(`)
	for _, file := range ownFiles(t, ".go", ".templ", ".js", ".mjs", ".sql", ".css", ".md", ".yml", "") {
		content := readFile(t, file)
		if found := words.FindString(content); found != "" {
			t.Errorf("%s: %s", file, found)
		}
		if strings.HasSuffix(file, "_test.go") && skips.MatchString(content) {
			t.Errorf("%s leaves a test out: %s", file, skips.FindString(content))
		}
	}
}

func TestCIRunsTheCheck(t *testing.T) {
	info, err := os.Stat(filepath.Join(root, ".ci/run"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode()&0o111 == 0 {
		t.Error(".ci/run is no program")
	}
	if !strings.Contains(readFile(t, ".ci/run"), "go run ./cmd/dev check") {
		t.Error(".ci/run does not run the check")
	}
}

// The engine starts no goroutine, so that its own tests need no race detector.
func TestEngineStartsNoGoroutine(t *testing.T) {
	for _, file := range goFiles(t) {
		if !below(file, "engine") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(node ast.Node) bool {
			selector, called := node.(*ast.SelectorExpr)
			if _, is := node.(*ast.GoStmt); is || called && selector.Sel.Name == "Go" {
				t.Errorf("%s starts a goroutine", file)
			}
			return true
		})
	}
}

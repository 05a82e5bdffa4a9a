package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

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

// namesGames are the files outside a game's own packages that name games, with the reason.
// All others take the list, and so does a test that is about every game.
var namesGames = map[string]string{
	"views/gallery/data.go":    "results and house rules that are prepared belong to a game",
	"cmd/dev/figures.go":       "each game has a goal of its own, and the rows of the table name the games",
	"cmd/dev/chaos/chaos.go":   "one game is played",
	"cmd/dev/chaos/evening.go": "one game is played, by its buttons",
	"cmd/dev/compose/club.go":  "one game is played, by its buttons",
	"engine/pile.go":           "the knock card lies in a place of that name",
	"engine/rating/shown.go":   "what bots are worth was measured at each game, and the table names the games",
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
	for _, file := range ownFiles(t, ".go", ".templ", ".js", ".mjs", ".sql", ".css") {
		most := 400
		if strings.HasSuffix(file, ".css") { // a style sheet is looked up by its noun, and its blocks are short
			most = 420
		}
		if lines := strings.Count(readFile(t, file), "\n"); lines > most {
			t.Errorf("%s has %d lines: two places in one", file, lines)
		}
	}
}

// Lines of a page's source are as short as the linter wants those of Go, but in a letter: mail programs read no style
// sheet, so its elements carry their styles.
func TestPagesHaveShortLines(t *testing.T) {
	for _, file := range ownFiles(t, ".templ") {
		n := 0
		for line := range strings.Lines(readFile(t, file)) {
			n++
			line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    ")
			if width := utf8.RuneCountInString(line); width > 120 && !strings.Contains(line, `style="`) {
				t.Errorf("%s:%d has %d columns, at most 120", file, n, width)
			}
		}
	}
}

// A comment has a noun for its subject: a stranger cannot look up the one who is meant by that word.
func TestNoCommentSaysWhoever(t *testing.T) {
	riddle := regexp.MustCompile(`//.*\b[Ww]ho` + `ever\b.*`)
	for _, file := range ownFiles(t, ".go", ".templ", ".js", ".mjs") {
		if found := riddle.FindString(readFile(t, file)); found != "" {
			t.Errorf("%s: %s", file, found)
		}
	}
}

// Tests move the clock of a database, which is asked by two functions; the words of SQL would go past it.
func TestNothingAsksAnotherClock(t *testing.T) {
	words := regexp.MustCompile(`\b(current_(date|time|timestamp)|local(time|timestamp))\b`)
	for _, file := range ownFiles(t, ".go") {
		if found := words.FindString(readFile(t, file)); found != "" && !strings.HasSuffix(file, "house_test.go") {
			t.Errorf("%s asks %s", file, found)
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

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"carteado/cmd/carteado/games"
	"carteado/cmd/carteado/rulebook"
	"carteado/engine"
	"carteado/views/i18n"
)

// The README and the pages it leads to say what is: their commands exist, their paths
// lead somewhere, and the table of settings is the configuration.
var guide = []string{"README.md", hosting, rulebookPage, securityPage, theList}

const (
	hosting      = "cmd/carteado/HOSTING.md"
	rulebookPage = "cmd/carteado/RULEBOOK.md"
)

// A guide is read in one go: what grows beyond that belongs into the page of its subject, and a
// reason into the comment of the package that it binds.
func TestReadmeIsShort(t *testing.T) {
	const limit = 250
	if n := strings.Count(readFile(t, "README.md"), "\n"); n > limit {
		t.Errorf("%d lines, more than %d", n, limit)
	}
}

func TestReadmeCommands(t *testing.T) {
	known := map[string][]string{"./cmd/dev": devCommands(t), "./cmd/carteado": ownCommands(t)}
	command := regexp.MustCompile(
		`go run (\./cmd/\w+)(?: ([a-z]+(?:-[a-z]+)*(?: [a-z]+-[a-z]+| records| standings)?))?`)
	said := map[string]bool{}
	for _, match := range command.FindAllStringSubmatch(readGuide(t), -1) {
		said[strings.TrimSpace(match[1]+" "+match[2])] = true
		if commands, ok := known[match[1]]; !ok || match[2] != "" && !slices.Contains(commands, match[2]) {
			t.Errorf("no such command: %s", match[0])
		}
	}
	for _, needed := range []string{"./cmd/dev", "./cmd/dev test", "./cmd/dev check", "./cmd/dev gallery",
		"./cmd/dev test-compose"} {
		if !said[needed] {
			t.Errorf("the README does not say: go run %s", needed)
		}
	}
}

func readGuide(t *testing.T) (text string) {
	t.Helper()
	for _, page := range guide {
		text += readFile(t, page)
	}
	return text
}

func ownCommands(t *testing.T) []string {
	t.Helper()
	parser, err := kong.New(&commands{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, node := range parser.Model.Leaves(false) {
		names = append(names, strings.TrimSpace(strings.TrimPrefix(node.FullPath(), parser.Model.Name)))
	}
	return names
}

func devCommands(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, match := range regexp.MustCompile(`(?m)^\t([A-Z]\w+) +\w+Command +`).
		FindAllStringSubmatch(readFile(t, "cmd/dev/main.go"), -1) {
		names = append(names, strings.ToLower(regexp.MustCompile(`\B[A-Z]`).ReplaceAllString(match[1], "-$0")))
	}
	return names
}

func TestReadmePaths(t *testing.T) {
	named := regexp.MustCompile("`(?:\\./)?((?:cmd|handlers|views|engine|db|migrations|static|\\.ci)(?:/[\\w./-]*)?)`")
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	for _, page := range guide {
		text := readFile(t, page)
		var paths []string
		for _, match := range named.FindAllStringSubmatch(text, -1) {
			paths = append(paths, match[1])
		}
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			paths = append(paths, filepath.Join(filepath.Dir(page), match[1]))
		}
		if page == "README.md" && len(paths) < 10 {
			t.Fatalf("found only %v", paths)
		}
		for _, path := range paths {
			if path == "static/vendor" {
				continue // made by a command that the README names
			}
			if _, err := os.Stat(filepath.Join(root, path)); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

// The table of moves has a row for every game, with each verb that it can play and
// only moves that can be read.
func TestReadmeMoves(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	for _, game := range games.Rules() {
		name := i18n.T(ctx, "game."+game.Info().Key)
		row := regexp.MustCompile(`(?m)^\| ` + name + ` \| (.*) \|$`).FindStringSubmatch(readFile(t, rulebookPage))
		if row == nil {
			t.Errorf("no row for %s", name)
			continue
		}
		verbs := map[string]bool{engine.VerbNext: true}
		for _, code := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			move, err := engine.ParseMove(strings.ReplaceAll(code[1], `\|`, "|"))
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			verbs[move.Verb] = true
		}
		match, err := engine.NewMatch(game, game.Info().MinSeats, nil, engine.Seed{})
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			toMove := match.ToMove()
			if len(toMove) == 0 {
				break
			}
			legal := match.Legal(toMove[0], nil)
			for _, move := range legal {
				if !verbs[move.Verb] {
					t.Errorf("%s: %s does not say %s", name, rulebookPage, move)
					verbs[move.Verb] = true
				}
			}
			if _, err := match.Play(toMove[0], legal[match.Version()%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestReadmeConfiguration(t *testing.T) {
	var said []string
	_, table, _ := strings.Cut(readFile(t, hosting), "\n## Settings of the program\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\| (?:`([^`]*)`)? *\\|").
		FindAllStringSubmatch(table, -1) {
		said = append(said, row[1]+"="+row[2])
	}
	var real []string
	for _, field := range fields(t) {
		real = append(real, field.Key+"="+field.DefaultValue)
	}
	if !slices.Equal(said, real) {
		t.Errorf("the table has\n%s\nthe program\n%s", strings.Join(said, "\n"), strings.Join(real, "\n"))
	}
}

// Packages of npm are pinned: exact versions, their hashes, and no registry of
// somebody's own machine.
func TestNpmIsPinned(t *testing.T) {
	for _, dir := range []string{"static", "db/postgres/npm", "cmd/dev/npm"} {
		var manifest struct {
			Dependencies, DevDependencies, OptionalDependencies map[string]string
		}
		if err := json.Unmarshal([]byte(readFile(t, dir+"/package.json")), &manifest); err != nil {
			t.Fatal(err)
		}
		var lock struct {
			Packages map[string]struct{ Version, Resolved, Integrity string }
		}
		if err := json.Unmarshal([]byte(readFile(t, dir+"/package-lock.json")), &lock); err != nil {
			t.Fatal(err)
		}
		for _, wanted := range []map[string]string{manifest.Dependencies, manifest.DevDependencies,
			manifest.OptionalDependencies} {
			for name, version := range wanted {
				if locked := lock.Packages["node_modules/"+name]; locked.Version != version {
					t.Errorf("%s: %s wants %s, locked is %+v", dir, name, version, locked)
				}
			}
		}
		delete(lock.Packages, "") // the manifest's own
		if len(lock.Packages) == 0 {
			t.Errorf("%s: nothing is locked", dir)
		}
		for name, locked := range lock.Packages {
			if !strings.HasPrefix(locked.Integrity, "sha512-") {
				t.Errorf("%s: %s has no hash", dir, name)
			}
			if locked.Resolved != "" && !strings.HasPrefix(locked.Resolved, "https://registry.npmjs.org/") {
				t.Errorf("%s: %s comes from %s", dir, name, locked.Resolved)
			}
		}
	}
}

// The session that the page for tools shows is one that happens.
func TestReadmeRulebookSession(t *testing.T) {
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(readFile(t, rulebookPage))
	if block == nil {
		t.Fatal("there is no session")
	}
	s, lines := rulebook.New(games.Rules()), strings.Split(strings.TrimSpace(block[1]), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		request, _ := strings.CutPrefix(lines[i], "> ")
		if got := string(s.Answer([]byte(request))); got != lines[i+1] {
			t.Errorf("%s\nsays\n%s\nthe page\n%s", request, got, lines[i+1])
		}
	}
	if len(lines) < 10 || len(lines)%2 != 0 {
		t.Errorf("%d lines", len(lines))
	}
}

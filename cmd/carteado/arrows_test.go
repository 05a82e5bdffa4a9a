package main

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
)

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
	return append(more, "views/...", "db", "db/accounts", "db/base", "db/clubs", "db/competitions", "db/delivery", "db/live",
		"db/nights", "db/results", "db/scorebook", "static",
		"engine", "engine/card", "engine/bot", "engine/clock", "engine/proof",
		"engine/competition", "engine/pairing", "engine/role", "engine/shuffle", "engine/standing")
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
	{"views/page/match", []string{"views/page", "views/page/table", "views/i18n", "views/layout", "views/link", "views/part",
		"views/table", "engine/...", "static"}, reserved[templating:]},
	{"views/page/results", []string{"views/page", "views/page/table", "views/i18n", "views/layout", "views/link", "views/part", "views/picture",
		"views/table", "engine/...", "static"}, reserved[templating:]},
	// pages of clubs and of nights show accounts and tables, and a club's show nights
	{"views", []string{"views/...", "engine/...", "static"}, reserved[templating:]},
	{"db/postgres", nil, reserved[pgx:templating]},
	{"db/backup", []string{"db", "db/base", "db/clubs", "db/keys", "db/live", "db/pg", "db/results", "engine"},
		reserved[pgx:templating]},
	{"db/pg", []string{"migrations"}, reserved[pgx:templating]},
	{"db/keys", []string{"engine"}, nil},
	{"db/base", []string{"db/keys", "db/pg", "engine", "engine/clock", "engine/role", "engine/shuffle"}, reserved[pgx:templating]},
	{"db/accounts", []string{"db/base", "db/delivery", "db/pg", "engine/role"}, reserved[pgx:templating]},
	{"db/clubs", []string{"db/accounts", "db/base", "db/delivery", "db/keys", "db/pg", "engine/role"}, reserved[pgx:templating]},
	{"db/delivery", []string{"db/base", "db/pg", "engine", "engine/clock", "engine/role"}, reserved[pgx:templating]},
	{"db/nights", []string{"db/accounts", "db/base", "db/delivery", "db/pg", "db/results", "engine", "engine/clock", "engine/pairing",
		"engine/role", "engine/standing"}, reserved[pgx:templating]},
	{"db/competitions", []string{"db/base", "db/delivery", "db/pg", "engine/clock", "engine/competition",
		"engine/pairing", "engine/role", "engine/shuffle"}, reserved[pgx:templating]},
	{"db/scorebook", nil, nil}, // reads texts alone
	{"db/results", []string{"db/base", "db/pg", "db/scorebook", "engine", "engine/rating", "engine/role",
		"engine/standing"},
		reserved[pgx:templating]},
	{"db/live", []string{"db/accounts", "db/base", "db/delivery", "db/keys", "db/pg", "db/results", "engine", "engine/bot",
		"engine/clock", "engine/role", "engine/shuffle"}, reserved[pgx:templating]},
	{"db/dbtest", []string{"db", "db/accounts", "db/base", "db/clubs", "db/keys", "db/pg", "db/postgres", "engine",
		"migrations"},
		reserved[pgx:templating]},
	{"db/seed", []string{"db", "db/accounts", "db/base", "db/clubs", "db/live", "db/nights", "db/results", "engine",
		"engine/clock", "engine/role", "engine/shuffle", "engine/standing"},
		reserved[pgx:templating]},
	{"db", []string{"db/accounts", "db/base", "db/clubs", "db/competitions", "db/delivery", "db/keys", "db/live",
		"db/nights", "db/pg", "db/results", "engine", "engine/bot", "engine/clock", "engine/proof", "engine/role",
		"engine/standing"}, reserved[pgx:templating]},
	{"handlers/yearbook", []string{"views/...", "static", "db", "db/base", "db/results", "db/scorebook", "engine"}, reserved[templating:]},
	{"handlers/outbound", nil, reserved[templating:]},
	{"handlers/jobs", []string{"handlers/yearbook", "handlers/mail", "handlers/push", "handlers/signed",
		"handlers/webhook", "views/...",
		"db", "db/backup", "db/base", "db/clubs", "db/delivery", "db/live", "db/results", "engine", "engine/bot", "engine/clock"}, reserved[templating:]},
	{"handlers/web", pages("handlers/jobs", "handlers/mail", "handlers/password", "handlers/push", "handlers/webhook"), web},
	{"handlers/account", pages("handlers/web", "handlers/jobs", "handlers/password"), web}, // a wing knows no other
	{"handlers/club", pages("handlers/web", "handlers/webhook"), web},
	{"handlers/match", pages("handlers/web"), web},
	{"handlers/nights", pages("handlers/web"), web},
	{"handlers/results", pages("handlers/web"), web},
	{"handlers/table", pages("handlers/web"), web},
	{"handlers", pages("handlers/..."), web},
	// which looks past the store
	{"cmd/dev/chaos", []string{"cmd/carteado/games", "cmd/dev/markup", "db/...", "engine", "engine/standing"},
		reserved[pgx:templating]},
	{"cmd", []string{"cmd/carteado/...", "cmd/dev/...", "handlers", "handlers/password", "handlers/yearbook",
		"views/gallery", "views/i18n",
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
		{"views/page/club", "carteado/views/page/results", true},
		{"views/page/results", "carteado/views/page/club", false},
		{"views/page/match", "carteado/views/page/table", true},
		{"views/page/table", "carteado/views/page/match", false},
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

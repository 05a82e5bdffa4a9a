package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// dangers are packages that the program needs nowhere, or at the named places alone, with the reason.
var dangers = map[string]struct {
	why    string
	places []string
}{
	"text/template":   {"pages are templ's, which knows where on a page a text stands", nil},
	"html/template":   {"a template could be put together while the program runs", nil},
	"encoding/xml":    {"no XML is read", nil},
	"encoding/gob":    {"its decoder is not for what strangers send", nil},
	"plugin":          {"no code is loaded", nil},
	"unsafe":          {"memory is Go's to look after", nil},
	"net/http/pprof":  {"it shows the inside of the program to whoever asks", nil},
	"expvar":          {"it shows the inside of the program to whoever asks", nil},
	"log":             {"it writes past the one logger", nil},
	"log/syslog":      {"it writes past the one logger", nil},
	"crypto/md5":      {"it is broken", nil},
	"crypto/sha1":     {"it is broken", nil},
	"crypto/des":      {"it is broken", nil},
	"crypto/rc4":      {"it is broken", nil},
	"crypto/dsa":      {"it is broken", nil},
	"crypto/rsa":      {"nothing is signed or encrypted by it", nil},
	"crypto/elliptic": {"its low level is easily used wrongly", nil},
	"math/rand":       {"it can be guessed", nil},
	"math/rand/v2": {"it can be guessed, but for ChaCha8, by which decks are shuffled, and where nothing is to be guessed",
		[]string{"engine/shuffle", "engine/conform"}},
	"crypto/cipher":     {"its low level is easily used wrongly", []string{"db/keys"}},
	"crypto/aes":        {"its low level is easily used wrongly", []string{"db/keys"}},
	"os/exec":           {"no command is run", []string{"db/postgres", "cmd/carteado/simulate"}},
	"net/http/httputil": {"nothing is handed on to other servers", nil},

	"carteado/views/gallery": {"it is the developer's", nil},
}

// words may stand nowhere in the program.
var words = regexp.MustCompile(`templ\.Raw|templ\.JSUnsafe|InsecureSkipVerify|cipher\.New(CBC|CFB|CTR|OFB)|NewUnsafe`)

// programFiles are those of the program that hosts run, without tests, and what only tests and developers use.
func programFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || slices.ContainsFunc([]string{"cmd/dev", "db/dbtest", "db/seed",
			"engine/enginetest", "views/gallery", "views/table/tabletest"},
			func(dir string) bool { return below(file, dir) }) {
			continue
		}
		files = append(files, file)
	}
	return files
}

func TestNoDangerousPackages(t *testing.T) {
	used := map[string]bool{}
	for _, file := range programFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			danger, is := dangers[imported]
			if is && !slices.Contains(danger.places, path.Dir(file)) {
				t.Errorf("%s imports %s: %s", file, imported, danger.why)
			}
			if is {
				used[imported+" "+path.Dir(file)] = true
			}
		}
		if found := words.FindString(readFile(t, file)); found != "" {
			t.Errorf("%s says %s", file, found)
		}
		fixed := constants(parsed)
		ast.Inspect(parsed, func(node ast.Node) bool { // a pattern that people write could take for ever, or mean more
			call, is := node.(*ast.CallExpr)
			if !is || len(call.Args) == 0 {
				return true
			}
			called, is := call.Fun.(*ast.SelectorExpr)
			if !is || !strings.Contains(called.Sel.Name, "Compile") {
				return true
			}
			if from, is := called.X.(*ast.Ident); is && from.Name == "regexp" && !constant(call.Args[0], fixed) {
				t.Errorf("%s puts a pattern together", file)
			}
			return true
		})
	}
	for imported, danger := range dangers {
		for _, place := range danger.places {
			if !used[imported+" "+place] {
				t.Errorf("%s needs no %s any more", place, imported)
			}
		}
	}
}

// constant reports an expression of literals and of these names.
func constant(e ast.Expr, names []string) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.BinaryExpr:
		return constant(e.X, names) && constant(e.Y, names)
	case *ast.Ident:
		return slices.Contains(names, e.Name)
	}
	return false
}

// constants are the names of a file's constants.
func constants(file *ast.File) (names []string) {
	for _, declared := range file.Decls {
		if list, is := declared.(*ast.GenDecl); is && list.Tok == token.CONST {
			for _, spec := range list.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// What a page or a person says becomes neither code nor elements in our scripts, no message of another window is heard,
// and nobody is kept from pasting a password.
func TestScriptsBuildNoCode(t *testing.T) {
	builds := regexp.MustCompile(`\beval\(|new Function|\b(innerHTML|outerHTML|srcdoc)\b|insertAdjacentHTML|document\.write|` +
		`setTimeout\(\s*["'` + "`" + `]|createContextualFragment|__proto__|javascript:|` +
		`"message"|onmessage|postMessage|"paste"|onpaste|[^=!]==[^=]|!=[^=]|\bfor \(\w+ \w+ in `)
	for _, file := range ownFiles(t, ".js") {
		if below(file, "static") {
			code := regexp.MustCompile(`(?m)^\s*//.*$| != null\b`).ReplaceAllString(readFile(t, file), "")
			if found := builds.FindString(code); found != "" {
				t.Errorf("%s says %s", file, found)
			}
		}
	}
}

// Each of these is found.
func TestDangersAreFound(t *testing.T) {
	for _, planted := range []string{"templ.Raw(name)", "&tls.Config{InsecureSkipVerify: true}", "cipher.NewCBCEncrypter(b, iv)"} {
		if words.FindString(planted) == "" {
			t.Errorf("%s is not found", planted)
		}
	}
	for pattern, fixed := range map[string]bool{`"a" + "b"`: true, `"a" + fixed`: true, `"a" + name`: false, `name`: false} {
		parsed, err := parser.ParseExpr(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if constant(parsed, []string{"fixed"}) != fixed {
			t.Errorf("%s is fixed: %t", pattern, !fixed)
		}
	}
}

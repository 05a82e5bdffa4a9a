package main

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A layer is a directory whose files are called by the nouns of the README, but
// for those that belong to the layer itself.
var layers = []struct{ dir, own string }{
	{"handlers", "server routes guards middleware context cookie text hub visitors shared qr health metrics static outside"},
	{"views/page", "page tabs outcome zone"},
	{"db", "store listen order secret throttle forms deal recall together making"},
	{"views/i18n/en", "common layout cards time zones outcome table"},
	{"views/i18n/pt-BR", "common layout cards time zones outcome table"},
	{"static/style", "tokens reset base layout boxes buttons cards data door drag felt forms mine motion pages people print seats states table"},
}

func TestFilesAreCalledByNouns(t *testing.T) {
	var nouns []string
	_, list, _ := strings.Cut(readFile(t, "README.md"), "| Noun |")
	list, _, _ = strings.Cut(list, "\n\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(list, -1) {
		nouns = append(nouns, row[1])
	}
	used := map[string]bool{}
	for _, file := range ownFiles(t, ".go", ".templ", ".json", ".css") {
		noun := strings.TrimSuffix(path.Base(file), path.Ext(file))
		for _, layer := range layers {
			if path.Dir(file) != layer.dir || strings.HasSuffix(noun, "_test") {
				continue
			}
			used[noun] = true
			if !slices.Contains(nouns, noun) && !slices.Contains(strings.Fields(layer.own), noun) && !ofGame(noun) {
				t.Errorf("%s: %s is no noun of the README", file, noun)
			}
		}
	}
	for _, noun := range nouns {
		if !used[noun] {
			t.Errorf("%s is at home nowhere", noun)
		}
	}
	if len(nouns) < 20 {
		t.Errorf("the README lists only %v", nouns)
	}
}

// ofGame reports that a file is called by a game, or holds its rules in words.
func ofGame(name string) bool {
	return gameOf("engine/"+strings.TrimSuffix(name, "-rules")) != ""
}

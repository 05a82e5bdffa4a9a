package main

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A layer is a directory whose files are called by the nouns of the README, but for
// those that belong to the layer itself. A directory that is called by a wing has only
// nouns of that wing.
var layers = []struct{ dir, own string }{
	{"handlers", "doc server routes routes_evening health metrics static"},
	{"handlers/web", "doc site request guards admission pollpermits parked middleware cookie text address signin signup " +
		"senders lists people proof files qr places"},
	{"handlers/account", "doc"},
	{"handlers/club", "doc"},
	{"handlers/match", "doc"},
	{"handlers/nights", "doc"},
	{"handlers/results", "doc"},
	{"handlers/table", "doc drawings"},
	{"views/page", "page zone tabs choices"},
	{"views/page/account", ""},
	{"views/page/club", ""},
	{"views/page/match", ""},
	{"views/page/nights", ""},
	{"views/page/results", "recorded"},
	{"views/page/table", "outcome"},
	{"db", "doc store lists files"},
	{"db/live", "doc live listen deal position batch statement encrypted agreed vitals snapshot waiters"},
	{"db/accounts", "doc throttle"},
	{"db/clubs", "doc heads"},
	{"db/competitions", "entrants appointments"},
	{"db/nights", "seating series"},
	{"db/results", "results rate count recorded chronicle"},
	{"db/delivery", "queue reminders secrets"},
	{"views/i18n/en", "common layout cards time zones outcome table"},
	{"views/i18n/pt-BR", "common layout cards time zones outcome table"},
	{"static/style", "tokens reset base layout boxes buttons cards data door drag felt forms mine motion pages " +
		"people print seats states table"},
}

var wingNames = []string{"account", "club", "match", "nights", "results", "table"}

func TestFilesAreCalledByNouns(t *testing.T) {
	wings := map[string]string{} // of each noun
	_, list, _ := strings.Cut(readFile(t, "README.md"), "| Noun |")
	list, _, _ = strings.Cut(list, "\n\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| ("+strings.Join(wingNames, "|")+"|all) \\|").
		FindAllStringSubmatch(list, -1) {
		wings[row[1]] = row[2]
	}
	used := map[string]bool{}
	for _, file := range ownFiles(t, ".go", ".templ", ".json", ".css") {
		noun := strings.TrimSuffix(path.Base(file), path.Ext(file))
		for _, layer := range layers {
			if path.Dir(file) != layer.dir || strings.HasSuffix(noun, "_test") {
				continue
			}
			used[noun] = true
			wing, known := wings[noun]
			in := path.Base(layer.dir)
			switch {
			case slices.Contains(strings.Fields(layer.own), noun):
			case !known && !ofGame(noun):
				t.Errorf("%s: %s is no noun of the README", file, noun)
			case layer.dir == "handlers" && known && wing != "all":
				t.Errorf("%s: the README has %s in the wing %s", file, noun, wing)
			case slices.Contains(wingNames, in) && !strings.HasPrefix(layer.dir, "db/") && wing != in:
				t.Errorf("%s: the README has %s in the wing %s", file, noun, wing)
			}
		}
	}
	for noun := range wings {
		if !used[noun] {
			t.Errorf("%s is at home nowhere", noun)
		}
	}
	if len(wings) < 20 {
		t.Errorf("the README lists only %v", wings)
	}
}

// ofGame reports that a file is called by a game, or holds its rules in words.
func ofGame(name string) bool {
	return gameOf("engine/"+strings.TrimSuffix(strings.TrimSuffix(name, "-rules"), "-lessons")) != ""
}

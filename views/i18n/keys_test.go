package i18n_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"carteado/views/i18n"
)

// quoted finds strings in the source of views that may be a key or its beginning.
var quoted = regexp.MustCompile(`"([a-z_]+(?:\.[a-zA-Z0-9_]+)*\.?)"`)

// call finds the keys in calls that ask for a text.
var call = regexp.MustCompile(
	`(?:i18n\.T|\bT|Rich|Plain)\((?:ctx, |i18n\.With\(ctx, lang\), )?"([a-zA-Z0-9_.]+)"(\s*\+)?`)

// families are the beginnings of keys whose rest is not written in the views: it
// comes from the engine, the store, a handler or the catalog itself.
var families = []string{
	"bot.", "card.rank.", "card.suit.", "error.", "event.", "game.", "home.hello.", "how.", "knock.run", "knock.set",
	"palace.place.", "palace.prompt.",
	"lessons.", "nav.", "pile.", "goal.", "place.", "option.", "option_group.", "preset.", "outcome.", "refusal.",
	"replay.",
	"role.", "rule.", "rules.", "settings.saved.", "passkeys.saved.", "sessions.by.", "passkeys.event.",
	"settings.emblem.", "settings.colour.", "table.sort.", "time.month.",
	"time.weekday.", "notices.reminds.", "charter.away.", "charter.counts.", "charter.skips.", "season.away.",
	"match.who.",
	"crest.figure.", "seal.how.", "checks.fit.", "checks.misfit.", "checks.good", "checks.bad", "crest.ground",
	"crest.colour", "rummy.did.", "error.table.", "clock.made.",
	"clock.pace.", "clock.sheet.", "clock.unit.", "offers.", "phrases.say.", "watching.", "sound.", "phrases.mute",
	"phrases.unmute",
	"plans.at.", "plans.do.", "hints.", "daily.", "new_table.says.", "new_table.reach.", "phrases.table.",
	"card.", // notes on a card of the hand
	"tables.made.", "tables.stands.", "tables.verb.", "members.saved.", "members.part.", "history.ended.",
	"suspend.for.", "suspend.when.", "suspend.follows.", "notices.kind.", "notices.offer.", "delivery.kind.",
	"delivery.saved.", "mails.done.", "app.next", "app.new", "right.", "tab.", "audit.", "tie.", "form.", "why.",
	"correct.kind.", "zone.", "zones.",
	"nights.again.", "nights.answer.", "nights.close.", "nights.group.", "nights.recurs.", "nights.state.",
	"nights.weekday.", "notices.night.", "notices.competition.", "notices.news.", "notices.closed", "notices.anew",
	"calendar.name",
	"competitions.about.", "competitions.clause.", "competitions.format.", "competitions.missed.",
	"competitions.number.", "competitions.reason.", "competitions.says.", "competitions.seeding.",
	"draws.seat.", "draws.level.", "draws.reason.", "draws.rule.", "draws.closed.", "draws.at_time.", "ratings.club.",
	"feature.",
	"export.", "imports.unit.", "imports.better.", "imports.days.", "imports.fault.", "imports.column.",
	"imports.between.", "yearbook.result.", "webhooks.says.", "webhooks.hears.", "webhooks.why.", "sheet.",
	"sheets.wrong.", "placeholders.neutral", "transfers.comes.", "transfers.stays.", "transfers.refused.",
}

func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		source := strings.HasSuffix(name, ".templ") || strings.HasSuffix(name, ".go") &&
			!strings.HasSuffix(name, "_templ.go") && !strings.HasSuffix(name, "_test.go")
		if err != nil || entry.IsDir() || !source {
			return err
		}
		data, err := os.ReadFile(path)
		all.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func TestEveryKeyInUseHasAText(t *testing.T) {
	catalog := read(t, i18n.English)
	found := 0
	for _, m := range call.FindAllStringSubmatch(sources(t), -1) {
		key, more := m[1], m[2] != "" || strings.HasSuffix(m[1], ".")
		found++
		if more {
			if !begins(catalog, key) {
				t.Errorf("no text begins with %s", key)
			}
		} else if catalog[key] == "" && catalog[key+".other"] == "" {
			t.Errorf("no text for %s", key)
		}
	}
	if found < 200 {
		t.Fatalf("only %d keys found: the pattern no longer fits the source", found)
	}
}

func begins(catalog map[string]string, prefix string) bool {
	for key := range catalog {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

func TestNoTextIsUnused(t *testing.T) {
	used := map[string]bool{}
	for _, m := range quoted.FindAllStringSubmatch(sources(t), -1) {
		used[m[1]] = true
	}
	for key := range read(t, i18n.English) {
		base := key
		for _, form := range []string{".none", ".one", ".other"} {
			base = strings.TrimSuffix(base, form)
		}
		if !used[base] && !used[key] && !inFamily(key) {
			t.Errorf("%s is used nowhere", key)
		}
	}
}

func inFamily(key string) bool {
	for _, family := range families {
		if strings.HasPrefix(key, family) {
			return true
		}
	}
	return false
}

// words find the keys in the source of the engine: broken rules and kinds of
// events.
var words = map[string]*regexp.Regexp{
	"rule.":  regexp.MustCompile(`\bRule[A-Z]\w* *= *"([a-z_.]+)"`),
	"event.": regexp.MustCompile(`\bKind(?:: *|[a-zA-Z., ]* = )"([a-z_]+)"`),
}

func TestTheEnginesWordsHaveTexts(t *testing.T) {
	catalog := read(t, i18n.English)
	views, err := filepath.Glob("../../engine/*/view.go")
	if err != nil {
		t.Fatal(err)
	}
	folders := []string{"../../engine"}
	for _, view := range views {
		folders = append(folders, filepath.Dir(view))
	}
	found := 0
	for _, folder := range folders {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for family, pattern := range words {
				for _, m := range pattern.FindAllSubmatch(source, -1) {
					found++
					own := family + filepath.Base(folder) + "." + string(m[1])
					if catalog[family+string(m[1])] == "" && catalog[own] == "" && catalog[own+".other"] == "" {
						t.Errorf("%s: no text for %s%s", file, family, m[1])
					}
				}
			}
		}
	}
	if found < 8 {
		t.Fatalf("only %d words found: the pattern no longer fits the source", found)
	}
}

// noted finds the actions that the store writes into the audit log.
var noted = regexp.MustCompile(`\b[nN]ote(?:About)?\([^")]*"([a-z_]+)"`)

func TestEveryNotedActionHasAText(t *testing.T) {
	catalog := read(t, i18n.English)
	files, err := filepath.Glob("../../db/*.go")
	if err != nil {
		t.Fatal(err)
	}
	rooms, err := filepath.Glob("../../db/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, rooms...)
	found := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range noted.FindAllSubmatch(source, -1) {
			found++
			if catalog["audit."+string(m[1])] == "" {
				t.Errorf("%s: no text for audit.%s", file, m[1])
			}
		}
	}
	if found < 15 {
		t.Errorf("only %d actions found: the pattern no longer fits the source", found)
	}
}

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/views/i18n"
)

// The rules of a game are written in every language: sections with a heading and
// paragraphs, the examples that stand in them, and the bundles of house rules.
func TestRulesAreWritten(t *testing.T) {
	for _, game := range games.Rules() {
		info := game.Info()
		for _, lang := range i18n.Languages() {
			t.Run(info.Key+" in "+lang, func(t *testing.T) {
				ctx := i18n.With(t.Context(), lang)
				sections := strings.Fields(i18n.T(ctx, "rules."+info.Key+".sections"))
				for _, section := range sections {
					key := "rules." + info.Key + ".section." + section
					for _, needed := range []string{key, key + ".1"} {
						if !i18n.Has(ctx, needed) {
							t.Errorf("no words for %s", needed)
						}
					}
				}
				examples := engine.Examples(game)
				if len(examples) == 0 {
					t.Error("no examples")
				}
				for _, e := range examples {
					if !slices.Contains(sections, e.Section) {
						t.Errorf("example %s stands in no section: %s", e.Key, e.Section)
					}
					if !i18n.Has(ctx, "rules."+info.Key+".example."+e.Key) {
						t.Errorf("no words for example %s", e.Key)
					}
				}
				for _, preset := range info.Presets {
					key := "preset." + info.Key + "." + preset.Key
					if !i18n.Has(ctx, key) || !i18n.Has(ctx, key+".about") {
						t.Errorf("no words for %s", key)
					}
				}
				checkParagraphs(ctx, t, info, sections)
			})
		}
	}
}

// catalog returns all texts of a language.
func catalog(t *testing.T, lang string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "views/i18n", lang, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no catalogs: %v", err)
	}
	all := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(data, &all)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

var paragraph = regexp.MustCompile(`^([a-z_]+)\.(\d+)(?:\.([a-z_]+)\.(\w+))?$`)

// checkParagraphs finds texts of the sections that no page shows.
func checkParagraphs(ctx context.Context, t *testing.T, info engine.Info, sections []string) {
	t.Helper()
	prefix := "rules." + info.Key + ".section."
	for key := range catalog(t, i18n.Lang(ctx)) {
		rest, ok := strings.CutPrefix(key, prefix)
		plain, same := strings.CutSuffix(strings.Replace(rest, ".duplicate.", ".", 1), ".duplicate")
		if ok && info.Duplicate && (same || plain != rest) { // what a table says that plays the same deals as others
			if rest = plain; !slices.Contains(sections, rest) && !i18n.Has(ctx, prefix+rest) {
				t.Errorf("%s stands for a paragraph that there is not", key)
				continue
			}
		}
		if !ok || slices.Contains(sections, rest) {
			continue
		}
		parts := paragraph.FindStringSubmatch(rest)
		if parts == nil || !slices.Contains(sections, parts[1]) {
			t.Errorf("%s is shown nowhere", key)
			continue
		}
		if n, _ := strconv.Atoi(parts[2]); n > 1 && !i18n.Has(ctx, prefix+parts[1]+"."+strconv.Itoa(n-1)) {
			t.Errorf("%s has none before it", key)
		}
		if parts[3] == "" {
			continue
		}
		at := slices.IndexFunc(info.Options, func(o engine.Option) bool { return o.Key == parts[3] })
		if at < 0 || !slices.Contains(info.Options[at].Values[1:], parts[4]) ||
			!i18n.Has(ctx, prefix+parts[1]+"."+parts[2]) {
			t.Errorf("%s is for a house rule that there is not", key)
		}
	}
}

package table

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/huangdi"
	"carteado/engine/knock"
	"carteado/engine/rummy"
	"carteado/views/i18n"
)

// What the rules page of a table in a duplicate round says is what its match does: it ends after so many rounds and at
// no total, the options that a duplicate match does not ask for are not listed, no paragraph names their values, and
// each seat draws from a line. The rules of an ordinary table say nothing of it.
func TestRulesOfADuplicateTable(t *testing.T) {
	for _, game := range []engine.Game{knock.Game{}, rummy.Game{}, huangdi.Game{}} {
		for _, language := range i18n.Languages() {
			ctx := i18n.With(t.Context(), language)
			info := game.Info()
			p := RulesProps{Club: "quinta", Table: 7, Game: info, Options: engine.Options{},
				Examples: engine.Examples(game)}
			usual := textsOf(ctx, p)
			var silent []string
			for _, o := range info.Options {
				if o.Course {
					p.Options[o.Key] = o.Values[1]
					silent = append(silent, o.Key)
				}
			}
			p.Options[engine.Duplicate] = "4"
			own := textsOf(ctx, p)
			for key, text := range own {
				for _, option := range silent {
					if strings.Contains(key, "."+option+".") {
						t.Errorf("%s: %s is said, though %s does not count: %s", info.Key, key, option, text)
					}
				}
				if strings.Contains(key, ".duplicate") && usual[key] != "" {
					t.Errorf("%s: %s is said at an ordinary table", info.Key, key)
				}
			}
			for _, o := range slices.Concat(p.kept(), p.changed()) {
				if slices.Contains(silent, o.Key) {
					t.Errorf("%s: %s is listed, though it does not count", info.Key, o.Key)
				}
			}
			for _, e := range p.Examples {
				if e.Plain && p.applies(e) {
					t.Errorf("%s: example %s is shown, though it is not true", info.Key, e.Key)
				}
			}
			for section := range strings.FieldsSeq(i18n.T(ctx, "rules."+info.Key+".sections")) {
				key := "rules." + info.Key + ".section." + section + ".duplicate"
				if i18n.Has(ctx, key) && own[key] == "" {
					t.Errorf("%s: %s is not said", info.Key, key)
				}
			}
			if n := differing(own, usual); n < 3 {
				t.Errorf("%s: %d texts differ", info.Key, n)
			}
			target := engine.ScoringOf(game, p.inForce()).Target
			if page := strings.Join(slices.Collect(maps.Values(own)), " "); target != 0 ||
				strings.Contains(page, words[language]) {
				t.Errorf("%s: a match to %d, of whose target is said: %s", info.Key, target, page)
			}
		}
	}
}

// words are how the rules of ordinary tables speak of their target.
var words = map[string]string{i18n.English: "the target", i18n.Portuguese: "pontuação"}

// differing is how many texts stand on one page alone.
func differing(own, usual map[string]string) (n int) {
	for key := range own {
		if usual[key] == "" {
			n++
		}
	}
	return n
}

// textsOf are the texts of the page by their keys.
func textsOf(ctx context.Context, p RulesProps) map[string]string {
	texts := map[string]string{}
	base := "rules." + p.Game.Key + "."
	for _, part := range []string{"minute", "plan", "tip"} {
		for n := 1; i18n.Has(ctx, base+part+"."+strconv.Itoa(n)); n++ {
			key, _ := p.variant(ctx, base+part+"."+strconv.Itoa(n))
			texts[key] = p.numbered(ctx, part)[n-1]
		}
	}
	for _, c := range p.chapters(ctx) {
		at := base + "section." + c.key
		for n, prose := range c.prose {
			key := at + "." + strconv.Itoa(n+1)
			if !i18n.Has(ctx, key) {
				key = at + ".duplicate"
			} else {
				key, _ = p.variant(ctx, key)
			}
			texts[key] = prose.text
		}
	}
	return texts
}

package table

import (
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/palace"
	"carteado/views/i18n"
)

func palaceRules(options engine.Options) RulesProps {
	return RulesProps{Club: "quinta", Table: 7, Game: palace.Game{}.Info(), Options: options,
		Examples: engine.Examples(palace.Game{})}
}

func written(t *testing.T, p RulesProps) string {
	t.Helper()
	var b strings.Builder
	if err := Rules(p).Render(i18n.With(t.Context(), i18n.English), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Every section is there with its text, and every example that is true for the
// table's house rules is shown, and no other.
func TestRulesOfATable(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	for name, options := range map[string]engine.Options{
		"as written": nil,
		"places":     {"scoring": "placement"},
		"ten":        {"ten_on_any": "off"},
	} {
		p := palaceRules(options)
		var shown []string
		for _, c := range p.chapters(ctx) {
			if c.title == "" || len(c.prose) == 0 {
				t.Errorf("%s: section %s has title %q and %d paragraphs", name, c.key, c.title, len(c.prose))
			}
			for _, d := range c.demos {
				shown = append(shown, d.key)
			}
		}
		for _, e := range p.Examples {
			if p.applies(e) != slices.Contains(shown, e.Key) {
				t.Errorf("%s: example %s applies is %v, shown %v", name, e.Key, p.applies(e), shown)
			}
		}
		if len(shown) < 5 {
			t.Errorf("%s: only %d examples", name, len(shown))
		}
	}
}

func TestRulesSayWhatATableChanges(t *testing.T) {
	plain, own := written(t, palaceRules(nil)), written(t, palaceRules(engine.Options{"ten_on_any": "off"}))
	const usual, changed = "A 10 goes on anything and burns", "A 10 keeps to the order of the cards"
	if !strings.Contains(plain, usual) || strings.Contains(plain, changed) || strings.Contains(plain, "is-changed") {
		t.Error("the rules as written are not shown as written")
	}
	if strings.Contains(own, usual) || !strings.Contains(own, changed) || strings.Count(own, "is-changed") != 1 {
		t.Error("the changed rule is not shown, or not marked")
	}
	general := palaceRules(nil)
	general.Table, general.Games = 0, []engine.Info{general.Game}
	if text := written(t, general); strings.Contains(text, "/tables/7") || !strings.Contains(text, "Shithead") {
		t.Error("the rules in general speak of a table, or of no bundle of house rules")
	}
}
